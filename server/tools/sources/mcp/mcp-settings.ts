import { Schema } from "effect"
import { Credentials } from "../credentials"

const Line = Schema.String.check(Schema.isMaxLength(4_000))

/** An MCP server to add: its address, or a command to start. */
export const NewMcp = Schema.Struct({
  url: Schema.optionalKey(Line),
  /** For a server at an address. */
  auth: Schema.optionalKey(Credentials),
  command: Schema.optionalKey(Line.check(Schema.isMinLength(1))),
  args: Schema.optionalKey(Schema.Array(Line).check(Schema.isMaxLength(100))),
  /** What the command finds in its environment, besides what every command does. Kept sealed. */
  env: Schema.optionalKey(
    Schema.Record(Schema.String.check(Schema.isPattern(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/)), Schema.String.check(Schema.isMaxLength(10_000)))
  )
})
export type NewMcp = typeof NewMcp.Type

/** How a server is reached; sealed, since each part may hold a secret. */
export const McpPlace = Schema.Union([
  Schema.Struct({ via: Schema.Literal("http"), url: Schema.String, auth: Schema.NullOr(Credentials) }),
  Schema.Struct({
    via: Schema.Literal("stdio"),
    command: Schema.String,
    args: Schema.Array(Schema.String),
    env: Schema.Record(Schema.String, Schema.String)
  })
])
export type McpPlace = typeof McpPlace.Type

const Sealed = Schema.fromJsonString(McpPlace)
export const sealedPlace = Schema.encodeSync(Sealed)
export const openPlace = Schema.decodeUnknownSync(Sealed)
