import { Context, Effect, Layer } from "effect"
import type { TeamId } from "../domain/ids"
import { sourceOf } from "../domain/tool-call"
import { canonicalPath } from "../domain/tool-path"
import { ToolError } from "../engine/tool-invoker"
import { HostTable } from "../store/host-table"
import { HttpClient } from "./http-client/http-client"
import { makeRankTools, type Ranked } from "./search"
import { SourceRegistry } from "./source-registry"
import { makeDemoSource } from "./sources/builtin/demo"
import { fetchName, makeFetchSource } from "./sources/builtin/fetch"
import { makeToolboxSource } from "./sources/builtin/toolbox"
import { suggestPaths } from "./suggest"
import { type Tool, type ToolSource, toolsOrNone } from "./tool-source"

export interface FoundTool {
  readonly source: ToolSource
  readonly tool: Tool
}

/** The tool sources of each team. */
export class ToolSources extends Context.Service<
  ToolSources,
  {
    /** In a fixed order, the built-in ones first. */
    of(teamId: TeamId): Effect.Effect<ReadonlyArray<ToolSource>>
    /** By path, also one of the older names. Fails with `tool_not_found` (and what may have been meant) or `source_unavailable`. */
    find(teamId: TeamId, path: string): Effect.Effect<FoundTool, ToolError>
    /** The tools of all sources, or of the named one; a source that does not answer has none. */
    tools(teamId: TeamId, source?: string): Effect.Effect<ReadonlyArray<Tool>>
    /** Those that have to do with the query, best first. */
    search(teamId: TeamId, query: string, source?: string): Effect.Effect<ReadonlyArray<Ranked>>
  }
>()("signalbox/tools/ToolSources") {
  /** The built-in sources, with `http` where an admin allowed hosts to it, and those that the team has added. */
  static readonly teamLayer = Layer.effect(
    ToolSources,
    Effect.gen(function* () {
      const registry = yield* SourceRegistry
      const hosts = yield* HostTable
      return yield* make(registry.of, makeFetchSource(yield* HttpClient, hosts.list))
    })
  )

  /** The built-in sources, and further ones that every team has. */
  static readonly layerOf = (further: ReadonlyArray<ToolSource>) =>
    Layer.effect(
      ToolSources,
      Effect.suspend(() => make(() => Effect.succeed(further), Effect.succeed([])))
    )
  static readonly layer = ToolSources.layerOf([])
}

const make = Effect.fnUntraced(function* (
  added: (teamId: TeamId) => Effect.Effect<ReadonlyArray<ToolSource>>,
  fetchSource: Effect.Effect<ReadonlyArray<ToolSource>>
) {
  const demo = yield* makeDemoSource
  const toolbox: ToolSource = makeToolboxSource({
    of: (teamId) => of(teamId),
    tools: (teamId, source) => tools(teamId, source),
    search: (teamId, query, source) => search(teamId, query, source),
    find: (teamId, path) => find(teamId, path)
  })

  const of = (teamId: TeamId): Effect.Effect<ReadonlyArray<ToolSource>> =>
    Effect.zipWith(fetchSource, added(teamId), (fetching, own) => [toolbox, demo, ...fetching, ...own])
  /** Those among which the named one is, if there is one: whether hosts are allowed is looked up for `http` alone. */
  const around = (teamId: TeamId, name: string): Effect.Effect<ReadonlyArray<ToolSource>> =>
    name === fetchName ? of(teamId) : Effect.map(added(teamId), (own) => [toolbox, demo, ...own])

  const rankTools = makeRankTools()
  /** One a source; a list is the same object until its source changes. */
  const lists = Effect.fn("ToolSources.lists")(function* (teamId: TeamId, source?: string) {
    const sources = source === undefined ? yield* of(teamId) : yield* around(teamId, source)
    const wanted = source === undefined ? sources : sources.filter(({ name }) => name === source)
    return yield* Effect.forEach(wanted, (one) => toolsOrNone(one, teamId), { concurrency: 8 })
  })
  const tools = (teamId: TeamId, source?: string) => Effect.map(lists(teamId, source), (all) => all.flat())
  const search = (teamId: TeamId, query: string, source?: string) => Effect.map(lists(teamId, source), (all) => rankTools(query, all))

  const find = Effect.fn("ToolSources.find")(function* (teamId: TeamId, asked: string) {
    const path = canonicalPath(asked)
    const sources = yield* around(teamId, sourceOf(path))
    const source = sources.find(({ name }) => name === sourceOf(path))
    const tool = source === undefined ? undefined : (yield* source.tools(teamId)).find((candidate) => candidate.path === path)
    if (source !== undefined && tool !== undefined) return { source, tool }
    const known = yield* tools(teamId)
    return yield* notFound(
      asked,
      suggestPaths(
        path,
        known.map((candidate) => candidate.path)
      )
    )
  })

  return ToolSources.of({ of, find, tools, search })
})

const notFound = (path: string, suggestions: ReadonlyArray<string>): ToolError =>
  new ToolError({
    code: "tool_not_found",
    message: `There is no tool ${path.slice(0, 200)}. ${suggestions.length > 0 ? `Did you mean ${suggestions.join(", ")}?` : "tools.search({ query }) finds tools."}`,
    details: { path: path.slice(0, 200), suggestions }
  })
