import type { Scope } from "@/server/domain/principal"

/** What a scope lets a token or a client do, after "it" or its name. */
export const scopeRights: Readonly<Record<Scope, string>> = {
  "runs:submit": "submits and reruns programs, and cancels its own",
  "runs:read": "reads runs, events, interactions and tools",
  "metrics:read": "reads the metrics for Prometheus"
}
