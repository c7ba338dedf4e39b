import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputResponse,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON
} from "@modelcontextprotocol/server"
import { Option, Schema } from "effect"
import type { Agent } from "./agent"
import { answer } from "./answer"
import { responseKey } from "./question"
import { QuestionState, type requestStateOf } from "./request-state"
import type { JsonObjectSchema, McpCall } from "./tool"
import { mcpTools } from "./tools"
import { executeDescription } from "./tools/execute"

export interface ServedTo {
  readonly agent: Agent
  readonly version: string
  /** What an agent of this team reads before it writes a program; null where nothing is listed, or not to this agent. */
  readonly engineText: string | null
  readonly requestState: ReturnType<typeof requestStateOf>
  /** Of the request; clients of 2025 say who they are in it alone, since there are no sessions. */
  readonly userAgent: string | null
}

const instructions =
  "Signalbox runs programs that call the team's tools; people decide where they have to. Read the guide of the tool skills named programs before your first execute. " +
  "A run that waits for a person answers waiting_for_interaction: tell the user the approvalUrl, then call wait. Never submit the same program twice."

/** A server for one request of one agent: nothing is kept between requests, so that any process can answer the next one. */
export const serverFor = ({ agent, version, engineText, requestState, userAgent }: ServedTo): McpServer => {
  const server = new McpServer(
    { name: "signalbox", title: "Signalbox", version },
    {
      // The seven tools are always the same; what a team's programs can call changes, and search tells that.
      capabilities: { tools: { listChanged: false } },
      instructions,
      requestState: { verify: requestState.verify },
      inputRequired: { legacyShim: false }
    }
  )
  for (const tool of mcpTools) {
    const description = tool.name === "execute" ? executeDescription(engineText) : tool.description
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description,
        inputSchema: standardSchema(tool.inputSchema),
        ...(tool.outputSchema === null ? {} : { outputSchema: standardSchema(tool.outputSchema) }),
        annotations: tool.annotations
      },
      (args, context) => answer(tool.run(args, callOf({ agent, requestState, userAgent }, context)))
    )
  }
  return server
}

/** The library only lists the schema: the tool checks its arguments itself, with messages that say what to do. */
const standardSchema = (schema: JsonObjectSchema): StandardSchemaWithJSON => ({
  "~standard": {
    version: 1,
    vendor: "signalbox",
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) }
  }
})

const isQuestion = Schema.is(QuestionState)

const Envelope = Schema.Struct({
  [CLIENT_CAPABILITIES_META_KEY]: Schema.Struct({
    elicitation: Schema.Struct({ form: Schema.optionalKey(Schema.Unknown), url: Schema.optionalKey(Schema.Unknown) })
  })
})
const readEnvelope = Schema.decodeUnknownOption(Envelope)

const callOf = ({ agent, requestState, userAgent }: Pick<ServedTo, "agent" | "requestState" | "userAgent">, context: ServerContext): McpCall => {
  const { mcpReq } = context
  const state = mcpReq.requestState()
  const response = inputResponse(mcpReq.inputResponses, responseKey)
  const token = mcpReq._meta?.progressToken
  return {
    agent,
    client: clientOf(mcpReq.envelope) ?? shortened(userAgent ?? ""),
    elicitation: elicitationOf(mcpReq.envelope),
    question: isQuestion(state) ? state : null,
    response: response.kind === "elicit" ? response.action : null,
    seal: (question) => requestState.mint(question, context),
    progress: token === undefined ? null : progressTo(context, token),
    signal: mcpReq.signal
  }
}

const Identity = Schema.Struct({ [CLIENT_INFO_META_KEY]: Schema.Struct({ name: Schema.String, version: Schema.optionalKey(Schema.String) }) })
const readIdentity = Schema.decodeUnknownOption(Identity)

const clientOf = (envelope: unknown): string | null => {
  const read = readIdentity(envelope)
  if (Option.isNone(read)) return null
  const { name, version = "" } = read.value[CLIENT_INFO_META_KEY]
  return shortened(`${name} ${version}`)
}

/** A line that people may read beside what is true. */
const shortened = (text: string): string | null => text.replace(/\s+/g, " ").trim().slice(0, 200) || null

/** Only requests of the 2026 revision say what the client can do; without a word of a mode, a form is meant. */
const elicitationOf = (envelope: unknown): McpCall["elicitation"] => {
  const read = readEnvelope(envelope)
  if (Option.isNone(read)) return { form: false, url: false }
  const { form, url } = read.value[CLIENT_CAPABILITIES_META_KEY].elicitation
  return { form: form !== undefined || url === undefined, url: url !== undefined }
}

const progressTo = ({ mcpReq }: ServerContext, progressToken: string | number): NonNullable<McpCall["progress"]> => {
  // Steps, not a share: how much a program still has to do is known to nobody.
  let progress = 0
  return (message) => {
    progress += 1
    return mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } })
  }
}
