import { Schema } from "effect"
import { EpochMs } from "./epoch-ms"

export const SourceKind = Schema.Literals(["builtin", "openapi", "mcp", "graphql"])
export type SourceKind = typeof SourceKind.Type

/** `error`: the last refresh failed; the tools of the one before still work. */
export const SourceStatus = Schema.Literals(["ready", "error"])
export type SourceStatus = typeof SourceStatus.Type

/** First segments of paths that are not for sources of a team. */
const takenNames = new Set([
  "tools",
  "human",
  "demo",
  "http",
  "search",
  "describe",
  "sources",
  "executor",
  "then",
  "constructor",
  "prototype",
  "toJSON",
  "toString",
  "valueOf"
])

/** First segment of the paths of a source's tools. */
export const SourceName = Schema.String.check(
  Schema.isPattern(/^[A-Za-z][A-Za-z0-9_-]{0,62}$/, { message: "begins with a letter and has letters, digits, - and _ only, at most 63" }),
  Schema.makeFilter((name) => (takenNames.has(name) ? `"${name}" is a name of Signalbox's own; take another` : undefined))
)

/** Something a source has that cannot be offered as a tool. */
export const SourceProblem = Schema.Struct({
  /** What it is called there, such as `POST /upload`. */
  operation: Schema.String,
  message: Schema.String
})
export type SourceProblem = typeof SourceProblem.Type

/** A source as people see it; never its credentials. */
export const Source = Schema.Struct({
  name: Schema.String,
  kind: SourceKind,
  status: SourceStatus,
  toolCount: Schema.Int,
  error: Schema.NullOr(Schema.String),
  /** As its document calls it. */
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  /** Where its document comes from, without what a query may hide; null: it was pasted. */
  url: Schema.NullOr(Schema.String),
  /** Where its calls go. */
  baseUrl: Schema.String,
  /** What kind of credentials it has, in words. */
  credentials: Schema.NullOr(Schema.String),
  /** What its tools say of themselves (that they only read) is believed. Of an MCP server alone. */
  trustsHints: Schema.Boolean,
  /** How many things it has that cannot be offered. */
  problemCount: Schema.Int,
  createdAt: EpochMs,
  refreshedAt: EpochMs
})
export type Source = typeof Source.Type

/** A source with what it has and cannot be offered. */
export const SourceDetail = Schema.Struct({ ...Source.fields, problems: Schema.Array(SourceProblem) })
export type SourceDetail = typeof SourceDetail.Type
