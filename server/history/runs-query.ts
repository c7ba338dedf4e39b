import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../config/config"
import type { InteractionId, RunId, TeamId } from "../domain/ids"
import type { Interaction } from "../domain/interaction"
import type { Run, RunSummary } from "../domain/run"
import type { FacetField, RunFilter } from "../domain/run-filter"
import { Database } from "../store/database"
import type { MalformedCursor } from "./cursor"
import { type CountLimits, countLimits, type Facets, facetsOf } from "./facets"
import { type Histogram, histogramOf } from "./histogram"
import { pageOfDecided, pageOfPending } from "./interaction-pages"
import { interactionsOf } from "./interaction-row"
import type { InteractionPage, InteractionsRequest, PageRequest, RunCount, RunPage } from "./pages"
import { plannedFor } from "./plan-filter"
import { read, readNumber } from "./read"
import { readRun } from "./run-detail"
import { idsMatching, idsOfAll, pageOfRuns } from "./run-pages"
import { summariesOf } from "./run-row"
import { countPending, interactionsById } from "./sql/interactions"
import { countRuns, runsBelow, runsById } from "./sql/runs"

/** Reads what happened. Everything belongs to a team; what another team owns is not there. */
export class RunsQuery extends Context.Service<
  RunsQuery,
  {
    list(teamId: TeamId, filter: RunFilter, page: PageRequest): Effect.Effect<RunPage, MalformedCursor>
    count(teamId: TeamId, filter: RunFilter): Effect.Effect<RunCount>
    /** All that match by now, newest first, at most so many: a filter that is held fast. */
    ids(teamId: TeamId, filter: RunFilter, most: number): Effect.Effect<ReadonlyArray<RunId>>
    /** Those of these runs that the filter lets through. */
    matching(teamId: TeamId, filter: RunFilter, runIds: ReadonlyArray<RunId>): Effect.Effect<ReadonlyArray<RunId>>
    /** For each offered value of these fields, how many rows a click on it yields. */
    facets(teamId: TeamId, filter: RunFilter, fields: ReadonlyArray<FacetField>): Effect.Effect<Facets>
    /** When the matching runs started, by status. */
    histogram(teamId: TeamId, filter: RunFilter, buckets: number): Effect.Effect<Histogram>
    detail(teamId: TeamId, runId: RunId): Effect.Effect<Run | null>
    /** `detail`, and the `seq` of the last event whose output or log line it contains. */
    detailUpTo(teamId: TeamId, runId: RunId): Effect.Effect<{ readonly run: Run; readonly printedTo: number } | null>
    /** For the runs of one team; unknown ids and other teams' runs are left out. */
    summaries(teamId: TeamId, runIds: ReadonlyArray<RunId>): Effect.Effect<ReadonlyArray<RunSummary>>
    /** Runs below this one, oldest first, at most so many. */
    children(teamId: TeamId, runId: RunId, limit: number): Effect.Effect<ReadonlyArray<RunSummary>>
    interactions(teamId: TeamId, request: InteractionsRequest): Effect.Effect<InteractionPage, MalformedCursor>
    interaction(teamId: TeamId, id: InteractionId): Effect.Effect<Interaction | null>
    /** Unknown ids and other teams' interactions are left out. */
    interactionsById(teamId: TeamId, ids: ReadonlyArray<InteractionId>): Effect.Effect<ReadonlyArray<Interaction>>
    pendingCount(teamId: TeamId): Effect.Effect<number>
  }
>()("signalbox/history/RunsQuery") {
  static readonly layer: Layer.Layer<RunsQuery, never, Database | AppConfig> = RunsQuery.layerWith(countLimits)

  /** The same with other limits: tests reach them with a handful of runs. */
  static layerWith(limits: CountLimits): Layer.Layer<RunsQuery, never, Database | AppConfig> {
    return Layer.effect(
      RunsQuery,
      Effect.suspend(() => makeRunsQuery(limits))
    )
  }
}

const makeRunsQuery = (limits: CountLimits) =>
  Effect.gen(function* () {
    const database = yield* Database
    const { publicUrl } = yield* AppConfig

    const list: RunsQuery["Service"]["list"] = (teamId, filter, page) => pageOfRuns(database, teamId, filter, page)

    const count = Effect.fn("RunsQuery.count")(function* (teamId: TeamId, filter: RunFilter) {
      const { countedUpTo } = limits
      const counted = yield* readNumber(database, countRuns(database.kind, yield* plannedFor(database, teamId, filter), countedUpTo + 1))
      return { total: Math.min(counted, countedUpTo), totalIsCapped: counted > countedUpTo }
    })

    const ids: RunsQuery["Service"]["ids"] = (teamId, filter, most) => idsOfAll(database, teamId, filter, most)
    const matching: RunsQuery["Service"]["matching"] = (teamId, filter, runIds) => idsMatching(database, teamId, filter, runIds)
    const facets: RunsQuery["Service"]["facets"] = (teamId, filter, fields) => facetsOf(database, limits, { teamId, filter, fields })
    const histogram: RunsQuery["Service"]["histogram"] = (teamId, filter, buckets) => histogramOf(database, { teamId, filter, buckets })

    const detailUpTo: RunsQuery["Service"]["detailUpTo"] = (teamId, runId) => readRun(database, publicUrl, teamId, runId)
    const detail: RunsQuery["Service"]["detail"] = (teamId, runId) => Effect.map(detailUpTo(teamId, runId), (found) => found?.run ?? null)

    const summaries = Effect.fn("RunsQuery.summaries")(function* (teamId: TeamId, runIds: ReadonlyArray<RunId>) {
      return runIds.length === 0 ? [] : summariesOf(yield* read(database, runsById(teamId, runIds)))
    })

    const children = Effect.fn("RunsQuery.children")(function* (teamId: TeamId, runId: RunId, limit: number) {
      return summariesOf(yield* read(database, runsBelow(teamId, runId, limit)))
    })

    const interactions = Effect.fn("RunsQuery.interactions")(function* (teamId: TeamId, request: InteractionsRequest) {
      const page = yield* request.status === "pending"
        ? pageOfPending(database, publicUrl, teamId, request)
        : pageOfDecided(database, publicUrl, teamId, request, request.status === "decided" ? null : request.status)
      return { ...page, pendingCount: yield* readNumber(database, countPending(teamId, request.runId)) }
    })

    const some = Effect.fn("RunsQuery.interactionsById")(function* (teamId: TeamId, ids: ReadonlyArray<InteractionId>) {
      return ids.length === 0 ? [] : interactionsOf(yield* read(database, interactionsById(teamId, ids)), publicUrl)
    })

    const interaction: RunsQuery["Service"]["interaction"] = (teamId, id) => some(teamId, [id]).pipe(Effect.map(([found]) => found ?? null))

    const pendingCount = (teamId: TeamId) => readNumber(database, countPending(teamId, undefined))

    return {
      list,
      count,
      ids,
      matching,
      facets,
      histogram,
      detail,
      detailUpTo,
      summaries,
      children,
      interactions,
      interaction,
      interactionsById: some,
      pendingCount
    }
  })
