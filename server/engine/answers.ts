import { Clock, Effect, Schema } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { validateContent } from "../domain/form-schema"
import type { InteractionId } from "../domain/ids"
import { type Answer, Interaction } from "../domain/interaction"
import { systemActor } from "../domain/principal"
import { restoreRedacted } from "../domain/restore-redacted"
import { isSame, planAnswer } from "./answer-plan"
import type { CallGate } from "./call-gate"
import type { AnsweredBy } from "./decision"
import { type EditBlocked, editOf, InvalidContent } from "./edited-args"
import { parseJson } from "./json-text"
import type { Message } from "./residence"
import { RunCommits } from "./run-commits"
import type { Wake } from "./run-queue"
import { type Change, type Decision, InteractionNotFound, RunStore, type StoredInteraction, TooManyRules } from "./run-store"
import type { ToolInvoker } from "./tool-invoker"
import { uncertainContent } from "./uncertain-call"

/** Somebody, or something, decided otherwise before; `interaction` says who, what and when. */
export class AlreadyDecided extends Schema.TaggedError<AlreadyDecided>()("AlreadyDecided", { interaction: Interaction }) {}
/** Its deadline had passed. */
export class InteractionExpired extends Schema.TaggedError<InteractionExpired>()("InteractionExpired", { interaction: Interaction }) {}
/** What was answered is not what the question asks any more: its arguments were edited since. */
export class InteractionChanged extends Schema.TaggedError<InteractionChanged>()("InteractionChanged", { interaction: Interaction }) {}
/** The rule does not let who submitted the run approve it. */
export class SelfApprovalForbidden extends Schema.TaggedError<SelfApprovalForbidden>()("SelfApprovalForbidden", { interactionId: Schema.String }) {}
/** It has no deadline that could be put off. */
export class NoDeadline extends Schema.TaggedError<NoDeadline>()("NoDeadline", { interactionId: Schema.String }) {}
export type AnswerFailure =
  | InteractionNotFound
  | AlreadyDecided
  | InteractionExpired
  | InvalidContent
  | InteractionChanged
  | SelfApprovalForbidden
  | EditBlocked
  | TooManyRules
export type ExtendFailure = InteractionNotFound | AlreadyDecided | InteractionExpired | NoDeadline

/** Without saying how long, a question gets its own time once more, at most a day. */
const longestExtensionMs = 24 * 3_600_000
/** No question waits longer than this from now. */
const farthestMs = 366 * 24 * 3_600_000

/**
 * Answers to questions. One conditional update decides, never a read before it; what follows from a decision (the call, the
 * rest of the run) comes after it. Retries of the recorded answer get the record, also after the run's end and a restart.
 */
