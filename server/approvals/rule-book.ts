import { Clock, Context, Effect, Layer, Random, Schema } from "effect"
import { EpochMs } from "../domain/epoch-ms"
import { type TeamId, uuidv7 } from "../domain/ids"
import { type StoreUnavailable, TooManyRules } from "../engine/run-store"
import { mostRules } from "../store/rule-cache"
import { type RuleAuthor, type RuleDraft, type RuleRecord, RuleTable } from "../store/rule-table"
import { checkRule, type FourEyesImpossible, type InvalidRule } from "./check-rule"
import { Conditions } from "./conditions"
import { Rule, RuleEffect, readRule } from "./rules"

/** A rule as people and scripts see it. */
export const RuleView = Schema.Struct({
  id: Schema.String,
  pattern: Schema.String,
  effect: RuleEffect,
  position: Schema.Int,
  when: Schema.optionalKey(Schema.Json),
  endsAt: Schema.optionalKey(EpochMs),
  interactionExpiresAfterMs: Rule.fields.interactionExpiresAfterMs,
  onExpiry: Schema.Literal("decline"),
  fourEyes: Schema.Boolean,
  selfApproval: Schema.Boolean,
  requesterMayConfirm: Schema.Boolean,
  /** Why it cannot be read: calls it might be about need approval. */
  unreadable: Schema.NullOr(Schema.String),
  hasEnded: Schema.Boolean,
  revision: Schema.Int,
  createdAt: EpochMs,
  updatedAt: EpochMs
})
export type RuleView = typeof RuleView.Type

/** What both stores keep, with room for those that go to the end. */
const farthestPosition = 1_000_000_000
const Position = Schema.Int.check(Schema.isBetween({ minimum: -farthestPosition, maximum: farthestPosition }))

const terms = {
  /** Null: no conditions. */
  when: Schema.optionalKey(Schema.NullOr(Conditions)),
  position: Schema.optionalKey(Position),
  endsAt: Schema.optionalKey(Schema.NullOr(EpochMs)),
  /** Null: its questions wait without a limit. */
  interactionExpiresAfterMs: Rule.fields.interactionExpiresAfterMs,
  onExpiry: Rule.fields.onExpiry,
  fourEyes: Rule.fields.fourEyes,
  selfApproval: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  requesterMayConfirm: Rule.fields.requesterMayConfirm
}

export const NewRule = Schema.Struct({ pattern: Schema.String, effect: RuleEffect, ...terms })
export type NewRule = typeof NewRule.Type

/** What is not given stays; `revision`: the one it was made from. */
export const RuleChange = Schema.Struct({
  pattern: Schema.optionalKey(Schema.String),
  effect: Schema.optionalKey(RuleEffect),
  revision: Schema.optionalKey(Schema.Int),
  ...terms
})
export type RuleChange = typeof RuleChange.Type

export class RuleNotFound extends Schema.TaggedError<RuleNotFound>()("RuleNotFound", { ruleId: Schema.String }) {}
/** Somebody else changed it since it was read. */
export class RuleChanged extends Schema.TaggedError<RuleChanged>()("RuleChanged", { ruleId: Schema.String }) {}

type Writing = StoreUnavailable | InvalidRule | FourEyesImpossible

/** The rules of a team, as its admins write them. Who may is asked before. */
export class RuleBook extends Context.Service<
  RuleBook,
  {
    list(teamId: TeamId): Effect.Effect<ReadonlyArray<RuleView>>
    get(teamId: TeamId, id: string): Effect.Effect<RuleView, RuleNotFound>
    add(teamId: TeamId, rule: NewRule, by: RuleAuthor): Effect.Effect<RuleView, Writing | TooManyRules>
    change(teamId: TeamId, id: string, change: RuleChange, by: RuleAuthor): Effect.Effect<RuleView, Writing | RuleNotFound | RuleChanged>
    remove(teamId: TeamId, id: string, by: RuleAuthor): Effect.Effect<void, StoreUnavailable | RuleNotFound | RuleChanged>
    /** Rules that are not named keep their positions. */
    arrange(teamId: TeamId, ids: ReadonlyArray<string>, by: RuleAuthor): Effect.Effect<ReadonlyArray<RuleView>, StoreUnavailable>
  }
