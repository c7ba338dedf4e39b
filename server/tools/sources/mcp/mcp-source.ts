import { Effect } from "effect"
import type { Invocation } from "../../../engine/tool-invoker"
import { ToolError } from "../../../engine/tool-invoker"
import { makeCheckResult } from "../../check-arguments"
import { isJsonObject } from "../../json-value"
import type { Tool, ToolSource } from "../../tool-source"
import type { Scrub } from "../scrub"
import { callResultOf } from "./call-result"
import { effectOf, isRepeatable, type McpCatalogue } from "./catalogue"
import { afterLinks } from "./links-first"
import { McpFailed, toolErrorOf } from "./mcp-failure"
import type { McpPool } from "./mcp-pool"

export interface McpSourceParts {
  readonly name: string
  readonly description: string | null
  readonly connection: string
  /** Where it is, as an approval says it. */
  readonly place: string
  readonly trustsHints: boolean
  readonly catalogue: McpCatalogue
  readonly scrub: Scrub
  readonly pool: McpPool
}

/** The tools of one MCP server. */
export const makeMcpSource = (parts: McpSourceParts): ToolSource => {
  const { name, catalogue, trustsHints, place, pool, scrub } = parts
  const checkResult = makeCheckResult()
  const byPath = new Map(catalogue.tools.map((tool) => [`${name}.${tool.path}`, tool]))
  const tools = catalogue.tools.map(
    (tool): Tool => ({
      path: `${name}.${tool.path}`,
      description: tool.description,
      inputSchema: tool.input,
      outputSchema: tool.output,
      effect: effectOf(tool, trustsHints),
      repeatable: isRepeatable(tool, trustsHints),
      target: `${tool.name} at ${place}`
    })
  )

  const invoke = Effect.fn("mcp tool")(function* ({ path, effect }: Tool, { args, ask, emit }: Invocation) {
    const tool = byPath.get(path)
    if (tool === undefined) return yield* new ToolError({ code: "tool_not_found", message: `There is no tool ${path}.` })
    const given = isJsonObject(args) ? args : {}
    const sent = pool.use((connection) => connection.call({ name: tool.name, args: given, inCall: { ask, emit } }))
    const answer = yield* afterLinks(sent, ask).pipe(Effect.mapError((failure) => toolErrorOf(path, scrubbed(failure, scrub), effect === "read")))
    const { output } = tool
    const result = callResultOf(path, answer, scrub, (data) => (output === null ? null : checkResult(output, data)))
    if ("_tag" in result) return yield* result
    for (const item of result.items) yield* emit(item)
    return result.value
  })

  return { name, kind: "mcp", description: parts.description, connection: parts.connection, tools: () => Effect.succeed(tools), invoke }
}

/** A server may repeat what it was sent. */
export const scrubbed = (failure: McpFailed, scrub: Scrub): McpFailed =>
  new McpFailed({ ...failure, reason: scrub.text(failure.reason), ...(failure.data !== undefined && { data: scrub.json(failure.data) }) })
