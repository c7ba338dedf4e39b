import SqliteDatabase from "better-sqlite3"
import { Effect, Predicate, type Scope } from "effect"
import { sha256Function, sha256Text } from "./audit"
import { type SqlSession, TransactionFailed } from "./session"
import type { Row, Statement } from "./statement"

/**
 * The writer's own connection to the file.
 *
 * I1 A transaction runs from BEGIN to COMMIT without giving the thread away. The driver is synchronous: if it did give it
 *    away, another connection of this process that wants to write would block the one thread that could commit.
 * I2 It never blocks on a lock for the same reason (`timeout: 0`): the other holder may be this process's. Busy is an answer.
 */
export const openSqliteSession = (file: string): Effect.Effect<SqlSession, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => connect(file)),
    (database) => Effect.sync(() => database.close())
  ).pipe(Effect.map(sessionOf))

const connect = (file: string): SqliteDatabase.Database => {
  const database = new SqliteDatabase(file, { timeout: 0 })
  // WAL opens with NORMAL, which may lose the last commits at a power cut.
  database.pragma("synchronous = FULL")
  // PostgreSQL has one of its own: the audit log's hash is computed where the entry before is known.
  database.function(sha256Function, { deterministic: true }, sha256Text)
  return database
}

const sessionOf = (database: SqliteDatabase.Database): SqlSession => {
  const prepared = new Map<string, SqliteDatabase.Statement>()
  const prepare = (sql: string): SqliteDatabase.Statement => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  const run = ({ sql, parameters }: Statement): ReadonlyArray<Row> => {
    const statement = prepare(sql)
    if (statement.reader) return statement.all(...parameters).filter(Predicate.isObject)
    statement.run(...parameters)
    return []
  }
  const all = database.transaction((statements: ReadonlyArray<Statement>) => statements.map(run))
  return {
    dialect: "sqlite",
    transaction: (statements) => Effect.try({ try: () => all.immediate(statements), catch: failureOf })
  }
}

const failureOf = (cause: unknown): TransactionFailed => {
  const code = Predicate.isObject(cause) && "code" in cause ? String(cause["code"]) : ""
  const message = cause instanceof Error ? cause.message : String(cause)
  return new TransactionFailed({ reason: reasonOf(code), message, isAmbiguous: false })
}

const reasonOf = (code: string): TransactionFailed["reason"] => {
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return "busy"
  return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL)/.test(code) ? "unavailable" : "refused"
}
