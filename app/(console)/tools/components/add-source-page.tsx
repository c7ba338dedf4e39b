"use client"
import Link from "next/link"
import { useActionState, useEffect, useRef, useState } from "react"
import type { UnreadParameter } from "@/app/hooks/page-address"
import { Button } from "@/app/ui/button"
import { ButtonLink } from "@/app/ui/button-link"
import { cx } from "@/app/ui/cx"
import { ErrorSummary, Field, fieldProps, TextInput } from "@/app/ui/field"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { PageHead } from "@/app/ui/page-head"
import { type ActionState, idle, issueAt } from "@/server/domain/action-state"
import { type AddedKind, addedKinds } from "../tools-address"
import { CredentialFields } from "./credential-fields"
import { CommandFields, GraphqlFields, McpFields, OpenApiFields, type SourceFieldProps } from "./source-fields"

type Action = (previous: ActionState<never>, form: FormData) => Promise<ActionState<never>>

interface Props {
  readonly kind: AddedKind
  readonly ignored: ReadonlyArray<UnreadParameter>
  readonly allowsCommands: boolean
  readonly action: Action
}

const kindLabels = { openapi: "OpenAPI", mcp: "MCP server", graphql: "GraphQL" } as const satisfies Record<AddedKind, string>

const introductions = {
  openapi:
    "Give the OpenAPI 3.0 or 3.1 description of an API. Each of its operations becomes a tool that programs can call: reads at once, everything else after a person has approved it, unless a rule says otherwise.",
  mcp: "Give a server of the Model Context Protocol. Its tools become tools that programs can call, each call after a person has approved it, unless a rule says otherwise or you trust what the server says of its tools. What it asks during a call is asked of the team.",
  graphql:
    "Give a GraphQL endpoint that tells its schema. Each query becomes a tool that is called at once, each mutation one that is called after a person has approved it, unless a rule says otherwise."
} as const satisfies Record<AddedKind, string>

/** An API, an MCP server or a GraphQL endpoint becomes a source of tools. Works before JavaScript has loaded. */
export const AddSourcePage = ({ kind, ignored, allowsCommands, action }: Props) => {
  const [state, add, adding] = useActionState(action, idle)
  const [tooLarge, setTooLarge] = useState(false)
  const value = (name: string): string => {
    const typed = state.status === "failed" ? state.values[name] : undefined
    return typeof typed === "string" ? typed : ""
  }
  const error = (path: string): string | undefined => issueAt(state, path)
  const authError = state.status === "failed" ? state.failure.issues?.find(({ path }) => path.split(".")[0] === "auth")?.message : undefined
  const named = ["name", "url", "spec", "baseUrl", "command", "secretEnv"].some((path) => error(path) !== undefined) || authError !== undefined
  const summary = useRef<HTMLDivElement>(null)
  // The button is below the fold of a long form, what is said of it above.
  useEffect(() => {
    if (state.status === "failed") summary.current?.focus()
  }, [state])
  const fields: SourceFieldProps = { value, error }
  return (
    <>
      <PageHead title="Add source" />
      <IgnoredRow ignored={ignored} />
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-border px-4 py-5 max-md:px-3.5">
        <form action={add} className="mx-auto grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-5">
          <input type="hidden" name="kind" value={kind} />
          <KindChoice chosen={kind} />
          <p className="text-base text-pretty text-text-muted">{introductions[kind]}</p>
          {state.status === "failed" && <ErrorSummary ref={summary} title={named ? "The source was not added." : state.failure.message} />}
          <Field id="source-name" label="Name" help="First part of the tools' paths: billing makes tools.billing.…" error={error("name")}>
            <TextInput
              name="name"
              required
              defaultValue={value("name")}
              placeholder="billing"
              autoComplete="off"
              {...fieldProps("source-name", { help: true, error: error("name") })}
            />
          </Field>
          {kind === "openapi" && <OpenApiFields {...fields} tooLarge={tooLarge} onTooLarge={setTooLarge} />}
          {kind === "graphql" && <GraphqlFields {...fields} />}
          {kind === "mcp" && <McpFields {...fields} />}
          <CredentialFields kind={kind} value={value} error={authError} />
          {kind === "mcp" && <CommandFields {...fields} allowed={allowsCommands} />}
          <div className="flex justify-end gap-2">
            <ButtonLink href="/tools" size="lg">
              Back
            </ButtonLink>
            <Button type="submit" look="primary" size="lg" disabled={adding || tooLarge}>
              {adding ? "Reading it" : "Add source"}
            </Button>
          </div>
        </form>
      </div>
    </>
  )
}

const KindChoice = ({ chosen }: { readonly chosen: AddedKind }) => (
  <nav aria-label="Kind of source" className="flex gap-1 rounded-lg border border-border bg-surface-raised p-1">
    {addedKinds.map((kind) => (
      <Link
        key={kind}
        href={`/tools/add?kind=${kind}`}
        replace
        {...(kind === chosen && { "aria-current": "page" as const })}
        className={cx(
          "flex min-h-8 flex-1 items-center justify-center rounded-md px-2 text-center max-md:min-h-11",
          kind === chosen ? "bg-surface-active font-emphasis" : "text-text-muted hover:bg-surface-hover"
        )}
      >
        {kindLabels[kind]}
      </Link>
    ))}
  </nav>
)
