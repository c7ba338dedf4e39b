import { Effect, Result, Schema } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { redact } from "../domain/redact"
import { restoreRedacted } from "../domain/restore-redacted"
import { bindingHash } from "./binding"
import { CallGate } from "./call-gate"
import { termsOf } from "./classify-call"
import { type JsonValue, parseJson } from "./json-text"
import type { Edit, StoredInteraction } from "./run-store"
import { identityOf, type ToolError, ToolInvoker } from "./tool-invoker"

/** The answer does not fit what was asked; the question stays open. */
export class InvalidContent extends Schema.TaggedError<InvalidContent>()("InvalidContent", {
  issues: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))
}) {}
/** With these arguments a rule blocks the call. */
export class EditBlocked extends Schema.TaggedError<EditBlocked>()("EditBlocked", { reason: Schema.String }) {}

const fault = (path: string, message: string) => new InvalidContent({ issues: [{ path, message }] })

/**
 * Other arguments for a call that waits: checked against the tool's schema and the rules like the first ones. Undefined when
 * they are the same.
 */
export const editOf = Effect.fn("editOf")(function* (stored: StoredInteraction, given: JsonValue) {
  const invoker = yield* ToolInvoker
  const gate = yield* CallGate
  const { teamId, interaction, exactArgs, boundTo, runTrigger: trigger } = stored
  if (interaction.toolPath === null || interaction.options !== null || boundTo === null || exactArgs === null)
    return yield* fault("args", "can be given only for a tool call that waits for approval")
  const { args, misplaced } = restoreRedacted(given, interaction.args ?? null, parseJson(exactArgs))
  if (misplaced.length > 0)
    return yield* new InvalidContent({
      issues: misplaced.map((path) => ({ path, message: "stands for a hidden value that was not here; write the value itself" }))
    })
  const text = canonicalJson(args)
  if (text === exactArgs) return undefined
  const prepared = yield* Effect.result(invoker.prepare({ teamId, path: interaction.toolPath, args }))
  if (Result.isFailure(prepared)) return yield* new InvalidContent({ issues: issuesOf(prepared.failure) })
  const verdict = yield* gate.check({ teamId, actor: interaction.runActor, trigger, call: prepared.success, args })
  if (verdict._tag === "Block") return yield* new EditBlocked({ reason: verdict.message })
  const { effect } = prepared.success
  const { connectionId: _, ...before } = boundTo
  const rule = verdict._tag === "Ask" ? verdict.rule : null
  const bound = { ...before, ...identityOf(prepared.success), ruleId: rule?.id ?? null }
  const edit: Edit = {
    args: redact(args),
    exactArgs: text,
    bindingHash: bindingHash(bound, text),
    boundTo: bound,
    rule,
    terms: verdict._tag === "Ask" ? termsOf(verdict, prepared.success) : { selfApproval: true, requesterMayConfirm: false, effect },
    votesNeeded: verdict._tag === "Ask" ? verdict.votesNeeded : 1
  }
  return edit
})

const Issues = Schema.Struct({ issues: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })) })

/** Where the tool's schema does not fit, below `args`. */
const issuesOf = (error: ToolError): ReadonlyArray<{ readonly path: string; readonly message: string }> => {
  const details = Schema.decodeUnknownOption(Issues)(error.details)
  if (details._tag === "None" || details.value.issues.length === 0) return [{ path: "args", message: error.message }]
  return details.value.issues.map(({ path, message }) => ({ path: path === "" ? "args" : `args.${path}`, message }))
}
