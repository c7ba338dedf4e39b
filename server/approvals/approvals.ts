import { Context, Effect, Layer, Schema } from "effect"
import type { InteractionId } from "../domain/ids"
import type { Answer, Interaction, ResolvedVia } from "../domain/interaction"
import type { Principal } from "../domain/principal"
import type { AnswerFailure, ExtendFailure } from "../engine/answers"
import { ExecutionEngine } from "../engine/execution-engine"
import { InteractionNotFound, RunStore } from "../engine/run-store"

/** A credential tried to decide: only people may. */
export class PeopleOnly extends Schema.TaggedError<PeopleOnly>()("PeopleOnly", { interactionId: Schema.String }) {}
/** The person's role does not include deciding. */
export class MayNotDecide extends Schema.TaggedError<MayNotDecide>()("MayNotDecide", { interactionId: Schema.String, role: Schema.String }) {}

/** Through what a person answers. */
export type AnswerSurface = Extract<ResolvedVia, "console" | "api" | "mcp">

/** Decisions of people: checks who may decide what; the engine alone writes a decision. */
export class Approvals extends Context.Service<
  Approvals,
  {
    /** Records the answer; does not wait for the run. The same answer again gives the recorded one. */
    answer(
      principal: Principal,
      via: AnswerSurface,
      id: InteractionId,
      answer: Answer
    ): Effect.Effect<{ readonly interaction: Interaction }, AnswerFailure | PeopleOnly | MayNotDecide>
    /** Gives a pending question more time: `byMs`, or as much as it had at first. */
    extend(
      principal: Principal,
      via: AnswerSurface,
      id: InteractionId,
      byMs: number | undefined
    ): Effect.Effect<{ readonly interaction: Interaction }, ExtendFailure | PeopleOnly | MayNotDecide>
  }
>()("signalbox/approvals/Approvals") {
  static readonly layer: Layer.Layer<Approvals, never, ExecutionEngine | RunStore> = Layer.effect(
    Approvals,
    Effect.gen(function* () {
      const engine = yield* ExecutionEngine
      const store = yield* RunStore

      const decider = Effect.fnUntraced(function* (principal: Principal, id: InteractionId) {
        // Before anything is looked up: a credential learns nothing from trying.
        if (principal._tag !== "Person") return yield* new PeopleOnly({ interactionId: id })
        if (principal.role === "viewer") return yield* new MayNotDecide({ interactionId: id, role: principal.role })
        const stored = yield* store.interaction(id)
        // Another team's interaction does not exist for this one.
        if (stored === null || stored.teamId !== principal.teamId) return yield* new InteractionNotFound({ interactionId: id })
        return principal.actor
      })

      const answer = Effect.fn("Approvals.answer")(function* (principal: Principal, via: AnswerSurface, id: InteractionId, given: Answer) {
        return yield* engine.answer(id, given, { actor: yield* decider(principal, id), via })
      })

      const extend = Effect.fn("Approvals.extend")(function* (principal: Principal, via: AnswerSurface, id: InteractionId, byMs: number | undefined) {
        return yield* engine.extend(id, byMs, { actor: yield* decider(principal, id), via })
      })

      return Approvals.of({ answer, extend })
    })
  )
}
