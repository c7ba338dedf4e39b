import { Sql } from "@prisma/client/runtime/client"
import { Effect, Schema, SchemaGetter } from "effect"
import type { Database } from "../store/database"
import { read as patientRead } from "../store/read"
import { storable } from "../store/sql/statement"

/** Whole numbers of a raw query: SQLite gives all of them as bigint, PostgreSQL only the wide ones. */
export const Whole = Schema.Union([Schema.BigInt, Schema.Finite]).pipe(
  Schema.decodeTo(Schema.Finite, {
    decode: SchemaGetter.transform((value: bigint | number) => Number(value)),
    encode: SchemaGetter.transform((value: number) => value)
  })
)

/** A raw query. Waits out a database that is restarted; one that stays away is nothing a caller could handle. */
export const read = (database: Database["Service"], sql: Sql): Effect.Effect<unknown> => {
  // Filters hold what people and scripts write. As it was stored, it is also found.
  const values = sql.values.map((value) => (typeof value === "string" ? storable(value) : value))
  return patientRead((): Promise<unknown> => database.client.$queryRaw(new Sql(sql.strings, values)))
}

const CountRow = Schema.Tuple([Schema.Struct({ n: Whole })])
const decodeCount = Schema.decodeUnknownSync(CountRow)

/** The `n` of a query that gives one row. */
export const readNumber = (database: Database["Service"], sql: Sql): Effect.Effect<number> =>
  read(database, sql).pipe(Effect.map((rows) => decodeCount(rows)[0].n))
