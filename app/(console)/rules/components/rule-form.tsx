"use client"
import { useActionState, useEffect, useRef } from "react"
import { Button } from "@/app/ui/button"
import { ButtonLink } from "@/app/ui/button-link"
import { cx } from "@/app/ui/cx"
import { ErrorSummary, Field, fieldProps, inputClass, TextArea, TextInput } from "@/app/ui/field"
import { type ActionState, idle, issueAt } from "@/server/domain/action-state"
import { type ConditionRow, typedRows } from "@/server/domain/condition-rows"
import { spelledOut } from "@/server/domain/hidden-characters"
import { hasTerms, ruleFormValues } from "../rule-form-values"
import type { Outcome, RuleDraft, RuleItem, RulePreview } from "../rule-words"
import { ConditionRows } from "./condition-rows"
import type { RuleAction } from "./rule-button"

interface Props {
  readonly edited: RuleItem | undefined
  readonly draft: RuleDraft
  readonly preview: Outcome<RulePreview> | null
  /** The list as it was before a rule was opened for change. */
  readonly back: string
  readonly action: RuleAction
}

const effects = [
  { value: "allow", name: "Allow", help: "goes out by itself" },
  { value: "require_approval", name: "Ask", help: "a person decides" },
  { value: "block", name: "Block", help: "never goes out" }
] as const

/** What the form calls what the server names; conditions keep their path. */
const fieldNames: Readonly<Record<string, string>> = {
  pattern: "Tools",
  effect: "Effect",
  fourEyes: "“Two different people”",
  requesterMayConfirm: "“The agent may confirm”",
  selfApproval: "Who submitted the run",
  interactionExpiresAfterMs: "The time its questions wait",
  endsAt: "The end",
  when: "The conditions:"
}

/** What a field holds: what was typed in a refused answer, else what it began with. */
const useValues = (state: ActionState<never>, edited: RuleItem | undefined, draft: RuleDraft) => {
  const initial = ruleFormValues(draft, edited)
  const typedAgain = (): ReadonlyArray<ConditionRow> => {
    if (state.status !== "failed") return initial.rows
    const { argPointer, argTest, argValue } = state.values
    return typedRows({ argPointer, argTest, argValue }).filter(({ pointer, value }) => pointer !== "" || value !== "")
  }
  return {
    initial,
    rows: typedAgain(),
    text: (name: "pattern" | "effect" | "when" | "endsOn" | "expiresAfter" | "expiresUnit" | "selfApproval"): string => {
      const typed = state.status === "failed" ? state.values[name] : undefined
      return typeof typed === "string" ? typed : initial[name]
    },
    ticked: (name: "fourEyes" | "requesterMayConfirm"): boolean => (state.status === "failed" ? state.values[name] !== undefined : initial[name])
  }
}

const issueBelow = (state: ActionState<never>, name: string): string | undefined =>
  issueAt(state, name) ?? (state.status === "failed" ? state.failure.issues?.find(({ path }) => path.startsWith(`${name}.`))?.message : undefined)

