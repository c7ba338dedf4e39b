/** One SQL statement; every value travels as a parameter. */
export interface Statement {
  readonly sql: string
  readonly parameters: ReadonlyArray<string | number | null>
}

/** A row as a driver gives it: whole numbers are numbers on both stores. */
export type Row = Readonly<Record<string, unknown>>

export type Dialect = "sqlite" | "postgresql"

export type ColumnType = "text" | "bigint" | "int"
type Columns = Readonly<Record<string, ColumnType>>
type RowOf<C extends Columns> = { readonly [Name in keyof C]: C[Name] extends "text" ? string | null : number | null }

/** A fixed statement over many rows, which it selects from `x`. */
export interface OverRows<R> {
  (dialect: Dialect, rows: ReadonlyArray<R>): Statement
  /** The same over one row, whose values travel as they are. */
  readonly single: (dialect: Dialect, row: R) => Statement
}
export type RowFor<S> = S extends OverRows<infer R> ? R : never

/**
 * Rows travel as one JSON parameter, so that a statement is the same text however many there are:
 * through json_each on SQLite, jsonb_to_recordset on PostgreSQL. A database parses that JSON several times, which megabytes
 * make felt: a large row goes by itself, one parameter a value.
 */
export const overRows = <const C extends Columns>(columns: C, sql: string | ((dialect: Dialect) => string)): OverRows<RowOf<C>> => {
  const types = Object.entries(columns)
  const singles = {
    sqlite: `WITH "x" AS (SELECT ${types.map(([name, type]) => (type === "text" ? `? AS "${name}"` : `CAST(? AS INTEGER) AS "${name}"`)).join(", ")})\n${textFor(sql, "sqlite")}`,
    postgresql: `WITH "x" AS (SELECT ${types.map(([name, type], index) => `$${index + 1}::${type} AS "${name}"`).join(", ")})\n${textFor(sql, "postgresql")}`
  }
  const texts = {
    sqlite: `WITH "x" AS (SELECT ${Object.keys(columns)
      .map((name) => `value ->> '${name}' AS "${name}"`)
      .join(", ")} FROM json_each(?))\n${textFor(sql, "sqlite")}`,
    postgresql: `WITH "x" AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS "given"(${types
      .map(([name, type]) => `"${name}" ${type}`)
      .join(", ")}))\n${textFor(sql, "postgresql")}`
  }
  const many = (dialect: Dialect, rows: ReadonlyArray<RowOf<C>>): Statement => ({ sql: texts[dialect], parameters: [jsonOf(rows)] })
  const single = (dialect: Dialect, row: RowOf<C>): Statement => ({
    sql: singles[dialect],
    parameters: types.map(([name]) => storableValue(row[name] ?? null))
  })
  return Object.assign(many, { single })
}

const textFor = (sql: string | ((dialect: Dialect) => string), dialect: Dialect): string => (typeof sql === "string" ? sql : sql(dialect))

/** The larger of two values. */
export const greatest = (dialect: Dialect, one: string, other: string): string => `${dialect === "sqlite" ? "max" : "greatest"}(${one}, ${other})`

/** Columns of the changed table: SQLite knows them without its alias only, PostgreSQL takes them for ambiguous without it. */
export const returning = (dialect: Dialect, table: string, columns: ReadonlyArray<string>): string =>
  `RETURNING ${columns.map((column) => (dialect === "sqlite" ? `"${column}"` : `"${table}"."${column}" AS "${column}"`)).join(", ")}`

/** PostgreSQL's text holds no U+0000, and neither store a lone surrogate. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD")
export const storableOrNull = (text: string | null): string | null => (text === null ? null : storable(text))

/** The farthest number that a column of whole numbers holds. PostgreSQL refuses to compare with one beyond it. */
const mostWhole = 2_147_483_647
export const upToMost = (number: number): number => Math.min(number, mostWhole)

const storableValue = <A>(value: A): A | string => (typeof value === "string" ? storable(value) : value)

/** How JSON writes U+0000 and lone surrogates; rare, so that texts are looked at one by one only then. */
const unstorable = /\\u(?:0000|d[89a-f])/

/** A text that no database holds would refuse its whole transaction, and with it what others wrote in it. */
const jsonOf = (rows: ReadonlyArray<unknown>): string => {
  const json = JSON.stringify(rows)
  return unstorable.test(json) ? JSON.stringify(rows, (_name, value: unknown) => storableValue(value)) : json
}
