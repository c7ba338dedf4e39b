import { Schema } from "effect"
import { InteractionId, RunId, TeamId, ToolCallId } from "../domain/ids"
import { ApprovalTerms, InteractionKind, InteractionStatus, ResolvedVia } from "../domain/interaction"
import { Actor, ActorKind } from "../domain/principal"
import { RunError, RunStatus, Trigger } from "../domain/run"
import { ToolCallStatus } from "../domain/tool-call"
import type { NewRun, RunState, StoredInteraction, StoredToolCall } from "../engine/run-store"
import type { Interaction as InteractionRow, RunDetail as RunDetailRow, Run as RunRow } from "../generated/sqlite/client"
import { contentContext } from "./decide-plan"
import type { Sealing } from "./sealed"
import { exactArgsContext } from "./step-rows"
import { argsContext } from "./submit-plan"

/* Rows as the client gives them, as the engine knows them. Rows are written by this folder alone, so JSON in them is trusted. */

/** JSON text of a column. */
export const jsonOf = (text: string): Schema.Json => JSON.parse(text)
const jsonOrNull = (text: string | null): Schema.Json | null => (text === null ? null : jsonOf(text))
const whenOrNull = (at: bigint | null): number | null => (at === null ? null : Number(at))

const decodeInteraction = Schema.decodeUnknownSync(
  Schema.Struct({
    id: InteractionId,
    runId: RunId,
    teamId: TeamId,
    toolCallId: Schema.NullOr(ToolCallId),
    kind: InteractionKind,
    status: InteractionStatus,
    resolvedVia: Schema.NullOr(ResolvedVia),
    replaces: Schema.NullOr(InteractionId)
  })
)
const decodeKind = Schema.decodeUnknownSync(ActorKind)
const decodeOptions = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.String)))
const decodeVotes = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.Struct({ by: Actor, at: Schema.Finite }))))
const decodeTrigger = Schema.decodeUnknownSync(Trigger)
const decodeBoundTo = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      path: Schema.String,
      connection: Schema.NullOr(Schema.String),
      connectionId: Schema.optionalKey(Schema.String),
      schemaHash: Schema.String,
      ruleId: Schema.NullOr(Schema.String),
      codeHash: Schema.String
    })
  )
)
const decodeTerms = Schema.decodeUnknownSync(Schema.fromJsonString(ApprovalTerms))
const decodeError = Schema.decodeUnknownSync(Schema.fromJsonString(RunError))
const decodeWish = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ by: Actor, reason: Schema.String })))
const decodeRun = Schema.decodeUnknownSync(
  Schema.Struct({
    id: RunId,
    teamId: TeamId,
    status: RunStatus,
    trigger: Trigger,
    parentRunId: Schema.NullOr(RunId),
    rerunOf: Schema.NullOr(RunId)
  })
)
const decodeLanguage = Schema.decodeUnknownSync(Schema.Literals(["typescript", "javascript"]))
const decodeToolCall = Schema.decodeUnknownSync(
  Schema.Struct({ toolCallId: ToolCallId, path: Schema.String, status: ToolCallStatus, interactionId: Schema.NullOr(InteractionId) })
)

const actorOf = (kind: string, id: string, label: string): Actor => ({ kind: decodeKind(kind), id, label })

export interface InteractionWithRun extends InteractionRow {
  readonly run: Pick<RunRow, "title" | "trigger" | "actorKind" | "actorId" | "actorLabel">
}
/** What to read with an interaction. */
export const withRun = { run: { select: { title: true, trigger: true, actorKind: true, actorId: true, actorLabel: true } } } as const