/** A rule to add or to change. "Try it" asks the server by the address, so that it works before JavaScript has loaded. */
export const RuleForm = ({ edited, draft, preview, back, action }: Props) => {
  const [state, formAction, pending] = useActionState(action, idle)
  const { initial, rows, text, ticked } = useValues(state, edited, draft)
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state.status === "failed") summary.current?.focus()
  }, [state])
  const fault = (name: string) => issueBelow(state, name)
  return (
    <form action={formAction} className="grid gap-4" key={state.status === "failed" ? state.failure.requestId : "form"}>
      {state.status === "failed" && (
        <ErrorSummary
          ref={summary}
          title={state.failure.message}
          issues={(state.failure.issues ?? []).map(({ path, message }) => ({
            id: `rule-${path.split(".")[0]}`,
            message: `${fieldNames[path] ?? path} ${message}`
          }))}
        />
      )}
      {edited !== undefined && (
        <>
          <input type="hidden" name="id" value={edited.id} />
          <input type="hidden" name="edit" value={edited.id} />
          <input type="hidden" name="revision" value={initial.revision} />
        </>
      )}
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
        <legend className="mb-1.5 text-xs font-medium">Effect</legend>
        {effects.map(({ value, name, help }) => (
          <label key={value} className="flex items-center gap-2 max-md:min-h-11">
            <input type="radio" name="effect" value={value} defaultChecked={text("effect") === value} className="accent-accent" />
            <span>
              <b className="font-emphasis">{name}</b> <span className="text-xs text-text-muted">{help}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field id="rule-pattern" label="Tools" help="A path, or a pattern: github.issues.*, **.delete_*" error={fault("pattern")}>
        <TextInput
          name="pattern"
          required
          list="tool-paths"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={text("pattern")}
          className="font-mono"
          {...fieldProps("rule-pattern", { help: true, error: fault("pattern") })}
        />
      </Field>
      <ConditionRows rows={rows} error={fault("when")} />
      <details open={text("when") !== ""}>
        <summary className="w-fit cursor-pointer text-xs font-medium text-text-muted hover:text-text">Who asks, and other conditions, as JSON</summary>
        <Field
          id="rule-when-json"
          label="Further conditions"
          className="mt-3"
          help={
            <>
              For example <code className="mono">{`{"actor":{"kind":["agent"]},"trigger":["mcp"]}`}</code>
            </>
          }
        >
          <TextArea
            name="when"
            rows={3}
            spellCheck={false}
            defaultValue={text("when")}
            className="font-mono text-xs! [field-sizing:content]"
            {...fieldProps("rule-when-json", { help: true })}
          />
        </Field>
      </details>
      <details className="group" open={edited !== undefined || hasTerms(initial) || fault("endsAt") !== undefined || fault("fourEyes") !== undefined}>
        <summary className="cursor-pointer text-xs font-medium text-text-muted hover:text-text">
          Who approves, for how long it waits, until when the rule counts
        </summary>
        <div className="mt-3 grid gap-4">
          <div className="grid gap-2">
            <Tick name="fourEyes" on={ticked("fourEyes")} error={fault("fourEyes")}>
              Two different people have to approve
            </Tick>
            <Tick name="requesterMayConfirm" on={ticked("requesterMayConfirm")} error={fault("requesterMayConfirm")}>
              The agent that submitted the run may confirm by itself
            </Tick>
          </div>
          <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
            <Field id="rule-selfApproval" label="Who submitted the run" error={fault("selfApproval")}>
              <select
                name="selfApproval"
                defaultValue={text("selfApproval")}
                className={inputClass}
                {...fieldProps("rule-selfApproval", { error: fault("selfApproval") })}
              >
                <option value="">may approve, unless two have to</option>
                <option value="yes">may approve</option>
                <option value="no">may not approve</option>
              </select>
            </Field>
            <Field id="rule-interactionExpiresAfterMs" label="Its questions wait" optional error={fault("interactionExpiresAfterMs")}>
              <span className="flex gap-2">
                <TextInput
                  name="expiresAfter"
                  inputMode="decimal"
                  defaultValue={text("expiresAfter")}
                  className="w-20!"
                  {...fieldProps("rule-interactionExpiresAfterMs", { error: fault("interactionExpiresAfterMs") })}
                />
                <select name="expiresUnit" aria-label="Unit" defaultValue={text("expiresUnit")} className={cx(inputClass, "w-auto!")}>
                  <option value="minutes">minutes</option>
                  <option value="hours">hours</option>
                  <option value="days">days</option>
                  <option value="never">without a limit</option>
                </select>
              </span>
            </Field>
            <Field id="rule-endsAt" label="Counts until the end of (UTC)" optional error={fault("endsAt")}>
              <TextInput type="date" name="endsOn" defaultValue={text("endsOn")} {...fieldProps("rule-endsAt", { error: fault("endsAt") })} />
            </Field>
          </div>
        </div>
      </details>
      <Tried preview={preview} effect={draft.effect} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {edited !== undefined && (
          <ButtonLink href={back} look="ghost" size="lg">
            Leave it
          </ButtonLink>
        )}
        {/* A plain form by GET: the page comes back with what the rule would have done. */}
        <Button type="submit" size="lg" formMethod="get" formAction="/rules#add">
          Try on 30 days
        </Button>
        <Button type="submit" size="lg" look="primary" disabled={pending}>
          {edited === undefined ? "Add rule" : "Save rule"}
        </Button>
      </div>
    </form>
  )
}

const Tick = ({
  name,
  on,
  error,
  children
}: {
  readonly name: string
  readonly on: boolean
  readonly error: string | undefined
  readonly children: string
}) => (
  <div>
    <label className="flex items-center gap-2 max-md:min-h-11">
      <input
        type="checkbox"
        id={`rule-${name}`}
        name={name}
        defaultChecked={on}
        className="accent-accent"
        {...(error !== undefined && { "aria-invalid": true, "aria-describedby": `rule-${name}-error` })}
      />
      {children}
    </label>
    {error !== undefined && (
      <p id={`rule-${name}-error`} className="mt-1 text-xs text-failed-text">
        {error}
      </p>
    )}
  </div>
)

/** What the rule would have meant for the calls there were. */
const Tried = ({ preview, effect }: { readonly preview: Outcome<RulePreview> | null; readonly effect: string }) => {
  if (preview === null) return null
  if ("fault" in preview) return <ErrorSummary title={preview.fault} />
  const { calls, total, hits, isCapped } = preview.value
  const verb = effect === "block" ? "would have blocked" : effect === "require_approval" ? "would have asked about" : "would have let through"
  return (
    <div role="status" className="grid gap-2 rounded-md border border-border bg-surface-sunken px-3 py-2.5">
      <p className="text-text-muted">
        {calls.length === 0 ? (
          "None of these tools was called in the last 30 days."
        ) : (
          <>
            In the last 30 days it {verb}{" "}
            <b className="font-emphasis text-text">
              {hits} of {isCapped ? "the newest " : ""}
              {total} {total === 1 ? "call" : "calls"}
            </b>
            {effect === "allow" || effect === "" ? ", where a person was needed." : "."}
          </>
        )}
      </p>
      {calls.length > 0 && (
        <span className="flex flex-wrap gap-[3px]">
          {calls.map((call) => (
            <a
              key={`${call.runId}/${call.toolCallId}`}
              href={`/runs/${call.runId}?tab=calls`}
              title={`${call.path}: ${spelledOut(call.runTitle)}`}
              className={cx("h-3.5 w-[9px] rounded-[2px] border", call.isHit ? "border-accent bg-accent" : "border-border-control")}
            >
              <span className="sr-only">{`${call.path}, ${call.isHit ? "yes" : "no"}: ${spelledOut(call.runTitle)}`}</span>
            </a>
          ))}
        </span>
      )}
    </div>
  )
}
