import { Option, Schema } from "effect"
import { McpFailed } from "./mcp-failure"

const longest = 500

interface Around {
  readonly place: string
  /** Of the last answer over HTTP. */
  readonly status: number | null
  /** What a command said last on its error output. */
  readonly lastWords: string
}

const Shape = Schema.Struct({
  code: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String])),
  status: Schema.optionalKey(Schema.Int),
  data: Schema.optionalKey(Schema.Json)
})
const read = Schema.decodeUnknownOption(Shape)

/** What the SDK throws, in our words. Its classes exist once per bundle, so they are told apart by what they hold. */
export const failureOf = (cause: unknown, { place, status, lastWords }: Around): McpFailed => {
  const message = (cause instanceof Error ? cause.message : "").replace(/^MCP error -?\d+: /, "").slice(0, longest)
  const { code, status: thrown, data } = shapeOf(cause)
  // Of JSON-RPC: the server is there and says no.
  if (typeof code === "number") return new McpFailed({ fault: "replied", reason: `${place} answers: ${message}`, code, ...(data !== undefined && { data }) })
  const refused = thrown ?? (status !== null && status >= 400 ? status : undefined)
  if (refused !== undefined) return new McpFailed({ fault: "http", reason: `${place} answered ${refused}${wantedAt(refused)}`, status: refused })
  if (code === "REQUEST_TIMEOUT") return new McpFailed({ fault: "timed_out", reason: `${place} did not answer in time` })
  if (code === "ENOENT" || code === "EACCES") return new McpFailed({ fault: "unreachable", reason: "there is no such command that could be started" })
  const isOver = lastWords !== "" || code === "CONNECTION_CLOSED" || code === "NOT_CONNECTED" || /has ended|closed/.test(message)
  if (isOver) return new McpFailed({ fault: "ended", reason: `${place} has ended${lastWords === "" ? "" : `: ${lastWords.slice(-longest)}`}` })
  return new McpFailed({ fault: "broken", reason: `${place} does not speak MCP as it should: ${message || "its answer cannot be read"}` })
}

const wantedAt = (status: number): string => (status === 401 || status === 403 ? ": it wants other credentials" : "")

/** `code` and `status` first: `data` may be anything. */
const shapeOf = (cause: unknown): typeof Shape.Type => {
  if (typeof cause !== "object" || cause === null) return {}
  const of = (key: "code" | "status" | "data") => (key in cause ? { [key]: Reflect.get(cause, key) } : {})
  return Option.getOrElse(read({ ...of("code"), ...of("status"), ...of("data") }), () => Option.getOrElse(read({ ...of("code"), ...of("status") }), () => ({})))
}
