import { Schema } from "effect"
import type { ActorFigures, ApprovalFigures, RunFigures, ToolFigures } from "../domain/metrics"
import { TeamMetrics } from "../history/team-metrics"
import { call } from "./call"
import { may, router, valid } from "./init"

/** Of `startedAt`, epoch ms: from the first one inside to the first one outside. */
const RangeInput = Schema.Struct({ from: Schema.Finite, to: Schema.Finite })

/** Each figure is asked for, and fails, alone. */
export const metricsRouter = router({
  runs: may("metrics:read")
    .input(valid(RangeInput))
    .query(({ ctx, input }): Promise<RunFigures> => call(TeamMetrics.use((metrics) => metrics.runs(ctx.principal.teamId, input)))),
  actors: may("metrics:read")
    .input(valid(RangeInput))
    .query(({ ctx, input }): Promise<ReadonlyArray<ActorFigures>> => call(TeamMetrics.use((metrics) => metrics.actors(ctx.principal.teamId, input)))),
  tools: may("metrics:read")
    .input(valid(RangeInput))
    .query(({ ctx, input }): Promise<ReadonlyArray<ToolFigures>> => call(TeamMetrics.use((metrics) => metrics.tools(ctx.principal.teamId, input)))),
  approvals: may("metrics:read")
    .input(valid(RangeInput))
    .query(({ ctx, input }): Promise<ApprovalFigures> => call(TeamMetrics.use((metrics) => metrics.approvals(ctx.principal.teamId, input))))
})
