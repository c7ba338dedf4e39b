import { Effect } from "effect"
import { may, permit } from "../../auth/permissions"
import type { RunId } from "../../domain/ids"
import type { Principal } from "../../domain/principal"
import type { RerunInput, SubmitInput } from "../../domain/run"
import { ExecutionEngine } from "../../engine/execution-engine"
import { RunNotFound } from "../../engine/run-store"
import { RunsQuery } from "../../history/runs-query"

/*
 * What every surface does with runs. Each has asked the permission table for the action before; what depends on the run
 * is asked here. Owner and actor come from the authenticated caller, never from a body.
 */

export const submitRun = Effect.fn("submitRun")(function* (
  principal: Principal,
  trigger: "console" | "api" | "mcp",
  program: SubmitInput & { readonly client?: string }
) {
  return yield* ExecutionEngine.use((engine) => engine.start({ ...program, teamId: principal.teamId, actor: principal.actor, trigger }))
})

/** Runs the program of an earlier run again, or an edited one. Whoever may submit may: what it does is decided anew. */
export const rerunRun = Effect.fn("rerunRun")(function* (principal: Principal, runId: RunId, edit: RerunInput) {
  const { actor } = yield* summaryOf(principal, runId)
  // The answer has the program: what a credential may not read is not there for it.
  if (!may(principal, "runs:read") && actor.id !== principal.actor.id) return yield* new RunNotFound({ runId })
  return yield* ExecutionEngine.use((engine) => engine.rerun(runId, { ...edit, actor: principal.actor }))
})

export const runOf = Effect.fn("runOf")(function* (principal: Principal, runId: RunId) {
  const run = yield* RunsQuery.use((runs) => runs.detail(principal.teamId, runId))
  if (run === null) return yield* new RunNotFound({ runId })
  return run
})

export const summaryOf = Effect.fn("summaryOf")(function* (principal: Principal, runId: RunId) {
  const [summary] = yield* RunsQuery.use((runs) => runs.summaries(principal.teamId, [runId]))
  if (summary === undefined) return yield* new RunNotFound({ runId })
  return summary
})

/** Returns when the program is dead and that is stored. */
export const cancelRun = Effect.fn("cancelRun")(function* (principal: Principal, runId: RunId, reason: string | undefined) {
  // Another team's run is not found, whatever the caller may do with runs of its own.
  const run = yield* summaryOf(principal, runId)
  yield* permit(principal, "runs:cancel", run.actor)
  yield* ExecutionEngine.use((engine) => engine.cancel(runId, principal.actor, reason ?? ""))
})
