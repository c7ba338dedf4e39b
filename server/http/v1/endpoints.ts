import { exportAudit, listAudit } from "./audit"
import type { Endpoint } from "./endpoint"
import { deleteHost, listHosts, postHost } from "./hosts"
import { getInteraction, listInteractions, postAnswer, postExtend } from "./interactions"
import { getRunPayload } from "./payloads"
import { deleteRule, getRule, listRules, postRule, postRuleChange } from "./rules"
import { getFacets, getHistogram } from "./run-counts"
import { getEvents, getRunEvents } from "./run-events"
import { exportRuns } from "./run-export"
import { getRun, listRuns, postCancel, postRerun, postRun } from "./runs"
import { deleteSource, getSource, listSources, postHints, postRefresh, postSource, postSourceTest } from "./sources"
import { deleteToken, listTokens, postToken } from "./tokens"
import { listTools } from "./tools"
import { listDeliveries, postResend, postTest } from "./webhook-deliveries"
import { deleteWebhook, getWebhook, listWebhooks, postPause, postResume, postRotation, postWebhook, postWebhookChange } from "./webhooks"

/** Every call of the HTTP API that its description tells of. */
export const endpoints: ReadonlyArray<Endpoint> = [
  postRun,
  listRuns,
  getFacets,
  getHistogram,
  exportRuns,
  getRun,
  getRunPayload,
  getRunEvents,
  getEvents,
  postCancel,
  postRerun,
  listInteractions,
  getInteraction,
  postAnswer,
  postExtend,
  listTools,
  listRules,
  postRule,
  getRule,
  postRuleChange,
  deleteRule,
  listAudit,
  exportAudit,
  listSources,
  postSource,
  getSource,
  postRefresh,
  postSourceTest,
  postHints,
  deleteSource,
  listTokens,
  postToken,
  deleteToken,
  listHosts,
  postHost,
  deleteHost,
  listWebhooks,
  postWebhook,
  getWebhook,
  postWebhookChange,
  deleteWebhook,
  postPause,
  postResume,
  postRotation,
  postTest,
  listDeliveries,
  postResend
]
