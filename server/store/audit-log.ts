import { Context, Effect, Layer } from "effect"
import type { NewAuditEntry } from "../domain/audit"
import type { StoreUnavailable } from "../engine/run-store"
import { auditRow } from "./audit-chain"
import { Database } from "./database"
import { appendAudit } from "./sql/audit"
import type { Dialect, Statement } from "./sql/statement"
import { transact } from "./transact"

/** Statements that add the entries, for a transaction of the caller's own; it has to begin with `enterWriter`. */
export const auditStatements = (dialect: Dialect, entries: ReadonlyArray<NewAuditEntry>): ReadonlyArray<Statement> =>
  entries.map((entry) => appendAudit(dialect, [auditRow(entry)]))

/** The writing side of the audit log. `data` has to be redacted by who gives it. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Adds one entry in a transaction of its own, together with `statements` if there are any. */
    append(entry: NewAuditEntry, statements?: ReadonlyArray<Statement>): Effect.Effect<void, StoreUnavailable>
  }
>()("signalbox/store/AuditLog") {
  static readonly layer: Layer.Layer<AuditLog, never, Database> = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const { session } = yield* Database
      return AuditLog.of({
        append: Effect.fn("AuditLog.append")((entry: NewAuditEntry, statements: ReadonlyArray<Statement> = []) =>
          Effect.asVoid(transact(session, [...statements, ...auditStatements(session.dialect, [entry])]))
        )
      })
    })
  )
}
