import type { RunId } from "../domain/ids"
import { systemActor } from "../domain/principal"
import type { UnnumberedEvent } from "../domain/run-event"
import type { NewInteraction, NewToolCall, RunStep, RunWrite } from "../engine/run-store"
import { auditRow } from "./audit-chain"
import { sealEntry } from "./journal-row"
import { eventData } from "./run-event-row"
import type { Sealing } from "./sealed"
import { type RowFor, storable, storableOrNull } from "./sql/statement"
import type * as sql from "./sql/step"

/** Where the bytes are sealed for that a person let go out. */
export const exactArgsContext = (interactionId: string): string => `exactArgs:${interactionId}`

/** The rows of one phase, by statement. Within a phase everything is inserted before anything is changed. */
export interface PhaseRows {
  readonly journal: Array<RowFor<typeof sql.appendJournal>>
  readonly calls: Array<RowFor<typeof sql.insertToolCalls>>
  readonly payloads: Array<RowFor<typeof sql.insertPayloads>>
  readonly paths: Array<RowFor<typeof sql.insertRunTools>>
  readonly interactions: Array<RowFor<typeof sql.insertInteractions>>
  readonly events: Array<RowFor<typeof sql.appendEvents>>
  readonly failures: Array<RowFor<typeof sql.countFailures>>
  readonly results: Array<RowFor<typeof sql.setResults>>
  readonly sets: Array<RowFor<typeof sql.setToolCalls>>
  readonly closings: Array<RowFor<typeof sql.closeInteractions>>
  readonly failed: Array<RowFor<typeof sql.failDecisions> & { readonly audit: RowFor<typeof sql.appendFailureAudit> }>
  readonly applied: Array<RowFor<typeof sql.applyDecisions>>
  readonly begins: Array<RowFor<typeof sql.beginRuns>>
}

export const noRows = (): PhaseRows => ({
  journal: [],
  calls: [],
  payloads: [],
  paths: [],
  interactions: [],
  events: [],
  failures: [],
  results: [],
  sets: [],
  closings: [],
  failed: [],
  applied: [],
  begins: []
})

export type EndRun = Extract<RunWrite, { _tag: "EndRun" }>
/** Under which guard an event is recorded. */
export type Condition = { readonly toolCallId: string | null; readonly interactionId: string | null }
export const always: Condition = { toolCallId: null, interactionId: null }

/** One write at the moment of its step. */
export interface Placed {
  readonly runId: RunId
  readonly stepId: string
  readonly step: RunStep
}

/** What an update changes; two updates of the same thing may not share a phase. */
export const updatedBy = (write: RunWrite): string | null => {
  switch (write._tag) {
    case "SetToolCall":
      return `call ${write.toolCallId}`
    case "CloseInteraction":
    case "ApplyDecision":
    case "FailDecision":
      return `interaction ${write.interactionId}`
    default:
      return null
  }
}

export const eventOf = (write: RunWrite): { readonly event: UnnumberedEvent; readonly condition: Condition } | null => {
  switch (write._tag) {
    case "AppendEvent":
      return { event: write.event, condition: always }
    case "SetToolCall":
      return write.event === undefined ? null : { event: write.event, condition: { toolCallId: write.toolCallId, interactionId: null } }
    case "FailDecision":
      return { event: write.event, condition: always }
    case "CloseInteraction":
      return { event: write.event, condition: { toolCallId: null, interactionId: write.interactionId } }
    default:
      return null
  }
}

export const eventRow = ({ runId, stepId }: Placed, event: UnnumberedEvent, condition: Condition, ord: number): RowFor<typeof sql.appendEvents> => ({
  runId,
  stepId,
  ord,
  type: event._tag,
  at: event.at,
  data: eventData(event),
  ...condition
})