export const storedInteraction = (row: InteractionWithRun, sealing: Sealing, publicUrl: string): StoredInteraction => {
  const { id, runId, teamId, toolCallId, kind, status, resolvedVia, replaces } = decodeInteraction(row)
  const { resolvedByKind, resolvedById, resolvedByLabel, ruleId, rulePattern } = row
  const terms = row.terms === null ? null : decodeTerms(row.terms)
  return {
    teamId,
    callId: row.callId,
    // Unreadable under another secret, as is the run's journal: such a run is not continued, but its questions can be seen and closed.
    exactArgs: row.exactArgs === null ? null : sealing.openOrNull(row.exactArgs, exactArgsContext(row.id)),
    exactContent: row.exactContent === null ? null : jsonOrNull(sealing.openOrNull(row.exactContent, contentContext(row.id))),
    bindingHash: row.bindingHash,
    boundTo: row.boundTo === null ? null : decodeBoundTo(row.boundTo),
    terms,
    runTrigger: decodeTrigger(row.run.trigger),
    appliedAt: whenOrNull(row.appliedAt),
    interaction: {
      id,
      runId,
      toolCallId,
      kind,
      status,
      replaces,
      resolvedVia,
      message: row.message,
      args: jsonOrNull(row.args),
      toolPath: row.toolPath,
      connection: row.connection,
      line: row.line,
      rule: ruleId === null || rulePattern === null ? null : { id: ruleId, pattern: rulePattern },
      options: row.options === null ? null : decodeOptions(row.options),
      votes: decodeVotes(row.votes),
      votesNeeded: row.votesNeeded,
      proposedArgs: jsonOrNull(row.proposedArgs),
      executedArgs: jsonOrNull(row.executedArgs),
      requestedSchema: jsonOrNull(row.requestedSchema),
      url: row.url,
      createdAt: Number(row.createdAt),
      expiresAt: whenOrNull(row.expiresAt),
      resolvedAt: whenOrNull(row.resolvedAt),
      resolvedBy: resolvedByKind === null ? null : actorOf(resolvedByKind, resolvedById ?? "", resolvedByLabel ?? ""),
      comment: row.comment,
      content: jsonOrNull(row.content),
      appliedAt: whenOrNull(row.appliedAt),
      revision: row.revision,
      ...termsOf(terms),
      ...(row.waitsFrom === null ? {} : { waitsFrom: Number(row.waitsFrom) }),
      approvalUrl: `${publicUrl}/approvals/${row.id}`,
      runTitle: row.run.title,
      runActor: actorOf(row.run.actorKind, row.run.actorId, row.run.actorLabel)
    }
  }
}

/** What an interaction shows of the terms it was asked on. */
const termsOf = (terms: ApprovalTerms | null): Partial<ApprovalTerms> => terms ?? {}

export const runState = (row: Pick<RunRow, "id" | "teamId" | "status" | "cancelWish">): RunState => {
  const { id, teamId, status } = decodeRun({ ...row, trigger: "api", parentRunId: null, rerunOf: null })
  return { runId: id, teamId, status, cancelWish: row.cancelWish === null ? null : decodeWish(row.cancelWish) }
}

/** A run as it was submitted. `isReadable`: false when its real arguments cannot be opened; they are left out then. */
export const submittedRun = (
  row: RunRow,
  detail: RunDetailRow,
  sealing: Sealing
): { readonly run: NewRun; readonly status: RunStatus; readonly isReadable: boolean } => {
  const { id, teamId, status, trigger, parentRunId, rerunOf } = decodeRun(row)
  const args = detail.exactArgs === null ? null : sealing.openOrNull(detail.exactArgs, argsContext(row.id))
  const run: NewRun = {
    id,
    teamId,
    trigger,
    actor: actorOf(row.actorKind, row.actorId, row.actorLabel),
    title: row.title,
    code: detail.code,
    language: decodeLanguage(detail.language),
    timeoutMs: detail.timeoutMs,
    ...(detail.isCell ? { isCell: true } : {}),
    at: Number(row.startedAt),
    ...(args === null ? {} : { args: jsonOf(args) }),
    ...(row.idempotencyKey === null ? {} : { idempotencyKey: row.idempotencyKey }),
    ...(parentRunId === null ? {} : { parentRunId }),
    ...(rerunOf === null ? {} : { rerunOf })
  }
  return { run, status, isReadable: args !== null || detail.exactArgs === null }
}

export const storedToolCall = (row: {
  readonly id: string
  readonly path: string
  readonly status: string
  readonly interactionId: string | null
}): StoredToolCall => decodeToolCall({ ...row, toolCallId: row.id })

export const endingOf = (row: Pick<RunRow, "status">, detail: Pick<RunDetailRow, "result" | "error"> | null) => ({
  status: Schema.decodeUnknownSync(RunStatus)(row.status),
  result: jsonOrNull(detail?.result ?? null),
  error: detail?.error === null || detail?.error === undefined ? null : decodeError(detail.error)
})
