import { type Effect, Schema } from "effect"
import type { Dialect, Row, Statement } from "./statement"

/**
 * Why a transaction was not done.
 * - `busy`: somebody else holds what it needs; worth another try at once.
 * - `unavailable`: the database cannot be reached or written; worth another try later.
 * - `refused`: it will be refused again (a constraint, a statement that makes no sense).
 */
export class TransactionFailed extends Schema.TaggedError<TransactionFailed>()("TransactionFailed", {
  reason: Schema.Literals(["busy", "unavailable", "refused"]),
  message: Schema.String,
  /** The answer to COMMIT was lost: it may have been done all the same. */
  isAmbiguous: Schema.Boolean
}) {}

export type Results = ReadonlyArray<ReadonlyArray<Row>>

/** A connection for raw transactions. */
export interface SqlSession {
  readonly dialect: Dialect
  /** All statements in one transaction, in order; gives the rows of each. */
  readonly transaction: (statements: ReadonlyArray<Statement>) => Effect.Effect<Results, TransactionFailed>
}
