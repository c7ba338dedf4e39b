import { Effect, Schema } from "effect"
import { mcpTool } from "../tool"
import { toolboxReply } from "../toolbox"

export const describe = mcpTool({
  name: "describe",
  title: "Describe a tool",
  description: "Tells how a program calls one tool: its TypeScript signature, its schemas, and whether it only reads. An unknown path gets suggestions.",
  input: Schema.Struct({ path: Schema.String }),
  about: { path: "The tool's path, as search gives it: demo.tickets.create" },
  statuses: null,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: Effect.fnUntraced(function* (args, { agent }) {
    return yield* toolboxReply(agent, "tools.describe", args)
  })
})
