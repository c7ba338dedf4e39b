import { Effect, Schema } from "effect"
import { Approvals } from "../approvals/approvals"
import { permit } from "../auth/permissions"
import { contentOf, draftFrom, type FormDraft } from "../domain/form-draft"
import { parseFormSchema } from "../domain/form-schema"
import { InteractionId, RunId } from "../domain/ids"
import { type Answer, asksForValues, Comment, type Interaction } from "../domain/interaction"
import type { Principal } from "../domain/principal"
import { SubmitInput } from "../domain/run"
import { InteractionNotFound } from "../engine/run-store"
import { RunsQuery } from "../history/runs-query"
import { action, goTo } from "./action"
import { decodeForm, jsonIn } from "./decode"
import { type MalformedRequest, Refused } from "./request-errors"
import { cancelRun, rerunRun, submitRun } from "./v1/run-verbs"

/*
 * The console's forms that work before JavaScript has loaded. With it, the same is done over tRPC.
 */

/** A question's form: `id`, `action`, `comment`, the zone of local times and, of a form, its controls. */
const AnswerForm = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Array(Schema.String)]))
type AnswerForm = typeof AnswerForm.Type

const AnswerHead = Schema.Struct({
  id: InteractionId,
  action: Schema.Literals(["accept", "decline", "extend"]),
  comment: Schema.optionalKey(Comment),
  /** JSON text of the arguments, as shown or edited. */
  args: Schema.optionalKey(Schema.String),
  revision: Schema.optionalKey(Schema.String),
  zone: Schema.optionalKey(Schema.String)
})

const allOf =
  (form: AnswerForm) =>
  (name: string): ReadonlyArray<string> => {
    const value = form[name]
    return value === undefined ? [] : typeof value === "string" ? [value] : value
  }

const isZone = (zone: string): boolean => {
  try {
    return zone !== "" && new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

const contentIn = (interaction: Interaction, form: AnswerForm, zone: string): Pick<Answer, "content"> => {
  const read = asksForValues(interaction) ? parseFormSchema(interaction.requestedSchema) : null
  if (read === null || !("fields" in read)) return {}
  const draft: FormDraft = draftFrom(read.fields, allOf(form))
  return { content: contentOf(read.fields, draft, zone) }
}

/** The field holds the arguments as they are shown until somebody edits them. */
const editedArgs = (interaction: Interaction, text: string): Effect.Effect<Pick<Answer, "args">, MalformedRequest> => {
  if (text.trim() === "" || text.replace(/\r\n/g, "\n").trim() === JSON.stringify(interaction.args ?? {}, null, 2)) return Effect.succeed({})
  return Effect.map(jsonIn(text, "args"), (args): Pick<Answer, "args"> => ({ args }))
}

const answer = Effect.fn("answerForm")(function* (form: AnswerForm, principal: Principal) {
  const { id, action: chosen, comment = "", zone = "UTC", args = "", revision = "" } = yield* decodeForm(AnswerHead)(form)
  if (chosen === "extend") return yield* Approvals.use((approvals) => approvals.extend(principal, "console", id, undefined))
  const said = comment.trim()
  if (chosen === "decline" && said === "")
    return yield* new Refused({ code: "reason_missing", message: "Say why, then decline: the agent sees it and it is kept in the record." })
  const interaction = yield* RunsQuery.use((runs) => runs.interaction(principal.teamId, id))
  if (interaction === null) return yield* new InteractionNotFound({ interactionId: id })
  const given: Answer = {
    action: chosen,
    ...(said === "" ? {} : { comment: said }),
    ...(chosen === "accept" ? contentIn(interaction, form, isZone(zone) ? zone : "UTC") : {}),
    ...(chosen === "accept" && /^\d{1,9}$/.test(revision) ? { revision: Number(revision) } : {}),
    ...(chosen === "accept" ? yield* editedArgs(interaction, args) : {})
  }
  return yield* Approvals.use((approvals) => approvals.answer(principal, "console", id, given))
})

/** Answers one question; the value is the question as it is now. */
export const answerAction = action("interactions:decide", AnswerForm, answer)

const SubmitForm = Schema.Struct({
  code: Schema.String,
  args: Schema.optionalKey(Schema.String),
  timeoutMs: Schema.optionalKey(Schema.String),
  rerunOf: Schema.optionalKey(RunId),
  argsShown: Schema.optionalKey(Schema.String)
})

/**
 * The playground's form: `code`, `args` as JSON text, `timeoutMs`, and `rerunOf` for a run that runs again: without `args`
 * it has those of the first, or none where these were shown (`argsShown`) and taken out. Leads to the run.
 */
export const submitAction = action(
  "runs:submit",
  SubmitForm,
  Effect.fn("submitForm")(function* ({ code, args = "", timeoutMs = "", rerunOf, argsShown }, principal) {
    const parsed = args.trim() === "" ? (argsShown === undefined ? {} : { args: null }) : { args: yield* jsonIn(args, "args") }
    // A form sends CRLF at the end of lines; the program's own lines are counted without.
    const program = yield* decodeForm(SubmitInput)({
      code: code.replace(/\r\n/g, "\n"),
      ...parsed,
      ...(timeoutMs === "" ? {} : { timeoutMs: Number(timeoutMs) })
    })
    if (rerunOf !== undefined) yield* permit(principal, "runs:rerun")
    const { runId } = yield* rerunOf === undefined ? submitRun(principal, "console", program) : rerunRun(principal, rerunOf, program)
    return goTo(`/runs/${runId}`)
  })
)

/** Stops a run: `id`, `reason`. What a token may stop depends on the run, which is asked about with it. */
export const cancelAction = action(
  "whoever is signed in",
  Schema.Struct({ id: RunId, reason: Schema.optionalKey(Comment) }),
  Effect.fn("cancelForm")(function* ({ id, reason }, principal) {
    yield* cancelRun(principal, id, reason)
    return goTo(`/runs/${id}`)
  })
)
