import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server"
import { auditRouter } from "./audit.router"
import { bulkRouter } from "./bulk.router"
import { clientsRouter } from "./clients.router"
import { hostsRouter } from "./hosts.router"
import { router } from "./init"
import { installationRouter } from "./installation.router"
import { interactionsRouter } from "./interactions.router"
import { liveRouter } from "./live.router"
import { meRouter } from "./me.router"
import { membersRouter } from "./members.router"
import { metricsRouter } from "./metrics.router"
import { retentionRouter } from "./retention.router"
import { rulesRouter } from "./rules.router"
import { runsRouter } from "./runs.router"
import { sourcesRouter } from "./sources.router"
import { tokensRouter } from "./tokens.router"
import { toolsRouter } from "./tools.router"
import { viewsRouter } from "./views.router"
import { webhooksRouter } from "./webhooks.router"

/** Everything the console does. */
export const appRouter = router({
  me: meRouter,
  runs: runsRouter,
  bulk: bulkRouter,
  interactions: interactionsRouter,
  rules: rulesRouter,
  audit: auditRouter,
  tools: toolsRouter,
  sources: sourcesRouter,
  members: membersRouter,
  tokens: tokensRouter,
  clients: clientsRouter,
  installation: installationRouter,
  retention: retentionRouter,
  views: viewsRouter,
  webhooks: webhooksRouter,
  hosts: hostsRouter,
  metrics: metricsRouter,
  live: liveRouter
})

export type AppRouter = typeof appRouter
export type RouterInputs = inferRouterInputs<AppRouter>
export type RouterOutputs = inferRouterOutputs<AppRouter>
export type { LiveMessage, Looking } from "../live/message"
