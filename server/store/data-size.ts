import { Effect, Schema } from "effect"
import { Database } from "./database"
import { read } from "./read"

const questions = {
  sqlite: "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  postgresql: "SELECT pg_database_size(current_database()) AS bytes"
} as const

const Answer = Schema.Tuple([Schema.Struct({ bytes: Schema.Union([Schema.BigInt, Schema.Finite]) })])

/** What the store's tables and indexes take, in bytes. */
export const dataSize: Effect.Effect<number, never, Database> = Effect.gen(function* () {
  const { client, kind } = yield* Database
  const rows = yield* read(() => client.$queryRawUnsafe(questions[kind]))
  const [{ bytes }] = yield* Effect.orDie(Schema.decodeUnknownEffect(Answer)(rows))
  return Number(bytes)
}).pipe(Effect.withSpan("dataSize"))