export const makeAnswers = Effect.fnUntraced(function* (tell: (wake: Wake, message: Message) => Effect.Effect<void>) {
  const store = yield* RunStore
  const commits = yield* RunCommits

  const context = yield* Effect.context<ToolInvoker | CallGate>()
  const settle = (decision: Decision, { interaction }: StoredInteraction) => commits.around(interaction.runId, store.decide(decision), ({ events }) => events)
  const change = (wanted: Change, { interaction }: StoredInteraction) => commits.around(interaction.runId, store.change(wanted), ({ events }) => events)
  const told = (stored: StoredInteraction) =>
    tell({ runId: stored.interaction.runId, teamId: stored.teamId }, { _tag: "Input", input: { _tag: "Decided", stored } })

  const answer = Effect.fn("ExecutionEngine.answer")(function* (id: InteractionId, given: Answer, by: AnsweredBy) {
    const first = yield* find(id)
    let before = first
    while (true) {
      if (before.interaction.status !== "pending") {
        // Recorded by a try whose caller never heard of it: the run may not have either.
        if (before.appliedAt === null && before.interaction.resolvedVia !== "system") yield* told(before)
        return yield* recorded(before, given, by)
      }
      // Votes may have come meanwhile; other arguments are another question.
      const isOther = given.revision === undefined ? before.bindingHash !== first.bindingHash : given.revision !== before.interaction.revision
      if (isOther && given.action === "accept") return yield* new InteractionChanged({ interaction: before.interaction })
      const content = yield* checkedContent(before, given)
      const edit = given.args === undefined ? undefined : yield* editOf(before, given.args).pipe(Effect.provideContext(context))
      const plan = planAnswer(before, { answer: given, content, edit, by, at: yield* Clock.currentTimeMillis })
      if (plan._tag === "Voted") return { interaction: before.interaction }
      if (plan._tag === "SelfApproval") return yield* new SelfApprovalForbidden({ interactionId: id })
      if (plan._tag === "NoRule") return yield* new InvalidContent({ issues: [{ path: "rule", message: plan.why }] })
      const result = yield* plan._tag === "Decide" ? settle(plan.decision, before) : change(plan.change, before)
      switch (result._tag) {
        case "Decided": {
          if (plan._tag === "Decide") yield* told(result.stored)
          return { interaction: result.stored.interaction }
        }
        case "AlreadyDecided":
          return yield* recorded(result.stored, given, by)
        case "PastDeadline": {
          yield* expire(id)
          return yield* recorded(yield* find(id), given, by)
        }
        case "RulesFull":
          return yield* new TooManyRules({ most: result.most })
        case "Stale":
          before = result.stored
      }
    }
  })

  const extend = Effect.fn("ExecutionEngine.extend")(function* (id: InteractionId, byMs: number | undefined, { actor, via }: AnsweredBy) {
    while (true) {
      const before = yield* find(id)
      const { interaction } = before
      const { status, expiresAt, createdAt, waitsFrom = createdAt, revision = 0 } = interaction
      if (status === "expired") return yield* new InteractionExpired({ interaction })
      if (status !== "pending") return yield* new AlreadyDecided({ interaction })
      if (expiresAt === null) return yield* new NoDeadline({ interactionId: id })
      const at = yield* Clock.currentTimeMillis
      const later = Math.min(expiresAt + (byMs ?? Math.min(longestExtensionMs, Math.max(60_000, expiresAt - waitsFrom))), at + farthestMs)
      const wanted = { interactionId: id, revision, change: "extended", by: actor, via, at, comment: null, expiresAt: later, warnings: 0 } as const
      const result = yield* change(wanted, before)
      if (result._tag === "Decided") return { interaction: result.stored.interaction }
      if (result._tag === "PastDeadline") yield* expire(id)
    }
  })

  const warn = Effect.fn("ExecutionEngine.warn")(function* (before: StoredInteraction, warnings: number) {
    const { id, revision = 0 } = before.interaction
    const at = yield* Clock.currentTimeMillis
    const wanted = { interactionId: id, revision, change: "expiring", by: systemActor, via: "system", at, comment: null, warnings } as const
    const result = yield* Effect.orDie(change(wanted, before))
    return result._tag === "Decided"
  })

  const find = Effect.fnUntraced(function* (id: InteractionId) {
    const stored = yield* store.interaction(id)
    return stored ?? (yield* new InteractionNotFound({ interactionId: id }))
  })

  const expire = Effect.fn("ExecutionEngine.expire")(function* (id: InteractionId) {
    const before = yield* store.interaction(id)
    if (before === null) return false
    const at = yield* Clock.currentTimeMillis
    const comment = "nobody answered before the deadline"
    const result = yield* settle({ interactionId: id, status: "expired", by: systemActor, via: "deadline", comment, content: null, at }, before).pipe(
      Effect.catchTag("InteractionNotFound", Effect.die)
    )
    if (result._tag === "AlreadyDecided" && result.stored.interaction.status === "expired" && result.stored.appliedAt === null) yield* told(result.stored)
    if (result._tag !== "Decided") return false
    yield* told(result.stored)
    return true
  })

  return { answer, extend, warn, expire }
})

const checkedContent = Effect.fnUntraced(function* (stored: StoredInteraction, given: Answer) {
  if (given.args !== undefined && given.action !== "accept")
    return yield* new InvalidContent({ issues: [{ path: "args", message: "count only with the action accept" }] })
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
const recorded = Effect.fnUntraced(function* (stored: StoredInteraction, given: Answer, by: AnsweredBy) {
  const { interaction } = stored
  if (interaction.status === "expired") return yield* new InteractionExpired({ interaction })
  // Closed with its run, not by a person: no answer equals that.
  const isSame =
    interaction.status === statusOf[given.action] && interaction.resolvedVia !== "system" && sameContent(stored, given) && sameArgs(stored, given, by)
  if (!isSame) return yield* new AlreadyDecided({ interaction })
  return { interaction }
})

const sameContent = ({ interaction, exactContent }: StoredInteraction, given: Answer): boolean => {
  if (interaction.options !== null && given.action === "accept") return canonicalJson(given.content ?? {}) === canonicalJson(exactContent)
  if (interaction.kind !== "form" || given.action !== "accept" || interaction.requestedSchema === null) return true
  const checked = validateContent(interaction.requestedSchema, given.content ?? {})
  return !("issues" in checked) && canonicalJson(checked.content) === canonicalJson(exactContent)
}

/** An answer without arguments accepted what was asked, unless its author is who decided in the end. */
const sameArgs = ({ interaction, exactArgs }: StoredInteraction, { action, args }: Answer, { actor }: AnsweredBy): boolean => {
  if (action !== "accept") return true
  if (args !== undefined) {
    const { args: meant } = restoreRedacted(args, interaction.args ?? null, exactArgs === null ? undefined : parseJson(exactArgs))
    return canonicalJson(meant) === exactArgs
  }
  return interaction.proposedArgs === null || interaction.votes.some(({ by }) => isSame(by, actor))
}
