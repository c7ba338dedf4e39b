import { Effect, Layer, Metric } from "effect"
import { Approvals } from "../approvals/approvals"
import { expirySweeperLayer } from "../approvals/expiry"
import { callGateLayer } from "../approvals/gate"
import { RuleBook } from "../approvals/rule-book"
import { RuleLab } from "../approvals/rule-lab"
import { accessLayer } from "../auth/access-layer"
import { AppConfig } from "../config/config"
import { ExecutionEngine } from "../engine/execution-engine"
import { RunCommits } from "../engine/run-commits"
import { RunSignals } from "../engine/run-signals"
import { AuditTrail } from "../history/audit-trail"
import { EventLog } from "../history/event-log"
import { PastCalls } from "../history/past-calls"
import { retentionSweeperLayer } from "../history/retention-sweeper"
import { RunsQuery } from "../history/runs-query"
import { ShownRuns } from "../history/shown-runs"
import { TeamMetrics } from "../history/team-metrics"
import { LiveFeed } from "../live/feed"
import { Presence } from "../live/presence"
import { Shutdown } from "../live/shutdown-signal"
import { makeMetricsObserver } from "../observer/metrics-observer"
import { CurrentObserver, composeObservers } from "../observer/observer"
import { Sequencer } from "../observer/sequencer"
import { localQueueLayer } from "../queue/local-queue"
import { codeRunnerLayer } from "../sandbox/worker-pool"
import { AuditLog } from "../store/audit-log"
import { Database } from "../store/database"
import { HostTable } from "../store/host-table"
import { Outbox } from "../store/outbox"
import { RetentionTable } from "../store/retention-table"
import { RuleTable } from "../store/rule-table"
import { runStoreLayer } from "../store/run-store-sql"
import { SourceStore } from "../store/source-store"
import { ViewTable } from "../store/view-table"
import { WebhookTable } from "../store/webhook-table"
import { ToolCatalog } from "../tools/catalog"
import { HttpClient } from "../tools/http-client/http-client"
import { toolInvokerLayer } from "../tools/invoker"
import { SourceRegistry } from "../tools/source-registry"
import { ToolSources } from "../tools/tool-sources"
import { Courier, courierWorkerLayer } from "../webhooks/courier"
import { Webhooks } from "../webhooks/webhooks"
import { tracesLayer } from "./traces"

/**
 * Everything the server consists of, wired once. Later lines use earlier ones; closing goes the other way round: the
 * engine lets go of its runs before the store is closed.
 */
const storeLayer = Layer.mergeAll(
  runStoreLayer,
  RuleTable.layer,
  RetentionTable.layer,
  ViewTable.layer,
  AuditLog.layer,
  WebhookTable.layer,
  Outbox.layer,
  HostTable.layer
).pipe(Layer.provideMerge(Database.layer), Layer.provideMerge(AppConfig.layer))

const historyLayer = LiveFeed.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(EventLog.layer, RunsQuery.layer, ShownRuns.layer, PastCalls.layer, TeamMetrics.layer, AuditTrail.layer, Shutdown.layer, Presence.layer)
  )
)

/** Who hears what the engine has committed, in this order. */
const observersLayer = Layer.effect(
  CurrentObserver,
  Effect.gen(function* () {
    const live = yield* LiveFeed
    return composeObservers([live.observer, makeMetricsObserver()])
  })
)

/** Said, not left to the default: the default is one per copy of the library, and Next bundles several. */
const metricsLayer = Layer.sync(Metric.MetricRegistry, () => new Map())

const queueLayer = Layer.unwrap(
  Effect.gen(function* () {
    const { maxConcurrentRuns } = yield* AppConfig
    return localQueueLayer({ maxConcurrent: maxConcurrentRuns })
  })
)

const sourcesLayer = SourceRegistry.layer.pipe(Layer.provide(Layer.merge(SourceStore.layer, HttpClient.layer)))

const webhooksLayer = Layer.mergeAll(Webhooks.layer, courierWorkerLayer).pipe(Layer.provideMerge(Courier.layer), Layer.provide(HttpClient.layer))

const toolsLayer = Layer.merge(toolInvokerLayer, ToolCatalog.layer).pipe(
  Layer.provide(ToolSources.teamLayer.pipe(Layer.provide(HttpClient.layer))),
  Layer.provideMerge(sourcesLayer),
  Layer.provideMerge(callGateLayer)
)

const commitsLayer = RunCommits.layer.pipe(Layer.provide(Sequencer.layer), Layer.provideMerge(RunSignals.layer), Layer.provide(observersLayer))

const engineLayer = ExecutionEngine.layer.pipe(Layer.provideMerge(Layer.mergeAll(commitsLayer, codeRunnerLayer(), queueLayer, toolsLayer)))

export const appLayer = Layer.mergeAll(Approvals.layer, RuleBook.layer, RuleLab.layer, expirySweeperLayer, retentionSweeperLayer, webhooksLayer).pipe(
  Layer.provideMerge(engineLayer),
  Layer.provideMerge(historyLayer),
  Layer.provideMerge(accessLayer),
  Layer.provideMerge(storeLayer),
  Layer.provideMerge(metricsLayer),
  Layer.provideMerge(tracesLayer)
)
