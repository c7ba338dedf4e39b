import { Effect, Schema } from "effect"
import { type Invocation, ToolError } from "../../../engine/tool-invoker"
import type { JsonSchema, Tool, ToolSource } from "../../tool-source"

/** A tool whose arguments and result are described by schemas of ours. */
export interface BuiltinTool {
  readonly tool: Tool
  readonly invoke: (invocation: Invocation) => Effect.Effect<Schema.Json | undefined, ToolError>
}

interface Definition<In, Out> {
  readonly path: string
  readonly description: string
  readonly effect: Tool["effect"]
  readonly input: Schema.Codec<In, Schema.Json>
  readonly output: Schema.Codec<Out, Schema.Json>
  readonly run: (args: In, invocation: Invocation) => Effect.Effect<Out, ToolError>
}

/** JSON Schema of a flat schema of ours; unknown arguments are refused, so that a typing error does not pass silently. */
const jsonSchemaOf = (schema: Schema.Constraint): JsonSchema => {
  const { schema: root, definitions } = Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })
  const text = JSON.stringify(Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions })
  const json: JsonSchema = JSON.parse(text)
  return json
}

/** Reads may be repeated after a crash; nothing else may, as the process that knew its idempotency keys is gone. */
export const builtinTool = <In, Out>({ path, description, effect, input, output, run }: Definition<In, Out>): BuiltinTool => ({
  tool: { path, description, effect, inputSchema: jsonSchemaOf(input), outputSchema: jsonSchemaOf(output), repeatable: effect === "read" },
  invoke: (invocation) =>
    Schema.decodeUnknownEffect(input)(invocation.args).pipe(
      Effect.mapError((error) => new ToolError({ code: "invalid_tool_arguments", message: `${path}: ${error.message}` })),
      Effect.flatMap((args) => run(args, invocation)),
      Effect.flatMap((value) => Effect.orDie(Schema.encodeEffect(output)(value)))
    )
})

export const builtinSource = (name: string, description: string, tools: ReadonlyArray<BuiltinTool>): ToolSource => {
  const offered = tools.map(({ tool }) => tool)
  const byPath = new Map(tools.map((entry) => [entry.tool.path, entry]))
  return {
    name,
    description,
    kind: "builtin",
    connection: null,
    tools: () => Effect.succeed(offered),
    invoke: (tool, invocation) =>
      byPath.get(tool.path)?.invoke(invocation) ?? Effect.fail(new ToolError({ code: "tool_not_found", message: `There is no tool ${tool.path}.` }))
  }
}
