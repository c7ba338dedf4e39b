import type { InputRequiredResult, ToolAnnotations } from "@modelcontextprotocol/server"
import { Effect, Schema } from "effect"
import { issuesOf } from "../http/decode"
import type { ExpectedError } from "../http/failure"
import { MalformedRequest } from "../http/request-errors"
import type { AppServices } from "../runtime/runtime"
import type { Agent } from "./agent"
import type { QuestionState } from "./request-state"
import type { Reply } from "./results"

/** What a tool knows of the request besides its arguments. */
export interface McpCall {
  readonly agent: Agent
  /** What the client says of itself; untrusted. */
  readonly client: string | null
  /** Which ways of asking the client itself has; none over the revisions of 2025, which are served without sessions. */
  readonly elicitation: { readonly form: boolean; readonly url: boolean }
  /** The question that this request answers, when the client carried one back; verified. */
  readonly question: QuestionState | null
  /** What the client's user did with that question; untrusted. */
  readonly response: "accept" | "decline" | "cancel" | null
  /** Seals a question into what the client carries. */
  readonly seal: (state: QuestionState) => Promise<string>
  /** Tells the client how it goes; null when it did not ask for that. */
  readonly progress: ((message: string) => Promise<void>) | null
  /** The client has gone away or given up: nobody reads the answer any more. */
  readonly signal: AbortSignal
}

/** A question to the client instead of an answer; the same call comes again with the response. */
export interface Asked {
  readonly asked: InputRequiredResult
}

export type JsonObjectSchema = { readonly [keyword: string]: Schema.Json }

export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObjectSchema
  readonly outputSchema: JsonObjectSchema | null
  readonly annotations: ToolAnnotations
  readonly run: (args: unknown, call: McpCall) => Effect.Effect<Reply | Asked, ExpectedError, AppServices>
}

interface Spec<Fields extends Schema.Struct.Fields> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Schema.Struct<Fields>
  /** What each argument means. */
  readonly about: { readonly [Name in keyof Fields]: string }
  /** The values of `status` that an answer may have; null where the answer has none. */
  readonly statuses: ReadonlyArray<string> | null
  readonly annotations: ToolAnnotations
  readonly run: (args: Schema.Struct.Type<Fields>, call: McpCall) => Effect.Effect<Reply | Asked, ExpectedError, AppServices>
}

/** One tool of the endpoint: its arguments are described and checked by the same schema. */
export const mcpTool = <Fields extends Schema.Struct.Fields>(
  spec: Spec<Fields> & { readonly input: Schema.Struct<Fields> & Schema.Codec<Schema.Struct.Type<Fields>, unknown> }
): McpTool => {
  const { name, title, description, input, about, statuses, annotations, run } = spec
  const decode = Schema.decodeUnknownEffect(input)
  return {
    name,
    title,
    description,
    annotations,
    inputSchema: described(input, about),
    outputSchema: statuses === null ? null : { type: "object", properties: { status: { type: "string", enum: [...statuses] } }, required: ["status"] },
    run: (args, call) =>
      decode(args ?? {}, { errors: "all", onExcessProperty: "error" }).pipe(
        Effect.mapError(({ issue }) => new MalformedRequest({ message: `The arguments of ${name} are wrong; nothing was done.`, issues: issuesOf(issue) })),
        Effect.flatMap((decoded) => run(decoded, call))
      )
  }
}

const described = (input: Schema.Constraint, about: Readonly<Record<string, string>>): JsonObjectSchema => {
  const { schema } = Schema.toJsonSchemaDocument(input)
  const document: { readonly properties?: Readonly<Record<string, JsonObjectSchema>>; readonly required?: ReadonlyArray<string> } = schema
  const properties = Object.fromEntries(Object.entries(about).map(([name, text]) => [name, { ...document.properties?.[name], description: text }]))
  return { type: "object", properties, ...(document.required === undefined ? {} : { required: document.required }), additionalProperties: false }
}
