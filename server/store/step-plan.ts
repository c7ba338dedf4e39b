import { Deferred, Exit, Schema } from "effect"
import { systemActor } from "../domain/principal"
import { isTerminal, RunStatus } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import { endMessage, openMessage } from "./outbox-rows"
import { type Finish, numberIn, type Plan, textIn } from "./plan"
import { eventData, eventOfRow, numbered } from "./run-event-row"
import type { Sealing } from "./sealed"
import * as endSql from "./sql/end"
import { queueOfSteps } from "./sql/outbox"
import type { Results } from "./sql/session"
import { type Row, storable } from "./sql/statement"
import * as sql from "./sql/step"
import { claimRow, isSameStep, type Laid, layOut, type StepOutcome, type StepRequest } from "./step-layout"
import { always, type Condition, type PhaseRows } from "./step-rows"
import type { ToolTallies } from "./tool-tallies"

const decodeStatus = Schema.decodeUnknownSync(RunStatus)

export const planSteps = (plan: Plan, requests: ReadonlyArray<StepRequest>, sealing: Sealing, tallies: ToolTallies): Finish => {
  const phases: Array<PhaseRows> = []
  const laid = requests.map((request) => layOut(request, phases, sealing, tallies))
  const claimed = plan.over(sql.claimSteps, laid.map(claimRow))
  const hits = phases.map((rows) => planPhase(plan, rows))
  const told = planEndings(plan, laid)
  plan.over(
    sql.endSteps,
    requests.map(({ runId, stepId }) => ({ runId, stepId }))
  )
  const found = plan.over(
    sql.findSteps,
    requests.map(({ runId }) => ({ runId }))
  )
  return (results) => {
    const from = new Map(claimed(results).map((row) => [textIn(row, "id"), numberIn(row, "stepFrom")]))
    const states = new Map(found(results).map((row) => [textIn(row, "id"), row]))
    const hit = hits.map((read) => read(results))
    const closed = told(results)
    for (const one of laid) {
      const { runId, parts } = one.request
      const stepFrom = from.get(runId)
      const row = states.get(runId)
      const outcomes =
        stepFrom === undefined ? parts.map((_, part) => unclaimed(one.request, row, part)) : committed(one, stepFrom, hit, closed.get(runId) ?? [])
      if (stepFrom === undefined || one.ending !== null) tallies.forget(runId)
      else if (one.tally !== null) tallies.keep(runId, one.tally)
      for (const [part, { done }] of parts.entries()) Deferred.doneUnsafe(done, Exit.succeed(outcomes[part] ?? { _tag: "Lost" }))
    }
  }
}

/** What the guarded updates of a phase hit. */
interface Hits {
  readonly calls: ReadonlySet<string>
  readonly interactions: ReadonlySet<string>
}

const callKey = (runId: string, id: string): string => `${runId} ${id}`

const planPhase = (plan: Plan, rows: PhaseRows): ((results: Results) => Hits) => {
  plan.over(sql.appendJournal, rows.journal)
  plan.over(sql.insertToolCalls, rows.calls)
  plan.over(sql.insertPayloads, rows.payloads)
  plan.over(sql.insertRunTools, rows.paths)
  plan.over(sql.insertToolPaths, rows.paths)
  plan.over(sql.insertInteractions, rows.interactions)
  plan.over(queueOfSteps, rows.interactions.map(openMessage))
  plan.over(sql.appendEvents, rows.events)
  plan.over(sql.countFailures, rows.failures)
  plan.over(sql.setResults, rows.results)
  const calls = plan.over(sql.setToolCalls, rows.sets)
  plan.over(sql.noteClosing, shownClosings(rows))
  const interactions = plan.over(sql.closeInteractions, rows.closings)
  for (const { audit } of rows.failed) plan.over(sql.appendFailureAudit, [audit])
  plan.over(
    sql.failDecisions,
    rows.failed.map(({ audit: _, ...row }) => row)
  )
  plan.over(sql.applyDecisions, rows.applied)
  plan.over(sql.beginRuns, rows.begins)
  return (results) => ({
    calls: new Set(calls(results).map((row) => callKey(textIn(row, "runId"), textIn(row, "id")))),
    interactions: new Set(interactions(results).map((row) => textIn(row, "id")))
  })
}

/** One for each run: what the list shows as its last decision. That something changed under the question is none. */
const shownClosings = ({ closings }: PhaseRows) => [
  ...new Map(
    closings.filter(({ status }) => status !== "failed").map(({ runId, stepId, id, status, byLabel }) => [runId, { runId, stepId, id, status, byLabel }])
  ).values()
]

