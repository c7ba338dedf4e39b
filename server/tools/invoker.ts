import { createHash } from "node:crypto"
import { Effect, Layer, type Schema } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { identityOf, isSameTool, type PreparedCall, type ToolCallRequest, ToolError, ToolInvoker } from "../engine/tool-invoker"
import { makeCheckArguments } from "./check-arguments"
import { factsOf, type Tool } from "./tool-source"
import { ToolSources } from "./tool-sources"

/** A call without arguments is a call with none. */
const argumentsOf = (tool: Tool, args: Schema.Json): Schema.Json => (args === null && tool.inputSchema["type"] === "object" ? {} : args)

const changed = (path: string) =>
  new ToolError({
    code: "tool_changed",
    message: `${path} was changed in the moment in which it was to be called, so nothing was sent; call it again to have it looked at as it is now`,
    retryable: true
  })

/** The engine's way to the team's tools, whatever source they come from. */
export const toolInvokerLayer: Layer.Layer<ToolInvoker, never, ToolSources> = Layer.effect(
  ToolInvoker,
  Effect.gen(function* () {
    const sources = yield* ToolSources
    const checkArguments = makeCheckArguments()
    const hashes = new WeakMap<Tool, string>()
    const schemaHashOf = (tool: Tool): string => {
      const known = hashes.get(tool)
      if (known !== undefined) return known
      const hash = createHash("sha256")
        .update(canonicalJson({ path: tool.path, effect: tool.effect, input: tool.inputSchema, output: tool.outputSchema, target: tool.target ?? null }))
        .digest("hex")
      hashes.set(tool, hash)
      return hash
    }

    const find = Effect.fnUntraced(function* ({ teamId, path, args: given }: ToolCallRequest) {
      const found = yield* sources.find(teamId, path)
      const args = argumentsOf(found.tool, given)
      yield* checkArguments(found.tool, args)
      return { ...found, args }
    })

    const preparedOf = ({ source, tool, args }: Effect.Success<ReturnType<typeof find>>): PreparedCall => {
      const { effect, repeatable } = tool.natureOf?.(args) ?? tool
      return {
        path: tool.path,
        source: source.name,
        connection: source.connection,
        ...(source.id !== undefined && { connectionId: source.id }),
        description: tool.description,
        effect,
        repeatable,
        schemaHash: schemaHashOf(tool)
      }
    }

    return ToolInvoker.of({
      sources: (teamId) => Effect.flatMap(sources.of(teamId), (all) => Effect.forEach(all, (source) => factsOf(source, teamId), { concurrency: 8 })),
      prepare: Effect.fn("ToolInvoker.prepare")(function* (request) {
        return preparedOf(yield* find(request))
      }),
      invoke: Effect.fn("ToolInvoker.invoke")(function* (invocation) {
        const { as } = invocation
        const found = yield* find(invocation)
        // Between the last look at the call and this one lies a commit, and the source may have been read anew meanwhile.
        if (as !== undefined && !isSameTool(as, identityOf(preparedOf(found)))) return yield* changed(as.path)
        const { source, tool, args } = found
        return yield* source.invoke(tool, { ...invocation, path: tool.path, args })
      })
    })
  })
)
