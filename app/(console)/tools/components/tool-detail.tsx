"use client"
import { useActionState } from "react"
import { Button } from "@/app/ui/button"
import { ButtonLink } from "@/app/ui/button-link"
import { CodeView } from "@/app/ui/code-view"
import { CopyButton } from "@/app/ui/copy-button"
import { EmptyState } from "@/app/ui/empty-state"
import { ErrorSummary, Field, fieldProps, TextArea } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { Tag } from "@/app/ui/tag"
import { QuotedText } from "@/app/ui/untrusted-text"
import { type ActionState, idle, issueAt } from "@/server/domain/action-state"
import type { Role } from "@/server/domain/principal"
import { exampleArgs } from "../example-args"
import type { Settled, ToolActions, ToolEntry } from "../tools-parts"
import { PolicyWord } from "./policy-word"

interface Props {
  readonly tool: Settled<ToolEntry>
  readonly role: Role
  readonly back: string
  readonly action: ToolActions["tryTool"]
}

const effects: Record<ToolEntry["effect"], string> = { read: "reads", write: "writes", destructive: "destructive" }

/** One tool: what it does in its source's own words, how a program calls it, and a way to try it. */
export const ToolDetail = ({ tool, role, back, action }: Props) => {
  const entry = tool.value
  if (entry === null) {
    return (
      <EmptyState title="This tool cannot be shown" actions={<ButtonLink href={back}>Back to the tools</ButtonLink>}>
        {tool.fault}
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 max-md:p-3.5">
      <header className="grid gap-2">
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 font-mono text-[16px] leading-6 font-semibold tracking-mono [overflow-wrap:anywhere]">{entry.path}</h2>
          <CopyButton text={entry.path} label="Copy the path" />
          <ButtonLink href={back} scroll={false} look="ghost" icon aria-label="Close">
            <Icon name="cross" size={14} />
          </ButtonLink>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Tag tone={entry.effect === "destructive" ? "danger" : "plain"}>{effects[entry.effect]}</Tag>
          {entry.connection !== null && <Tag>{entry.connection}</Tag>}
          <PolicyWord policy={entry.policy} />
        </div>
        {entry.target !== null && <p className="mono text-xs text-text-muted [overflow-wrap:anywhere]">{entry.target}</p>}
      </header>
      {entry.connection === null ? (
        <p className="text-base">{entry.description}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section aria-label="Description" tabIndex={0} className="max-h-64 overflow-y-auto">
          <QuotedText text={entry.description} from="tool" />
        </section>
      )}
      <TryForm entry={entry} role={role} action={action} />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <h3 className="text-xs font-medium">Call</h3>
        <pre className="overflow-x-auto rounded-md border border-border bg-surface-sunken p-3 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {entry.signature}
        </pre>
      </section>
      <SchemaBlock title="Arguments" schema={entry.inputSchema} />
      {entry.outputSchema !== null && <SchemaBlock title="Result" schema={entry.outputSchema} />}
    </div>
  )
}

const SchemaBlock = ({ title, schema }: { readonly title: string; readonly schema: unknown }) => (
  <details className="group rounded-md border border-border">
    <summary className="flex list-none items-center gap-2 px-3 py-2 text-xs font-medium -outline-offset-2 [&::-webkit-details-marker]:hidden">
      <Icon name="chevron-right" size={12} className="text-text-subtle transition-transform duration-80 group-open:rotate-90" />
      {title}, as JSON Schema
    </summary>
    <CodeView code={JSON.stringify(schema, null, 2)} label={`${title}, as JSON Schema`} className="max-h-[420px] overflow-y-auto border-t border-border" />
  </details>
)

const TryForm = ({ entry, role, action }: { readonly entry: ToolEntry; readonly role: Role; readonly action: ToolActions["tryTool"] }) => {
  const [state, run, running] = useActionState(action, idle)
  if (role === "viewer") return null
  const typed = typedIn(state, "args")
  const error = issueAt(state, "args")
  const help =
    entry.policy === "allow"
      ? "Runs at once, as a run of yours."
      : entry.policy === "block"
        ? "The rules block it: the run will fail with the reason."
        : "The rules ask a person first."
  return (
    <form action={run} className="grid gap-2.5 rounded-lg border border-border bg-surface p-3.5">
      <input type="hidden" name="path" value={entry.path} />
      <Field id="try-args" label="Try it with these arguments" help={help} error={error}>
        <TextArea
          name="args"
          rows={5}
          spellCheck={false}
          defaultValue={typed ?? exampleArgs(entry.inputSchema)}
          className="font-mono text-xs leading-5"
          {...fieldProps("try-args", { help, error })}
        />
      </Field>
      {state.status === "failed" && error === undefined && <ErrorSummary title={state.failure.message} />}
      <div className="flex justify-end">
        <Button type="submit" look="primary" size="lg" disabled={running}>
          {running ? "Starting" : "Run"}
        </Button>
      </div>
    </form>
  )
}

const typedIn = (state: ActionState<unknown>, name: string): string | undefined => {
  const value = state.status === "failed" ? state.values[name] : undefined
  return typeof value === "string" ? value : undefined
}
