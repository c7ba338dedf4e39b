import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpSerialization, OtlpTracer } from "effect/observability"
import { AppConfig } from "../config/config"

/** Spans go to an OpenTelemetry collector (OTLP over HTTP, JSON) when one is configured; else nowhere. */
export const tracesLayer = Layer.unwrap(
  Effect.gen(function* () {
    const { otelEndpoint, version } = yield* AppConfig
    if (otelEndpoint === null) return Layer.empty
    return OtlpTracer.layer({ url: `${otelEndpoint.replace(/\/+$/, "")}/v1/traces`, resource: { serviceName: "signalbox", serviceVersion: version } }).pipe(
      Layer.provide(Layer.merge(FetchHttpClient.layer, OtlpSerialization.layerJson))
    )
  })
).pipe(Layer.provide(AppConfig.layer))
