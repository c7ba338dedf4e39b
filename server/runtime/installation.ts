import { Clock, Effect } from "effect"
import { AppConfig } from "../config/config"
import { dataSize } from "../store/data-size"
import type { Database } from "../store/database"

/** What an installation says of itself: nothing of the machine it is on. */
export interface Installation {
  readonly version: string
  readonly store: "sqlite" | "postgresql"
  readonly publicUrl: string
  /** Null when the store did not say. */
  readonly dataBytes: number | null
  readonly startedAt: number
  /** MCP servers may be commands on this machine. */
  readonly allowStdio: boolean
}

/** A large database may take its time to be measured; the page does not wait for that. */
const measuredWithin = "2 seconds"

export const installation: Effect.Effect<Installation, never, AppConfig | Database> = Effect.gen(function* () {
  const { version, database, publicUrl, allowStdio } = yield* AppConfig
  const dataBytes = yield* dataSize.pipe(
    Effect.timeout(measuredWithin),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning("the store's size could not be read", cause), null))
  )
  const now = yield* Clock.currentTimeMillis
  return { version, allowStdio, store: database.kind, publicUrl, dataBytes, startedAt: now - Math.round(process.uptime() * 1000) }
}).pipe(Effect.withSpan("installation"))
