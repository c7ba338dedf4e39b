import { Effect, type Schema } from "effect"
import type { TeamId } from "../domain/ids"
import type { Invocation, PreparedCall, SourceFacts, ToolError } from "../engine/tool-invoker"

export type JsonSchema = { readonly [keyword: string]: Schema.Json }

/** One tool as its source offers it. */
export interface Tool {
  /** `<source>.<…>.<name>`, unique within a team. */
  readonly path: string
  /** One plain sentence or more, as the source gives it; from a remote source it is untrusted text. */
  readonly description: string
  /** JSON Schema (2020-12) of the one argument. */
  readonly inputSchema: JsonSchema
  /** Of the result; null when the source does not say. */
  readonly outputSchema: JsonSchema | null
  readonly effect: PreparedCall["effect"]
  /** May be sent again with the same idempotency key after a crash. */
  readonly repeatable: boolean
  /** Where the arguments decide; without it every call is as `effect` and `repeatable` say. */
  readonly natureOf?: (args: Schema.Json) => Pick<Tool, "effect" | "repeatable">
  /** What a call is on the outside, such as `POST https://api.example.com/issues`; an approval is for this and nothing else. */
  readonly target?: string
}

export type SourceKind = "builtin" | "openapi" | "mcp" | "graphql"

/** Where tools come from. The invoker, the search and the catalogue know nothing else of a source. */
export interface ToolSource {
  /** First segment of its tools' paths. */
  readonly name: string
  readonly kind: SourceKind
  readonly description: string | null
  /** Which credentials its calls use; null: none. */
  readonly connection: string | null
  /** Of a source that the team added: another one when it is removed and added again. */
  readonly id?: string
  /** Fails with `source_unavailable`; the other sources go on working. */
  readonly tools: (teamId: TeamId) => Effect.Effect<ReadonlyArray<Tool>, ToolError>
  /** The arguments fit the tool's schema. Interruption abandons the call. */
  readonly invoke: (tool: Tool, invocation: Invocation) => Effect.Effect<Schema.Json | undefined, ToolError>
}

/** What is told of a source. */
export const factsOf = (source: ToolSource, teamId: TeamId): Effect.Effect<SourceFacts> =>
  Effect.map(toolsOrNone(source, teamId), (tools) => ({ name: source.name, kind: source.kind, description: source.description, toolCount: tools.length }))

/** A source that does not answer is reported where it is asked for, not where all are listed. */
export const toolsOrNone = (source: ToolSource, teamId: TeamId): Effect.Effect<ReadonlyArray<Tool>> =>
  source.tools(teamId).pipe(Effect.orElseSucceed((): ReadonlyArray<Tool> => []))