/** The events of what closed with each run. */
const planEndings = (plan: Plan, laid: ReadonlyArray<Laid>): ((results: Results) => ReadonlyMap<string, ReadonlyArray<RunEvent>>) => {
  const endings = laid.flatMap(({ request: { runId, stepId }, ending }) => (ending === null ? [] : [{ ...ending, runId, stepId }]))
  const by = { byKind: systemActor.kind, byId: systemActor.id, byLabel: systemActor.label }
  const closing = endings.map(({ runId, stepId, at, write }) => ({
    runId,
    stepId,
    at,
    comment: storable(write.error?.message ?? `the run ended: ${write.status}`)
  }))
  const told = plan.over(
    endSql.tellClosing,
    closing.map((row) => ({ ...row, by: JSON.stringify(systemActor) }))
  )
  plan.over(
    endSql.closeOpenCalls,
    closing.map(({ runId, stepId, at }) => ({ runId, stepId, at }))
  )
  plan.over(
    endSql.noteWithdrawn,
    closing.map(({ runId, stepId }) => ({ runId, stepId, byLabel: systemActor.label }))
  )
  plan.over(
    endSql.closePending,
    closing.map((row) => ({ ...row, ...by }))
  )
  plan.over(
    endSql.endRuns,
    endings.map(({ runId, stepId, at, write }) => ({ runId, stepId, at, status: write.status }))
  )
  plan.over(
    queueOfSteps,
    endings.flatMap(({ runId, stepId, at, write: { status } }) => endMessage({ runId, stepId, at, status }))
  )
  plan.over(
    endSql.setEndings,
    endings.map(({ runId, stepId, write: { result, error } }) => ({
      runId,
      stepId,
      result: result === undefined ? null : JSON.stringify(result),
      // A store reads the message out of it, for the words that runs are found by.
      error: error === undefined ? null : JSON.stringify({ ...error, message: storable(error.message) })
    }))
  )
  plan.over(
    sql.appendEvents,
    endings.map(({ runId, stepId, write }, ord) => ({
      runId,
      stepId,
      ord,
      type: write.event._tag,
      at: write.event.at,
      data: eventData(write.event),
      ...always
    }))
  )
  return (results) => {
    const byRun = new Map<string, Array<RunEvent>>()
    for (const row of told(results)) {
      const event = eventOfRow({
        runId: textIn(row, "runId"),
        teamId: textIn(row, "teamId"),
        seq: numberIn(row, "seq"),
        type: textIn(row, "type"),
        at: numberIn(row, "at"),
        data: textIn(row, "data")
      })
      byRun.set(event.runId, [...(byRun.get(event.runId) ?? []), event])
    }
    return byRun
  }
}

/** Numbers the events in the order in which the statements did. */
const committed = (
  { request, candidates, ending }: Laid,
  stepFrom: number,
  hits: ReadonlyArray<Hits>,
  closed: ReadonlyArray<RunEvent>
): ReadonlyArray<StepOutcome> => {
  const events = request.parts.map((): Array<RunEvent> => [])
  let seq = stepFrom
  for (const [phase, told] of candidates.entries()) {
    for (const { event, condition, part } of told ?? []) {
      if (isHit(request.runId, condition, hits[phase])) events[part]?.push(numbered(event, ++seq))
    }
  }
  if (ending !== null) {
    events[ending.part]?.push(...[...closed].sort((one, other) => one.seq - other.seq), numbered(ending.write.event, seq + closed.length + 1))
  }
  return events.map((own): StepOutcome => ({ _tag: "Committed", events: own }))
}

const isHit = (runId: string, { toolCallId, interactionId }: Condition, hits: Hits | undefined): boolean => {
  if (toolCallId !== null) return hits?.calls.has(callKey(runId, toolCallId)) ?? false
  return interactionId === null || (hits?.interactions.has(interactionId) ?? false)
}

const unclaimed = ({ stepId }: StepRequest, row: Row | undefined, part: number): StepOutcome => {
  if (row === undefined) return { _tag: "Lost" }
  // Done by an earlier try: its events are told once, by the first part.
  if (isSameStep(String(row["stepId"]), stepId))
    return part === 0 ? { _tag: "CommittedBefore", after: numberIn(row, "stepFrom"), upTo: numberIn(row, "stepTo") } : { _tag: "Committed", events: [] }
  const status = decodeStatus(row["status"])
  if (isTerminal(status)) return { _tag: "Over", status }
  // Another owner, or a journal that went on without this one.
  return { _tag: "Lost" }
}
