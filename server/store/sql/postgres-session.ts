import { createHash } from "node:crypto"
import { Cause, Effect, Exit, Option, Predicate, type Scope } from "effect"
import pg from "pg"
import { type SqlSession, TransactionFailed } from "./session"
import type { Row, Statement } from "./statement"

/** Two, so that the first transaction after a lost connection need not wait for its clean-up. */
const connections = 2
const connectWithinMs = 10_000
/** A server that answers nothing for so long is as good as gone. */
const answerWithinMs = 30_000
const int8 = 20

/** The writer's own connections to the server. */
export const openPostgresSession = (url: string): Effect.Effect<SqlSession, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => connect(url)),
    (pool) => Effect.promise(() => pool.end())
  ).pipe(Effect.map(sessionOf))

const connect = (url: string): pg.Pool => {
  const types = new pg.TypeOverrides()
  // Counts and epoch milliseconds are far below 2^53.
  types.setTypeParser(int8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: "signalbox writer",
    types
  })
  // An idle connection that dies is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined)
  return pool
}

const sessionOf = (pool: pg.Pool): SqlSession => ({
  dialect: "postgresql",
  transaction: (statements) =>
    Effect.acquireUseRelease(
      attempt(() => pool.connect()),
      (client) => transact(client, statements).pipe(Effect.tapError((failure) => rollBack(client, failure))),
      // An error or an interruption may leave the connection in the middle of something.
      (client, exit) => Effect.sync(() => client.release(Exit.isFailure(exit) && !isRefusal(exit.cause)))
    )
})

const transact = Effect.fnUntraced(function* (client: pg.PoolClient, statements: ReadonlyArray<Statement>) {
  yield* attempt(() => client.query("BEGIN"))
  const results: Array<ReadonlyArray<Row>> = []
  for (const { sql, parameters } of statements) {
    const { rows } = yield* attempt(() => client.query<Row>({ name: nameOf(sql), text: sql, values: [...parameters] }))
    results.push(rows)
  }
  yield* Effect.mapError(
    attempt(() => client.query("COMMIT")),
    (failure) => new TransactionFailed({ reason: failure.reason, message: failure.message, isAmbiguous: failure.reason === "unavailable" })
  )
  return results
})

const rollBack = (client: pg.PoolClient, failure: TransactionFailed) =>
  failure.reason === "unavailable" ? Effect.void : Effect.ignore(attempt(() => client.query("ROLLBACK")))

const isRefusal = (cause: Cause.Cause<TransactionFailed>): boolean => Option.exists(Cause.findErrorOption(cause), ({ reason }) => reason !== "unavailable")

/** Named statements are planned once per connection. */
const nameOf = (sql: string): string => createHash("sha1").update(sql).digest("base64url")

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, TransactionFailed> => Effect.tryPromise({ try: run, catch: failureOf })

const failureOf = (cause: unknown): TransactionFailed => {
  const message = cause instanceof Error ? cause.message : String(cause)
  // Only what the server itself says has a severity; all else is about reaching it.
  const code = Predicate.isObject(cause) && "severity" in cause && "code" in cause ? String(cause["code"]) : null
  return new TransactionFailed({ reason: code === null ? "unavailable" : reasonOf(code), message, isAmbiguous: false })
}

/** SQLSTATE: 40 rolled back by conflict, 55P03 lock not available; 08 connection, 25006 read-only, 28 and 3D sign-in, 53 resources, 57 shut down, 58 system, XX internal. */
const reasonOf = (code: string): TransactionFailed["reason"] => {
  if (/^(40...|55P03)$/.test(code)) return "busy"
  return /^(08|25006|28|3D|53|57|58|XX)/.test(code) ? "unavailable" : "refused"
}
