import { Context, Effect, Layer } from "effect"
import type { TeamId } from "../domain/ids"
import { systemActor } from "../domain/principal"
import { CallGate, type GatedCall, type Verdict } from "../engine/call-gate"
import type { ToolError } from "../engine/tool-invoker"
import type { JsonSchema, Tool } from "./tool-source"
import { ToolSources } from "./tool-sources"
import { signatureOf } from "./type-text"

/** One entry of `GET /api/v1/tools`. */
export interface CatalogItem {
  readonly path: string
  readonly description: string
  readonly source: string
  /** What the rules say of a call as such; conditions on its arguments may say otherwise. */
  readonly policy: "allow" | "require_approval" | "block"
  readonly inputSchema: JsonSchema
  /** A read changes nothing; a destructive call cannot be undone. */
  readonly effect: Tool["effect"]
}

/** One tool with all that is known of it. */
export interface CatalogEntry extends CatalogItem {
  /** How a program calls it, with its types. */
  readonly signature: string
  readonly outputSchema: JsonSchema | null
  /** What its calls use; null for built-in tools. */
  readonly connection: string | null
  /** What a call is on the outside; null for built-in tools. */
  readonly target: string | null
}

export interface CatalogFilter {
  /** Ranks by relevance; all tools, in the order of their sources, without it. */
  readonly q?: string | undefined
  readonly source?: string | undefined
}

/** The team's tools for people and scripts. */
export class ToolCatalog extends Context.Service<
  ToolCatalog,
  {
    list(teamId: TeamId, filter: CatalogFilter): Effect.Effect<ReadonlyArray<CatalogItem>>
    /** Fails with `tool_not_found` or `source_unavailable`. */
    get(teamId: TeamId, path: string): Effect.Effect<CatalogEntry, ToolError>
  }
>()("signalbox/tools/ToolCatalog") {
  static readonly layer: Layer.Layer<ToolCatalog, never, ToolSources | CallGate> = Layer.effect(
    ToolCatalog,
    Effect.gen(function* () {
      const sources = yield* ToolSources
      const gate = yield* CallGate
      const itemsOf = Effect.fnUntraced(function* (teamId: TeamId, tools: ReadonlyArray<Tool>) {
        const verdicts = yield* gate.checkAll(
          teamId,
          tools.map((tool) => bareCallOf(teamId, tool))
        )
        return tools.map((tool, index): CatalogItem => {
          const { path, description, inputSchema, effect } = tool
          return { path, description, source: sourceName(tool), policy: policies[verdicts[index]?._tag ?? "Ask"], inputSchema, effect }
        })
      })
      const list = Effect.fn("ToolCatalog.list")(function* (teamId: TeamId, { q, source }: CatalogFilter) {
        if (q === undefined || q.trim() === "") return yield* itemsOf(teamId, yield* sources.tools(teamId, source))
        const found = yield* sources.search(teamId, q, source)
        return yield* itemsOf(
          teamId,
          found.map(({ tool }) => tool)
        )
      })
      const get = Effect.fn("ToolCatalog.get")(function* (teamId: TeamId, path: string) {
        const { tool, source } = yield* sources.find(teamId, path)
        const [item] = yield* itemsOf(teamId, [tool])
        if (item === undefined) return yield* Effect.die("one tool is one item")
        return { ...item, signature: signatureOf(tool), outputSchema: tool.outputSchema, connection: source.connection, target: tool.target ?? null }
      })
      return ToolCatalog.of({ list, get })
    })
  )
}

/** A call as such, of nobody in particular and with no arguments. */
const bareCallOf = (teamId: TeamId, tool: Tool): GatedCall => {
  const { path, description, effect, repeatable } = tool
  const call = { path, source: sourceName(tool), connection: null, description, effect, repeatable, schemaHash: "" }
  return { teamId, actor: systemActor, trigger: "console", call, args: {} }
}

const sourceName = (tool: Tool): string => tool.path.split(".", 1)[0] ?? tool.path

const policies = { Allow: "allow", Ask: "require_approval", Block: "block" } as const satisfies Record<Verdict["_tag"], CatalogItem["policy"]>
