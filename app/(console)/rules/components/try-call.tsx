import { Button } from "@/app/ui/button"
import { ErrorSummary, Field, fieldProps, inputClass, TextArea, TextInput } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { type Outcome, type TriedVerdict, verdictWords } from "../rule-words"

interface Props {
  readonly tried: { readonly path: string; readonly args: string; readonly actor: string }
  readonly verdict: Outcome<TriedVerdict> | null
}

/** A call that nobody makes. By GET: it changes nothing, has an address, and works before JavaScript has loaded. */
export const TryCall = ({ tried, verdict }: Props) => (
  <form method="get" action="/rules#try" className="grid gap-4">
    <Field id="try-path" label="Tool">
      <TextInput
        name="path"
        required
        list="tool-paths"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="demo.tickets.create"
        defaultValue={tried.path}
        className="font-mono"
        {...fieldProps("try-path")}
      />
    </Field>
    <Field id="try-args" label="Arguments" optional>
      <TextArea
        name="args"
        rows={3}
        spellCheck={false}
        placeholder='{ "title": "Printer on fire" }'
        defaultValue={tried.args}
        className="font-mono text-xs! [field-sizing:content]"
        {...fieldProps("try-args")}
      />
    </Field>
    <div className="flex items-end gap-2">
      <Field id="try-actor" label="Asked by" className="flex-1">
        <select name="actor" defaultValue={tried.actor || "user"} className={inputClass} {...fieldProps("try-actor")}>
          <option value="user">a person</option>
          <option value="agent">an agent</option>
          <option value="service_token">a service token</option>
        </select>
      </Field>
      <Button type="submit" size="lg">
        Try it
      </Button>
    </div>
    {verdict !== null && <Verdict verdict={verdict} />}
  </form>
)

const Verdict = ({ verdict }: { readonly verdict: Outcome<TriedVerdict> }) => {
  if ("fault" in verdict) return <ErrorSummary title={verdict.fault} />
  const { bold, rest } = verdictWords(verdict.value)
  const icon =
    verdict.value.verdict === "allow" ? "tick" : verdict.value.verdict === "block" ? "cancelled" : verdict.value.verdict === "refused" ? "failed" : "hand"
  return (
    <p role="status" className="flex gap-2 rounded-md border border-border bg-surface-sunken px-3 py-2.5 wrap-anywhere text-text-muted">
      <Icon name={icon} className="mt-0.5 flex-none" />
      <span>
        <b className="font-emphasis text-text">{bold}</b> {rest}
      </span>
    </p>
  )
}
