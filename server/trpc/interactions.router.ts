import { Effect, Schema } from "effect"
import { type Answered, Approvals } from "../approvals/approvals"
import { InteractionId, RunId } from "../domain/ids"
import type { Interaction } from "../domain/interaction"
import type { RunSummary } from "../domain/run"
import { PageLimit } from "../domain/run-filter"
import type { ShownRun } from "../domain/shown-run"
import { InteractionNotFound } from "../engine/run-store"
import type { InteractionPage } from "../history/pages"
import { RunsQuery } from "../history/runs-query"
import { ShownRuns } from "../history/shown-runs"
import { AnswerWithRule, answerQuestion } from "../http/answering"
import { summaryOf } from "../http/v1/run-verbs"
import { LiveFeed } from "../live/feed"
import { call } from "./call"
import { type AsOf, may, router, valid } from "./init"

const ListInput = Schema.Struct({
  status: Schema.Literals(["pending", "decided"]),
  runId: Schema.optional(RunId),
  cursor: Schema.optional(Schema.NullOr(Schema.String)),
  limit: Schema.optional(PageLimit),
  direction: Schema.optional(Schema.Literals(["forward", "backward"]))
})
const OneInput = Schema.Struct({ id: InteractionId })
const AnswerInput = Schema.Struct({ id: InteractionId, ...AnswerWithRule.fields })

export const interactionsRouter = router({
  list: may("interactions:read")
    .input(valid(ListInput))
    .query(
      ({ ctx, input }): Promise<AsOf<InteractionPage>> =>
        call(
          Effect.gen(function* () {
            const asOf = yield* LiveFeed.use((feed) => feed.position)
            const { direction: _, ...request } = input
            return { ...(yield* RunsQuery.use((runs) => runs.interactions(ctx.principal.teamId, request))), asOf }
          })
        )
    ),

  get: may("interactions:read")
    .input(valid(OneInput))
    .query(
      ({ ctx, input }): Promise<AsOf<{ readonly interaction: Interaction; readonly run: ShownRun }>> =>
        call(
          Effect.gen(function* () {
            const asOf = yield* LiveFeed.use((feed) => feed.position)
            const interaction = yield* RunsQuery.use((runs) => runs.interaction(ctx.principal.teamId, input.id))
            if (interaction === null) return yield* new InteractionNotFound({ interactionId: input.id })
            const found = yield* ShownRuns.use((runs) => runs.run(ctx.principal.teamId, interaction.runId))
            if (found === null) return yield* new InteractionNotFound({ interactionId: input.id })
            return { interaction, run: found.run, asOf }
          })
        )
    ),

  answer: may("interactions:decide")
    .input(valid(AnswerInput))
    .mutation(
      ({ ctx, input }): Promise<Answered & { readonly run: RunSummary }> =>
        call(
          Effect.gen(function* () {
            const { id, ...answer } = input
            const { interaction, rule } = yield* answerQuestion(ctx.principal, "console", id, answer)
            return { interaction, rule, run: yield* summaryOf(ctx.principal, interaction.runId) }
          })
        )
    ),

  /** More time: `byMs`, or as much as the question had at first. */
  extend: may("interactions:decide")
    .input(valid(Schema.Struct({ id: InteractionId, byMs: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))) })))
    .mutation(
      ({ ctx, input }): Promise<{ readonly interaction: Interaction }> =>
        call(Approvals.use((approvals) => approvals.extend(ctx.principal, "console", input.id, input.byMs)))
    )
})