/** Adds the rows of one write, except for its event. */
export const addRows = (rows: PhaseRows, write: RunWrite, placed: Placed, sealing: Sealing): void => {
  const { runId, stepId, step } = placed
  const { at, owner } = step
  switch (write._tag) {
    case "AppendJournal":
      rows.journal.push({ runId, stepId, seq: write.seq, type: write.entry._tag, owner, value: sealEntry(sealing, runId, write.seq, write.entry) })
      return
    case "StartToolCall":
      rows.calls.push(callRow(write.call, placed))
      rows.payloads.push({ runId, stepId, toolCallId: write.call.toolCallId, args: JSON.stringify(write.call.args) })
      return
    case "OpenInteraction":
      rows.interactions.push(interactionRow(write.interaction, placed, sealing))
      return
    case "SetToolCall": {
      const { toolCallId: id, status, error, result, interactionId } = write
      const isFinal = status === "completed" || status === "failed" || status === "cancelled"
      if (status === "failed") rows.failures.push({ runId, stepId, id })
      if (result !== undefined) rows.results.push({ runId, stepId, id, result: JSON.stringify(result) })
      rows.sets.push({
        runId,
        stepId,
        id,
        status,
        finishedAt: isFinal ? at : null,
        interactionId: interactionId ?? null,
        errorCode: storableOrNull(error?.code ?? null),
        errorMessage: storableOrNull(error?.message ?? null)
      })
      return
    }
    case "CloseInteraction": {
      const { interactionId: id, status, by, via, comment } = write
      rows.closings.push({
        runId,
        stepId,
        id,
        status,
        at,
        byKind: by.kind,
        byId: storable(by.id),
        byLabel: storable(by.label),
        via,
        comment: storable(comment)
      })
      return
    }
    case "ApplyDecision":
      rows.applied.push({ runId, stepId, id: write.interactionId, at, isExecuted: write.isExecuted === true ? 1 : 0 })
      return
    case "FailDecision":
      rows.failed.push(failureRow(write, placed))
      return
    case "BeginRun":
      rows.begins.push({ runId, stepId })
      return
    case "AppendEvent":
    case "EndRun":
      return
  }
}

const failureRow = ({ interactionId: id, reason }: Extract<RunWrite, { _tag: "FailDecision" }>, { runId, stepId, step: { at, teamId } }: Placed) => {
  const place = { runId, stepId, id }
  const by = { byKind: systemActor.kind, byId: systemActor.id, byLabel: systemActor.label }
  const entry = { teamId, at, action: "interaction.failed", actor: systemActor, via: "system", subject: id, data: { runId, reason } } as const
  return { ...place, ...by, at, reason: storable(reason), audit: { ...auditRow(entry), ...place } }
}

const callRow = (call: NewToolCall, { runId, stepId, step }: Placed): RowFor<typeof sql.insertToolCalls> => ({
  runId,
  stepId,
  id: call.toolCallId,
  index: call.index,
  path: storable(call.path),
  source: storable(call.source),
  status: call.status,
  line: call.line,
  startedAt: step.at,
  finishedAt: call.status === "failed" ? step.at : null,
  interactionId: call.interactionId,
  errorCode: storableOrNull(call.error?.code ?? null),
  errorMessage: storableOrNull(call.error?.message ?? null)
})

const interactionRow = (asked: NewInteraction, { runId, stepId, step }: Placed, sealing: Sealing): RowFor<typeof sql.insertInteractions> => ({
  runId,
  stepId,
  id: asked.id,
  callId: asked.callId,
  toolCallId: asked.toolCallId,
  kind: asked.kind,
  message: storable(asked.message),
  args: json(asked.args),
  toolPath: storableOrNull(asked.toolPath),
  connection: storableOrNull(asked.connection),
  line: asked.line,
  ruleId: asked.rule?.id ?? null,
  rulePattern: asked.rule?.pattern ?? null,
  options: asked.options === null ? null : JSON.stringify(asked.options),
  votesNeeded: asked.votesNeeded,
  replaces: asked.replaces,
  requestedSchema: json(asked.requestedSchema),
  url: storableOrNull(asked.url),
  createdAt: step.at,
  expiresAt: asked.expiresAt,
  bindingHash: asked.bindingHash,
  boundTo: json(asked.boundTo === null ? null : { ...asked.boundTo }),
  terms: json(asked.terms === null ? null : { ...asked.terms }),
  proposedArgs: json(asked.proposedArgs),
  exactArgs: asked.exactArgs === null ? null : sealing.seal(asked.exactArgs, exactArgsContext(asked.id))
})

const json = (value: NewInteraction["args"]): string | null => (value === null ? null : JSON.stringify(value))
