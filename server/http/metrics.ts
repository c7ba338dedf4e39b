import { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { permit } from "../auth/permissions"
import { principalOf } from "../auth/principal-of"
import { isSameText } from "../auth/same-text"
import { TokenLimit } from "../auth/token-limit"
import { AppConfig } from "../config/config"
import { respond } from "./respond"

/** `GET /api/metrics`: Prometheus text (exposition format 0.0.4), for the metrics token or whoever may read metrics. */
export const handleMetrics = (request: Request): Promise<Response> => respond(request, metricsText(request.headers))

const metricsText = Effect.fn("metricsText")(function* (headers: Headers) {
  const { metricsToken } = yield* AppConfig
  const given = /^bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1]
  if (metricsToken === null || given === undefined || !isSameText(given, metricsToken)) {
    const principal = yield* principalOf(headers)
    yield* TokenLimit.use((limit) => limit.admit(principal, "read"))
    yield* permit(principal, "metrics:read")
  }
  const text = yield* PrometheusMetrics.format()
  return new Response(text, { headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" } })
})
