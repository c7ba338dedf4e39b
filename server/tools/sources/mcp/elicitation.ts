import type { ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/client"
import { Option, Schema } from "effect"
import { parseFormSchema } from "../../../domain/form-schema"
import type { InCallAnswer, InCallQuestion } from "../../../engine/tool-invoker"

const longestMessage = 4_000
const longestUrl = 4_000

const readJson = Schema.decodeUnknownOption(Schema.Json)

/** What a server asks, as a question to a person; or why it cannot be asked. */
export const questionOf = (params: ElicitRequestParams): InCallQuestion | { readonly refused: string } => {
  const message = params.message.slice(0, longestMessage)
  if ("url" in params && typeof params.url === "string") {
    const url = webAddress(params.url)
    return url === null
      ? { refused: "The url of an elicitation must be an absolute http or https address." }
      : { kind: "url", message, requestedSchema: null, url }
  }
  const requestedSchema = Option.getOrNull(readJson("requestedSchema" in params ? params.requestedSchema : null))
  const form = parseFormSchema(requestedSchema)
  if ("issues" in form) {
    const why = form.issues.map(({ path, message: what }) => `${path || "requestedSchema"} ${what}`).join("; ")
    return { refused: `This form cannot be shown to a person: ${why.slice(0, 1_000)}.` }
  }
  return { kind: "form", message, requestedSchema, url: null }
}

const webAddress = (text: string): string | null => {
  if (text.length > longestUrl || !URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === ""
  return isWeb ? url.href : null
}

const Content = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number, Schema.Boolean, Schema.Array(Schema.String)]))
const readContent = Schema.decodeUnknownOption(Content)

export const elicitedResult = (answer: InCallAnswer): ElicitResult => {
  if (answer.action !== "accept") return { action: answer.action }
  const content = Option.getOrNull(readContent(answer.content))
  if (content === null) return { action: "accept" }
  return { action: "accept", content: Object.fromEntries(Object.entries(content).map(([key, value]) => [key, typeof value === "object" ? [...value] : value])) }
}
