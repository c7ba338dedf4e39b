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
export type OverRows<R> = (dialect: Dialect, rows: ReadonlyArray<R>) => Statement
export type RowFor<S> = S extends OverRows<infer R> ? R : never

/**
 * Rows travel as one JSON parameter, so that a statement is the same text however many there are:
 * through json_each on SQLite, jsonb_to_recordset on PostgreSQL.
 */
export const overRows = <const C extends Columns>(columns: C, sql: string | ((dialect: Dialect) => string)): OverRows<RowOf<C>> => {
  const texts = {
    sqlite: `WITH "x" AS (SELECT ${Object.keys(columns)
      .map((name) => `value ->> '${name}' AS "${name}"`)
      .join(", ")} FROM json_each(?))\n${textFor(sql, "sqlite")}`,
    postgresql: `WITH "x" AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS "given"(${Object.entries(columns)
      .map(([name, type]) => `"${name}" ${type}`)
      .join(", ")}))\n${textFor(sql, "postgresql")}`
  }
  return (dialect, rows) => ({ sql: texts[dialect], parameters: [JSON.stringify(rows)] })
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
