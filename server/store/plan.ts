import type { Deferred } from "effect"
import type { Results } from "./sql/session"
import type { Dialect, OverRows, Row, Statement } from "./sql/statement"

/** The statements of one transaction, and where the rows of each will be. */
export class Plan {
  readonly statements: Array<Statement> = []

  /** `attempt`: how often these requests were tried before. */
  constructor(
    readonly dialect: Dialect,
    readonly attempt: number
  ) {}

  /** Adds the statement unless there are no rows for it. The answer reads its rows from the results. */
  over<R>(statement: OverRows<R>, rows: ReadonlyArray<R>): (results: Results) => ReadonlyArray<Row> {
    if (rows.length === 0) return () => []
    const index = this.statements.push(statement(this.dialect, rows)) - 1
    return (results) => results[index] ?? []
  }
}

/** What one caller wants done, and where its answer goes. */
export interface Request<A, E> {
  readonly done: Deferred.Deferred<A, E>
}

/** Reads the results and answers every request that is part of the plan. */
export type Finish = (results: Results) => void

/** A text column of a row that a statement of ours selected. */
export const textIn = (row: Row, column: string): string => {
  const value = row[column]
  if (typeof value !== "string") throw new TypeError(`column ${column} is not text but ${typeof value}`)
  return value
}

export const numberIn = (row: Row, column: string): number => {
  const value = row[column]
  if (typeof value !== "number") throw new TypeError(`column ${column} is not a number but ${typeof value}`)
  return value
}
