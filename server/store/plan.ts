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
    const from = this.statements.length
    for (const part of byWeight(rows)) {
      const [first] = part
      this.statements.push(first !== undefined && part.length === 1 && isLarge(first) ? statement.single(this.dialect, first) : statement(this.dialect, part))
    }
    const to = this.statements.length
    return (results) => (to - from === 1 ? (results[from] ?? []) : results.slice(from, to).flat())
  }
}

/** Characters above which a row travels by itself. */
const largeFrom = 64 << 10

const isLarge = (row: unknown): boolean => {
  let characters = 0
  for (const value of Object.values(row ?? {})) if (typeof value === "string") characters += value.length
  return characters > largeFrom
}

/** The rows in their order, the large ones alone. */
const byWeight = <R>(rows: ReadonlyArray<R>): ReadonlyArray<ReadonlyArray<R>> => {
  const parts: Array<Array<R>> = []
  let open: Array<R> | undefined
  for (const row of rows) {
    if (isLarge(row)) {
      parts.push([row])
      open = undefined
      continue
    }
    if (open === undefined) {
      open = []
      parts.push(open)
    }
    open.push(row)
  }
  return parts
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
