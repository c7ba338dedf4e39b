import type { CallToolResult } from "@modelcontextprotocol/server"
import type { Schema } from "effect"
import type { RunId } from "../domain/ids"
import type { Interaction } from "../domain/interaction"
import type { Run } from "../domain/run"
import { type Formatted, formatExecuteResult, formatPausedExecution } from "../engine/format-result"
import type { Failure } from "../http/failure"

/**
 * What the tools answer: a text, and a structured form that is enough alone. Names and fields are a contract: they may be
 * added to, never renamed.
 */
export interface Reply extends Formatted {
  /** What was asked for did not come about. A pause is none of that. */
  readonly isError: boolean
}

export const callResultOf = ({ text, structured, isError }: Reply): CallToolResult => ({
  content: [{ type: "text", text }],
  structuredContent: { ...structured },
  ...(isError ? { isError } : {})
})

const iso = (at: number): string => new Date(at).toISOString()

/** `completed` or `error`: a run that is over, however it ended. */
export const overReply = (run: Run): Reply => {
  const { text, structured } = formatExecuteResult({ ...run, error: run.status === "completed" ? null : (run.error ?? endWithoutError(run.status)) })
  return { text, structured: { ...structured, runId: run.id }, isError: run.status !== "completed" }
}

const endWithoutError = (status: Run["status"]): NonNullable<Run["error"]> =>
  status === "cancelled"
    ? { code: "cancelled", message: "the run was cancelled" }
    : status === "interrupted"
      ? { code: "interrupted", message: "the run was stopped from outside" }
      : { code: "program_error", message: "the run failed" }

/** `waiting_for_interaction`: a person is asked. */
export const pausedReply = (interaction: Interaction): Reply => ({
  ...formatPausedExecution(interaction, interaction.expiresAt === null ? null : iso(interaction.expiresAt)),
  isError: false
})

/** `running`: neither over nor paused when the time to answer was up. */
export const runningReply = (runId: RunId, cursor: number): Reply => ({
  text: `The run goes on (${runId}). Call wait with this runId and after: ${cursor} for what happens next. Do not submit the program again.`,
  structured: { status: "running", runId, cursor },
  isError: false
})

/** `user_approval_required`: the question is a person's to answer. */
export const approvalRequiredReply = ({ id, runId, approvalUrl }: Interaction): Reply => ({
  text: `Only a person may answer this. Ask the user to open ${approvalUrl} and decide there, then call wait with executionId ${id}.`,
  structured: { status: "user_approval_required", executionId: id, runId, approvalUrl },
  isError: false
})

export const executionNotFoundReply = (executionId: string): Reply => ({
  text: `There is no execution ${quoted(executionId)}. Take the executionId of a result with status waiting_for_interaction.`,
  structured: { status: "execution_not_found", executionId: executionId.slice(0, 200) },
  isError: true
})

export const executionExpiredReply = ({ id, runId, expiresAt }: Interaction): Reply => ({
  text: `The time to answer ${id} was over before this answer came. The program was told; call wait with runId ${runId} for what it did then.`,
  structured: { status: "execution_expired", executionId: id, runId, ...(expiresAt === null ? {} : { expiredAt: iso(expiresAt) }) },
  isError: true
})

const actionOf = { pending: "none", accepted: "accept", declined: "decline", cancelled: "cancel", expired: "expire", failed: "fail" } as const

/** `execution_already_settled`: somebody answered otherwise before; the first answer counts. */
export const alreadySettledReply = ({ id, runId, status, resolvedBy, resolvedAt, resolvedVia, comment }: Interaction): Reply => {
  const by = resolvedBy?.label ?? "Signalbox"
  const at = resolvedAt === null ? null : iso(resolvedAt)
  return {
    text: `${id} was already ${status} by ${by}${at === null ? "" : ` at ${at}`}; the first answer counts. Call wait with runId ${runId} for how the run goes on.`,
    structured: {
      status: "execution_already_settled",
      executionId: id,
      runId,
      action: actionOf[status],
      by,
      at,
      via: resolvedVia,
      ...(comment === null || comment === "" ? {} : { comment })
    },
    isError: true
  }
}

/** A call of a tool that could not be carried out. The program, if there is one, is not what failed. */
export const failureReply = ({ code, message, details, issues, requestId, retryAfterMs }: Failure): Reply => ({
  text: [`Error: ${message}`, ...(issues ?? []).map((issue) => `- ${issue.path === "" ? "" : `${issue.path}: `}${issue.message}`)].join("\n"),
  structured: {
    status: "error",
    error: {
      code,
      message,
      requestId,
      ...(details === undefined ? {} : { details: plain(details) }),
      ...(issues === undefined ? {} : { issues: issues.map(({ path, message: text }) => ({ path, message: text })) }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs })
    }
  },
  isError: true
})

/** What failures tell is JSON already, only not typed so. */
const plain = (details: Readonly<Record<string, unknown>>): Schema.Json => JSON.parse(JSON.stringify(details))

const quoted = (text: string): string => JSON.stringify(text.slice(0, 200))

/** What `search`, `describe` and `skills` answer: their data, and the same as text. */
export const dataReply = (data: Readonly<Record<string, Schema.Json>>, text: string = JSON.stringify(data, null, 2)): Reply => ({
  text,
  structured: data,
  isError: false
})

/** Adds to a reply what happened since the cursor the caller gave. */
export const withEvents = (reply: Reply, events: ReadonlyArray<Schema.Json>, cursor: number): Reply => ({
  ...reply,
  text: events.length === 0 ? reply.text : `${reply.text}\n\nEvents:\n${events.map((event) => JSON.stringify(event)).join("\n")}`,
  structured: { ...reply.structured, events, cursor }
})
