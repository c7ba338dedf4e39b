import { Clock, Effect, Schema } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { validateContent } from "../domain/form-schema"
import type { InteractionId, RunId } from "../domain/ids"
import { type Answer, Interaction, type ResolvedVia } from "../domain/interaction"
import { type Actor, systemActor } from "../domain/principal"
import type { Message } from "./residence"
import { RunCommits } from "./run-commits"
import type { Wake } from "./run-queue"
import { type Decision, InteractionNotFound, RunStore, type StoredInteraction } from "./run-store"
import { uncertainContent } from "./uncertain-call"

export interface AnsweredBy {
  readonly actor: Actor
  readonly via: ResolvedVia
}

/** Somebody, or something, decided otherwise before; `interaction` says who, what and when. */
export class AlreadyDecided extends Schema.TaggedError<AlreadyDecided>()("AlreadyDecided", { interaction: Interaction }) {}
/** Its deadline had passed. */
export class InteractionExpired extends Schema.TaggedError<InteractionExpired>()("InteractionExpired", { interaction: Interaction }) {}
/** The form content does not fit its schema; the question stays open. */
export class InvalidContent extends Schema.TaggedError<InvalidContent>()("InvalidContent", {
  issues: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))
}) {}
export type AnswerFailure = InteractionNotFound | AlreadyDecided | InteractionExpired | InvalidContent

/**
 * Answers to questions. One conditional update decides, never a read before it; what follows from a decision (the call, the
 * rest of the run) comes after it. Retries of the recorded answer get the record, also after the run's end and a restart.
 */
export const makeAnswers = Effect.fnUntraced(function* (tell: (wake: Wake, message: Message) => Effect.Effect<void>) {
  const store = yield* RunStore
  const commits = yield* RunCommits

  const settle = (decision: Decision, runId: RunId) => commits.around(runId, store.decide(decision), ({ events }) => events)

  const answer = Effect.fn("ExecutionEngine.answer")(function* (id: InteractionId, given: Answer, { actor, via }: AnsweredBy) {
    const before = yield* find(id)
    const { runId } = before.interaction
    if (before.interaction.status !== "pending") return yield* recorded(before, given)
    const content = yield* checkedContent(before, given)
    const at = yield* Clock.currentTimeMillis
    const status = given.action === "accept" ? "accepted" : given.action === "decline" ? "declined" : "cancelled"
    const result = yield* settle({ interactionId: id, status, by: actor, via, comment: given.comment ?? null, content, at }, runId)
    switch (result._tag) {
      case "Decided": {
        yield* tell({ runId, teamId: before.teamId }, { _tag: "Input", input: { _tag: "Decided", stored: result.stored } })
        return { interaction: result.stored.interaction }
      }
      case "AlreadyDecided":
        return yield* recorded(result.stored, given)
      case "PastDeadline": {
        yield* expire(id)
        return yield* recorded(yield* find(id), given)
      }
    }
  })

  const find = Effect.fnUntraced(function* (id: InteractionId) {
    const stored = yield* store.interaction(id)
    return stored ?? (yield* new InteractionNotFound({ interactionId: id }))
  })

  const expire = Effect.fn("ExecutionEngine.expire")(function* (id: InteractionId) {
    const before = yield* store.interaction(id)
    if (before === null) return false
    const { runId } = before.interaction
    const at = yield* Clock.currentTimeMillis
    const comment = "nobody answered before the deadline"
    const result = yield* settle({ interactionId: id, status: "expired", by: systemActor, via: "deadline", comment, content: null, at }, runId).pipe(
      Effect.catchTag("InteractionNotFound", Effect.die)
    )
    if (result._tag !== "Decided") return false
    yield* tell({ runId, teamId: before.teamId }, { _tag: "Input", input: { _tag: "Decided", stored: result.stored } })
    return true
  })

  return { answer, expire }
})

const checkedContent = Effect.fnUntraced(function* (stored: StoredInteraction, given: Answer) {
  const { kind, requestedSchema, options } = stored.interaction
  if (given.action === "accept" && options !== null) {
    const said = uncertainContent(given.content ?? {})
    if ("issues" in said) return yield* new InvalidContent({ issues: said.issues })
    return said.content
  }
  if (given.action !== "accept" || kind !== "form" || requestedSchema === null) return null
  const checked = validateContent(requestedSchema, given.content ?? {})
  if ("issues" in checked) return yield* new InvalidContent({ issues: checked.issues })
  return checked.content
})

const statusOf = { accept: "accepted", decline: "declined", cancel: "cancelled" } as const

/** A retry of the recorded answer gets the record; another answer is told who decided what, and when. */
const recorded = Effect.fnUntraced(function* (stored: StoredInteraction, given: Answer) {
  const { interaction } = stored
  if (interaction.status === "expired") return yield* new InteractionExpired({ interaction })
  // Closed with its run, not by a person: no answer equals that.
  const isSame = interaction.status === statusOf[given.action] && interaction.resolvedVia !== "system" && sameContent(stored, given)
  if (!isSame) return yield* new AlreadyDecided({ interaction })
  return { interaction }
})

const sameContent = ({ interaction, exactContent }: StoredInteraction, given: Answer): boolean => {
  if (interaction.options !== null && given.action === "accept") return canonicalJson(given.content ?? {}) === canonicalJson(exactContent)
  if (interaction.kind !== "form" || given.action !== "accept" || interaction.requestedSchema === null) return true
  const checked = validateContent(interaction.requestedSchema, given.content ?? {})
  return !("issues" in checked) && canonicalJson(checked.content) === canonicalJson(exactContent)
}
