import { Effect, Exit, Pool, Scope } from "effect"
import type { McpConnection } from "./connection"
import { isConnectionLost, McpFailed, wasNotTaken } from "./mcp-failure"

/** A call has its connection for itself; so many calls of one source are under way at most. */
const most = { http: 16, stdio: 4 } as const
/** An unused connection is kept so long; a server that tells of changes is heard meanwhile. */
const keptMs = 600_000
const patienceMs = 60_000

/** The connections of one source: opened when they are needed, used by one call at a time, given up once they are lost. */
export interface McpPool {
  readonly use: <A>(of: (connection: McpConnection) => Effect.Effect<A, McpFailed>) => Effect.Effect<A, McpFailed>
  readonly close: Effect.Effect<void>
}

export const makeMcpPool = Effect.fnUntraced(function* (
  via: keyof typeof most,
  open: Effect.Effect<McpConnection, McpFailed, Scope.Scope>,
  within: Scope.Scope
): Effect.fn.Return<McpPool> {
  const scope = yield* Scope.fork(within)
  const pool = yield* Pool.makeWithTTL({ acquire: open, min: 0, max: most[via], timeToLive: keptMs, timeToLiveStrategy: "usage" }).pipe(
    Effect.provideService(Scope.Scope, scope)
  )
  const free = Pool.get(pool).pipe(
    Effect.timeoutOrElse({
      duration: patienceMs,
      orElse: () => Effect.fail(new McpFailed({ fault: "unreachable", reason: `all ${most[via]} connections to the server are in use` }))
    })
  )
  const once = <A>(of: (connection: McpConnection) => Effect.Effect<A, McpFailed>): Effect.Effect<A, McpFailed> =>
    Effect.scoped(
      Effect.flatMap(free, (connection) =>
        of(connection).pipe(
          Effect.tapError((failure) => (isConnectionLost(failure) ? Pool.invalidate(pool, connection) : Effect.void)),
          // What was given up may still be going on there, and ask.
          Effect.onInterrupt(() => Pool.invalidate(pool, connection))
        )
      )
    )
  return {
    // A server that was started anew does not know us: nothing came of what it refused.
    use: (of) => Effect.catchIf(once(of), wasNotTaken, () => once(of)),
    close: Scope.close(scope, Exit.void)
  }
})