>()("signalbox/approvals/RuleBook") {
  static readonly layer: Layer.Layer<RuleBook, never, RuleTable> = Layer.effect(
    RuleBook,
    Effect.gen(function* () {
      const table = yield* RuleTable

      const find = Effect.fnUntraced(function* (teamId: TeamId, id: string) {
        const found = (yield* table.list(teamId)).find((rule) => rule.id === id)
        return found ?? (yield* new RuleNotFound({ ruleId: id }))
      })

      const view = Effect.fnUntraced(function* (record: RuleRecord) {
        return viewOf(record, yield* Clock.currentTimeMillis)
      })

      const check = Effect.fnUntraced(function* (teamId: TeamId, draft: RuleDraft) {
        yield* checkRule(draft, { now: yield* Clock.currentTimeMillis, deciders: yield* table.deciders(teamId) })
      })

      const add = Effect.fn("RuleBook.add")(function* (teamId: TeamId, rule: NewRule, by: RuleAuthor) {
        const draft = draftOf(`rule_${yield* uuid}`, rule, {})
        yield* check(teamId, draft)
        if (!(yield* table.add(teamId, draft, by))) return yield* new TooManyRules({ most: mostRules })
        return yield* view(yield* Effect.orDie(find(teamId, draft.id)))
      })

      const change = Effect.fn("RuleBook.change")(function* (teamId: TeamId, id: string, { revision, ...wanted }: RuleChange, by: RuleAuthor) {
        const before = yield* find(teamId, id)
        if (revision !== undefined && revision !== before.revision) return yield* new RuleChanged({ ruleId: id })
        const { pattern = before.pattern, effect = effectOf(before), ...rest } = wanted
        const draft = draftOf(id, { ...rest, pattern, effect }, before.terms ?? {})
        yield* check(teamId, draft)
        if (!(yield* table.change(teamId, before, draft, by))) return yield* new RuleChanged({ ruleId: id })
        return yield* view(yield* find(teamId, id))
      })

      const remove = Effect.fn("RuleBook.remove")(function* (teamId: TeamId, id: string, by: RuleAuthor) {
        if (!(yield* table.remove(teamId, yield* find(teamId, id), by))) return yield* new RuleChanged({ ruleId: id })
      })

      const list = Effect.fn("RuleBook.list")(function* (teamId: TeamId) {
        return yield* Effect.forEach(yield* table.list(teamId), view)
      })

      const arrange = Effect.fn("RuleBook.arrange")(function* (teamId: TeamId, ids: ReadonlyArray<string>, by: RuleAuthor) {
        yield* table.arrange(teamId, ids, by)
        return yield* list(teamId)
      })

      return RuleBook.of({ list, get: (teamId, id) => Effect.flatMap(find(teamId, id), view), add, change, remove, arrange })
    })
  )
}

const uuid = Effect.gen(function* () {
  const at = yield* Clock.currentTimeMillis
  const random = yield* Effect.all(Array.from({ length: 10 }, () => Random.nextIntBetween(0, 256)))
  return uuidv7(at, random)
})

const effectOf = ({ effect }: RuleRecord): RuleEffect => (Schema.is(RuleEffect)(effect) ? effect : "require_approval")

/** What was given, over what was there; null takes a term away, except where it is a value of its own. */
export const draftOf = (id: string, { pattern, effect, position, ...given }: NewRule, before: RuleDraft["terms"]): RuleDraft => {
  const merged: Record<string, Schema.Json> = { ...before }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (value === null && name !== "interactionExpiresAfterMs") delete merged[name]
    else merged[name] = JSON.parse(JSON.stringify(value))
  }
  return { id, pattern: pattern.trim(), effect, position: position ?? null, terms: merged }
}

/** A record as it is shown; one that cannot be read says why. */
export const viewOf = (record: RuleRecord, now: number): RuleView => {
  const { id, pattern, position, terms: stored, revision, createdAt, updatedAt } = record
  const read = readRule(stored === null ? { id, pattern } : { ...stored, id, pattern, effect: record.effect, position })
  const common = { id, pattern, position, revision, createdAt, updatedAt, onExpiry: "decline" } as const
  if (read._tag === "Unreadable") {
    const { reason } = read.rule
    const effect = "require_approval"
    return { ...common, effect, fourEyes: false, selfApproval: true, requesterMayConfirm: false, unreadable: reason, hasEnded: false }
  }
  const { rule } = read
  return {
    ...common,
    effect: rule.effect,
    ...(rule.when === undefined ? {} : { when: rule.when }),
    ...(rule.endsAt === undefined ? {} : { endsAt: rule.endsAt }),
    ...(rule.interactionExpiresAfterMs === undefined ? {} : { interactionExpiresAfterMs: rule.interactionExpiresAfterMs }),
    fourEyes: rule.fourEyes === true,
    selfApproval: rule.selfApproval ?? rule.fourEyes !== true,
    requesterMayConfirm: rule.requesterMayConfirm === true,
    unreadable: null,
    hasEnded: rule.endsAt !== undefined && rule.endsAt <= now
  }
}
