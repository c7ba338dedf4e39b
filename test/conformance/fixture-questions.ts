import {
  acceptedContent,
  type InputRequest,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext
} from "@modelcontextprotocol/server"
import { InteractionId, RunId } from "../../server/domain/ids"
import type { QuestionState, requestStateOf } from "../../server/mcp/request-state"
import { capabilitiesOf, nothing, say } from "./fixture-tools"

/** The suite's tools that ask the client before they answer; states are sealed as those of the endpoint are. */

type Codec = ReturnType<typeof requestStateOf>

const runId = RunId.make("run_00000000-0000-7000-8000-000000000001")
const interactionId = InteractionId.make("int_00000000-0000-7000-8000-000000000001")
const state = (as: QuestionState["as"]): QuestionState => ({ runId, interactionId, as })

const text = (name: string) => ({ type: "object" as const, properties: { [name]: { type: "string" as const } }, required: [name] })
const nameQuestion = inputRequired.elicit({ message: "What is your name?", requestedSchema: text("name") })
const sample = (words: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text: words } }], maxTokens })

const isAnswered = ({ mcpReq }: ServerContext, keys: ReadonlyArray<string>): boolean =>
  keys.every((key) => inputResponse(mcpReq.inputResponses, key).kind !== "missing")

const simple = (server: McpServer): void => {
  const asking = (name: string, inputRequests: InputRequests, answer: (context: ServerContext) => string) =>
    server.registerTool(name, { description: `Asks as ${name}`, inputSchema: nothing }, (_args, context) =>
      isAnswered(context, Object.keys(inputRequests)) ? say(answer(context)) : inputRequired({ inputRequests })
    )
  const named = (context: ServerContext) => `Hello, ${String(acceptedContent(context.mcpReq.inputResponses, "user_name")?.["name"])}!`
  asking("test_input_required_result_elicitation", { user_name: nameQuestion }, named)
  asking("test_streaming_elicitation", { user_name: nameQuestion }, named)
  asking("test_input_required_result_sampling", { capital_question: sample("What is the capital of France?", 100) }, ({ mcpReq }) =>
    JSON.stringify(inputResponse(mcpReq.inputResponses, "capital_question"))
  )
  asking("test_input_required_result_list_roots", { client_roots: inputRequired.listRoots() }, ({ mcpReq }) =>
    JSON.stringify(inputResponse(mcpReq.inputResponses, "client_roots"))
  )
  server.registerTool("test_missing_capability", { description: "Needs sampling", inputSchema: nothing }, () =>
    inputRequired({ inputRequests: { question: sample("Anything", 10) } })
  )
  server.registerTool("test_input_required_result_capabilities", { description: "Asks in a way the client has", inputSchema: nothing }, (_args, context) => {
    const can = capabilitiesOf(context)
    const inputRequests: InputRequests = {
      ...("elicitation" in can ? { user_name: nameQuestion } : {}),
      ...("sampling" in can ? { question: sample("Generate a greeting", 50) } : {})
    }
    return isAnswered(context, Object.keys(inputRequests)) ? say("done") : inputRequired({ inputRequests })
  })
}

const stateful = (server: McpServer, codec: Codec): void => {
  const confirm = inputRequired.elicit({
    message: "Please confirm",
    requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] }
  })
  for (const name of ["test_input_required_result_request_state", "test_input_required_result_tampered_state"])
    server.registerTool(name, { description: `Asks as ${name}`, inputSchema: nothing }, async (_args, context) =>
      isAnswered(context, ["confirm"]) && context.mcpReq.requestState() !== undefined
        ? say("state-ok")
        : inputRequired({ inputRequests: { confirm }, requestState: await codec.mint(state("confirm"), context) })
    )
  const several = { user_name: nameQuestion, greeting: sample("Generate a greeting", 50), client_roots: inputRequired.listRoots() }
  server.registerTool("test_input_required_result_multiple_inputs", { description: "Asks three things", inputSchema: nothing }, async (_args, context) =>
    isAnswered(context, Object.keys(several))
      ? say("all of them")
      : inputRequired({ inputRequests: several, requestState: await codec.mint(state("confirm"), context) })
  )
  const step = (message: string, name: string) => inputRequired.elicit({ message, requestedSchema: text(name) })
  server.registerTool("test_input_required_result_multi_round", { description: "Asks twice", inputSchema: nothing }, async (_args, context) => {
    const seen = context.mcpReq.requestState<QuestionState>()
    if (seen?.as === "link" && isAnswered(context, ["step2"])) return say("both steps")
    if (seen?.as === "confirm" && isAnswered(context, ["step1"]))
      return inputRequired({
        inputRequests: { step2: step("Step 2: What is your favorite color?", "color") },
        requestState: await codec.mint(state("link"), context)
      })
    return inputRequired({ inputRequests: { step1: step("Step 1: What is your name?", "name") }, requestState: await codec.mint(state("confirm"), context) })
  })
}

export const registerFixtureQuestions = (server: McpServer, codec: Codec): void => {
  simple(server)
  stateful(server, codec)
}
