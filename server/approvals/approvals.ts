import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { InteractionId } from "../domain/ids"
import { type Answer, Interaction, type ResolvedVia } from "../domain/interaction"
import type { Principal } from "../domain/principal"
import type { AnswerFailure, ExtendFailure } from "../engine/answers"
import { ExecutionEngine } from "../engine/execution-engine"
import { InteractionNotFound, RunStore } from "../engine/run-store"
import { RuleTable } from "../store/rule-table"
import { type AlwaysAllow, isSameRule, ruleOf } from "./always-allow"
import type { InvalidRule } from "./check-rule"

/** A credential tried to decide: only people may. */
export class PeopleOnly extends Schema.TaggedError<PeopleOnly>()("PeopleOnly", { interactionId: Schema.String }) {}
/** The person's role does not include deciding. */
export class MayNotDecide extends Schema.TaggedError<MayNotDecide>()("MayNotDecide", { interactionId: Schema.String, role: Schema.String }) {}

/** Somebody decided first, or this person did without the rule: none was added. */
export class RuleNotAdded extends Schema.TaggedError<RuleNotAdded>()("RuleNotAdded", { interaction: Interaction }) {}

/** Through what a person answers. */
export type AnswerSurface = Extract<ResolvedVia, "console" | "api" | "mcp">

/** What an answer came to, and the rule that was recorded with it. */
export interface Answered {
  readonly interaction: Interaction
  readonly rule: { readonly id: string; readonly pattern: string } | null
}

/** Decisions of people: checks who may decide what; the engine alone writes a decision. */
export class Approvals extends Context.Service<
  Approvals,
  {
    /** Records the answer; does not wait for the run. The same answer again gives the recorded one. */
    answer(principal: Principal, via: AnswerSurface, id: InteractionId, answer: Answer): Effect.Effect<Answered, AnswerFailure | PeopleOnly | MayNotDecide>
    /** The same with a rule for calls like this one: both are recorded, or neither is. Whether its author may write rules is asked before. */
    allowAlways(
      principal: Principal,
      via: AnswerSurface,
      id: InteractionId,
      given: { readonly answer: Answer; readonly rule: AlwaysAllow }
    ): Effect.Effect<Answered, AnswerFailure | PeopleOnly | MayNotDecide | InvalidRule | RuleNotAdded>
    /** Gives a pending question more time: `byMs`, or as much as it had at first. */
    extend(
      principal: Principal,
      via: AnswerSurface,
      id: InteractionId,
      byMs: number | undefined
    ): Effect.Effect<{ readonly interaction: Interaction }, ExtendFailure | PeopleOnly | MayNotDecide>
  }
>()("signalbox/approvals/Approvals") {
  static readonly layer: Layer.Layer<Approvals, never, ExecutionEngine | RunStore | RuleTable> = Layer.effect(
    Approvals,
    Effect.gen(function* () {
      const engine = yield* ExecutionEngine
      const store = yield* RunStore
      const table = yield* RuleTable

      const decidable = Effect.fnUntraced(function* (principal: Principal, id: InteractionId) {
        // Before anything is looked up: a credential learns nothing from trying.
        if (principal._tag !== "Person") return yield* new PeopleOnly({ interactionId: id })
        if (principal.role === "viewer") return yield* new MayNotDecide({ interactionId: id, role: principal.role })
        const stored = yield* store.interaction(id)
        // Another team's interaction does not exist for this one.
        if (stored === null || stored.teamId !== principal.teamId) return yield* new InteractionNotFound({ interactionId: id })
        return { actor: principal.actor, stored }
      })

      const answer = Effect.fn("Approvals.answer")(function* (principal: Principal, via: AnswerSurface, id: InteractionId, given: Answer) {
        const { actor } = yield* decidable(principal, id)
        return { ...(yield* engine.answer(id, given, { actor, via })), rule: null }
      })

      const allowAlways = Effect.fn("Approvals.allowAlways")(function* (
        principal: Principal,
        via: AnswerSurface,
        id: InteractionId,
        given: { readonly answer: Answer; readonly rule: AlwaysAllow }
      ) {
        const { actor, stored } = yield* decidable(principal, id)
        const rule = yield* ruleOf(given.rule, stored, yield* Clock.currentTimeMillis)
        const { interaction } = yield* engine
          .answer(id, given.answer, { actor, via, rule })
          .pipe(Effect.catchTag("AlreadyDecided", (late) => Effect.fail(new RuleNotAdded({ interaction: late.interaction }))))
        // A retry gets the recorded answer, which may be of a try that had no rule, or another one.
        const kept = (yield* table.list(principal.teamId)).find((record) => record.id === rule.id)
        if (kept === undefined || !isSameRule(rule, kept)) return yield* new RuleNotAdded({ interaction })
        return { interaction, rule: { id: kept.id, pattern: kept.pattern } }
      })

      const extend = Effect.fn("Approvals.extend")(function* (principal: Principal, via: AnswerSurface, id: InteractionId, byMs: number | undefined) {
        const { actor } = yield* decidable(principal, id)
        return yield* engine.extend(id, byMs, { actor, via })
      })

      return Approvals.of({ answer, allowAlways, extend })
    })
  )
}
