import { Effect, type Schema } from "effect"
import { permit } from "../auth/permissions"
import { RunId, ToolCallId } from "../domain/ids"
import { noInCall, type ToolError, ToolInvoker } from "../engine/tool-invoker"
import type { Agent } from "./agent"
import { dataReply, type Reply } from "./results"

/** Reads that no program makes: nothing is recorded, so there is nothing for the ids to name. */
const noRun = RunId.make("run_00000000-0000-7000-8000-000000000000")
const noCall = ToolCallId.make("call_1")

/** Asks the toolbox what a program would learn from the same call. */
export const askToolbox = Effect.fn("mcp.askToolbox")(function* (agent: Agent, path: "tools.search" | "tools.describe", args: Schema.Json) {
  yield* permit(agent, "tools:read")
  const { actor, teamId } = agent
  const answer = yield* ToolInvoker.use((tools) =>
    tools.invoke({ teamId, path, args, actor, runId: noRun, toolCallId: noCall, idempotencyKey: `${noRun}:${noCall}`, ...noInCall })
  )
  return isData(answer) ? answer : {}
})

/** The toolbox's answer as a tool's; what it refuses keeps its code and suggestions, as in a program. */
export const toolboxReply = (agent: Agent, path: "tools.search" | "tools.describe", args: Schema.Json) =>
  askToolbox(agent, path, args).pipe(
    Effect.map((data) => dataReply(data)),
    Effect.catchTag("ToolError", (error) => Effect.succeed(refusedReply(error)))
  )

const refusedReply = ({ code, message, details }: ToolError): Reply => ({
  text: `Error: ${message}`,
  structured: { status: "error", error: { code, message, ...(details === undefined ? {} : { details }) } },
  isError: true
})

const isData = (value: Schema.Json | undefined): value is Readonly<Record<string, Schema.Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
