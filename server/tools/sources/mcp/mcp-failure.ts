import { Schema } from "effect"
import { ToolError } from "../../../engine/tool-invoker"
import { HttpFault } from "../../http-client/http-failure"

/** Why an MCP server did not answer as it should. `replied`: it answered with an error; `http`: with a status. */
export class McpFailed extends Schema.TaggedError<McpFailed>()("McpFailed", {
  fault: Schema.Literals([...HttpFault.literals, "ended", "replied", "http"]),
  reason: Schema.String,
  status: Schema.optionalKey(Schema.Int),
  code: Schema.optionalKey(Schema.Int),
  data: Schema.optionalKey(Schema.Json)
}) {
  override get message(): string {
    return this.reason
  }
}

/** The connection is of no use any more, or never came to be. */
export const isConnectionLost = ({ fault }: McpFailed): boolean => fault !== "replied"

/** Nothing came of what was sent: on a connection that a server has forgotten, or that could not be made. */
export const wasNotTaken = ({ fault, status }: McpFailed): boolean => fault === "unreachable" || (fault === "http" && status === 404)

const codes = {
  refused: "source_unavailable",
  malformed: "source_unavailable",
  unreachable: "source_unavailable",
  broken: "source_unavailable",
  ended: "source_unavailable",
  http: "source_unavailable",
  timed_out: "tool_timeout",
  too_large: "result_too_large",
  replied: "mcp_error"
} as const satisfies Record<McpFailed["fault"], string>

/** As the program can catch it. */
export const toolErrorOf = (path: string, failure: McpFailed, isRead: boolean): ToolError => {
  const { fault, reason, status, code, data } = failure
  const isDoubtful = !isRead && ["broken", "ended", "timed_out"].includes(fault)
  const isDenied = fault === "http" && (status === 401 || status === 403)
  return new ToolError({
    code: isDenied ? "unauthorized_connection" : codes[fault],
    message: `${path}: ${reason}${isDoubtful ? "; whether it did what was asked is not known" : ""}`,
    ...(status !== undefined && { status }),
    ...(fault === "replied" && { details: { code: code ?? null, data: data ?? null } }),
    retryable: fault === "unreachable" || (isRead && (fault === "broken" || fault === "ended" || fault === "timed_out"))
  })
}
