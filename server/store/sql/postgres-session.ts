import { createHash } from "node:crypto"
import { Effect, Predicate, type Scope } from "effect"
import pg from "pg"
import { type Results, type SqlSession, TransactionFailed } from "./session"
import type { Row, Statement } from "./statement"

/** Two, so that the first transaction after a lost connection need not wait for its clean-up. */
const connections = 2
const connectWithinMs = 10_000
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
    Effect.tryPromise({ try: () => transact(pool, statements), catch: (cause) => (cause instanceof TransactionFailed ? cause : failureOf(cause, false)) })
})

const transact = async (pool: pg.Pool, statements: ReadonlyArray<Statement>): Promise<Results> => {
  const client = await pool.connect()
  let isCommitting = false
  try {
    await client.query("BEGIN")
    const results: Array<ReadonlyArray<Row>> = []
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query<Row>({ name: nameOf(sql), text: sql, values: [...parameters] })
      results.push(rows)
    }
    isCommitting = true
    await client.query("COMMIT")
    client.release()
    return results
  } catch (cause) {
    const failure = failureOf(cause, isCommitting)
    // A refused statement leaves a usable connection behind; anything else may not.
    const isUsable =
      failure.reason !== "unavailable" &&
      (await client.query("ROLLBACK").then(
        () => true,
        () => false
      ))
    client.release(!isUsable)
    throw failure
  }
}

/** Named statements are planned once per connection. */
const nameOf = (sql: string): string => createHash("sha1").update(sql).digest("base64url")

const failureOf = (cause: unknown, isCommitting: boolean): TransactionFailed => {
  const code = Predicate.isObject(cause) && "code" in cause && typeof cause["code"] === "string" ? cause["code"] : ""
  const message = cause instanceof Error ? cause.message : String(cause)
  const reason = reasonOf(code)
  return new TransactionFailed({ reason, message, isAmbiguous: isCommitting && reason === "unavailable" })
}

/** SQLSTATE classes: 40 rolled back by conflict, 55 object in use, 08 connection, 53 resources, 57 shut down, 58 system, XX internal. */
const reasonOf = (code: string): TransactionFailed["reason"] => {
  if (/^(40...|55P03)$/.test(code)) return "busy"
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|25006|28|3D|53|57|58|XX)/.test(code) ? "refused" : "unavailable"
}
