import { Effect, Schema } from "effect"
import type { TeamId } from "../../../domain/ids"
import type { ToolError } from "../../../engine/tool-invoker"
import { pageOf, type Ranked } from "../../search"
import { nameOf } from "../../tool-path"
import { factsOf, type Tool, type ToolSource } from "../../tool-source"
import { signatureOf, typeText } from "../../type-text"
import { builtinSource, builtinTool } from "./builtin-tool"

/** What the toolbox needs to know of all the sources, itself among them. */
interface Sources {
  readonly of: (teamId: TeamId) => Effect.Effect<ReadonlyArray<ToolSource>>
  readonly tools: (teamId: TeamId, source?: string) => Effect.Effect<ReadonlyArray<Tool>>
  readonly search: (teamId: TeamId, query: string, source?: string) => Effect.Effect<ReadonlyArray<Ranked>>
  readonly find: (teamId: TeamId, path: string) => Effect.Effect<{ readonly source: ToolSource; readonly tool: Tool }, ToolError>
}

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))
const Offset = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const paging = { limit: Schema.optionalKey(Limit), offset: Schema.optionalKey(Offset) }
const JsonObject = Schema.Record(Schema.String, Schema.Json)

const page = <Item extends Schema.Constraint>(item: Item) =>
  Schema.Struct({ items: Schema.Array(item), total: Schema.Int, hasMore: Schema.Boolean, nextOffset: Schema.NullOr(Schema.Int) })

const FoundItem = Schema.Struct({ path: Schema.String, name: Schema.String, description: Schema.String, source: Schema.String, score: Schema.Finite })
const SourceItem = Schema.Struct({ name: Schema.String, kind: Schema.String, description: Schema.optionalKey(Schema.String), toolCount: Schema.Int })
const Described = Schema.Struct({
  path: Schema.String,
  name: Schema.String,
  description: Schema.String,
  source: Schema.String,
  effect: Schema.Literals(["read", "write", "destructive"]),
  /** How a program writes the call. */
  signature: Schema.String,
  inputTypeScript: Schema.String,
  outputTypeScript: Schema.String,
  inputSchema: JsonObject,
  outputSchema: Schema.NullOr(JsonObject)
})

/** The tools about tools: an agent finds and understands the others with them. */
export const makeToolboxSource = (sources: Sources): ToolSource => {
  const search = builtinTool({
    path: "tools.search",
    effect: "read",
    description: "Finds tools by what they do. A source alone lists exactly that source; nothing at all finds nothing.",
    input: Schema.Struct({ query: Schema.optionalKey(Schema.String), source: Schema.optionalKey(Schema.String), ...paging }),
    output: page(FoundItem),
    run: Effect.fnUntraced(function* ({ query = "", source, limit = 12, offset = 0 }, { teamId }) {
      const isEmpty = query.trim() === ""
      const unranked = isEmpty && source !== undefined ? yield* sources.tools(teamId, source) : []
      const found = isEmpty ? unranked.map((tool) => ({ tool, score: 0 })) : yield* sources.search(teamId, query, source)
      const { items, ...rest } = pageOf(found, limit, offset)
      return {
        ...rest,
        items: items.map(({ tool, score }) => ({
          path: tool.path,
          name: nameOf(tool.path),
          description: tool.description,
          source: tool.path.split(".", 1)[0] ?? "",
          score
        }))
      }
    })
  })

  const describe = builtinTool({
    path: "tools.describe",
    effect: "read",
    description: "Describes one tool: how to call it, with its schemas.",
    input: Schema.Struct({ path: Schema.String }),
    output: Described,
    run: Effect.fnUntraced(function* ({ path }, { teamId }) {
      const { source, tool } = yield* sources.find(teamId, path)
      return {
        path: tool.path,
        name: nameOf(tool.path),
        description: tool.description,
        source: source.name,
        effect: tool.effect,
        signature: signatureOf(tool),
        inputTypeScript: typeText(tool.inputSchema),
        outputTypeScript: tool.outputSchema === null ? "unknown" : typeText(tool.outputSchema),
        inputSchema: tool.inputSchema,
        outputSchema: tool.outputSchema
      }
    })
  })

  const list = builtinTool({
    path: "tools.sources",
    effect: "read",
    description: "Lists where the tools come from.",
    input: Schema.Struct({ query: Schema.optionalKey(Schema.String), ...paging }),
    output: page(SourceItem),
    run: Effect.fnUntraced(function* ({ query = "", limit = 50, offset = 0 }, { teamId }) {
      const wanted = query.trim().toLowerCase()
      const all = yield* sources.of(teamId)
      const matching = all.filter(({ name, description }) => name.toLowerCase().includes(wanted) || (description ?? "").toLowerCase().includes(wanted))
      const items = yield* Effect.forEach(
        matching,
        (source) => Effect.map(factsOf(source, teamId), ({ description, ...facts }) => ({ ...facts, ...(description === null ? {} : { description }) })),
        { concurrency: 8 }
      )
      return pageOf(items, limit, offset)
    })
  })

  return builtinSource("tools", "Finds and describes the tools of the team.", [search, describe, list])
}
