import type { RunId } from "../domain/ids"
import type { RunStatus } from "../domain/run"
import type { RunEvent, UnnumberedEvent } from "../domain/run-event"
import type { RunStep } from "../engine/run-store"
import type { Request } from "./plan"
import type { Sealing } from "./sealed"
import { storable } from "./sql/statement"
import { addRows, type Condition, type EndRun, eventOf, eventRow, noRows, type PhaseRows, updatedBy } from "./step-rows"
import type { ToolTallies, ToolTally } from "./tool-tallies"

export type StepOutcome =
  | { readonly _tag: "Committed"; readonly events: ReadonlyArray<RunEvent> }
  /** The answer to an earlier try was lost; its events have `after < seq <= upTo`. */
  | { readonly _tag: "CommittedBefore"; readonly after: number; readonly upTo: number }
  | { readonly _tag: "Over"; readonly status: RunStatus }
  | { readonly _tag: "Lost" }

export interface StepPart extends Request<StepOutcome, never> {
  readonly step: RunStep
}

/** Consecutive steps of one owner, committed as one. */
export interface StepRequest {
  readonly _tag: "Step"
  readonly runId: RunId
  readonly owner: string
  /** A UUID, and the number of the try behind it. */
  readonly stepId: string
  readonly parts: ReadonlyArray<StepPart>
}

/** The same under the name of one try. What an earlier try claimed, whose answer was lost, is then not done again. */
export const asTry = (request: StepRequest, attempt: number): StepRequest => ({ ...request, stepId: `${request.stepId}:${attempt}` })

/** Whether both are tries of one step. */
export const isSameStep = (one: string, other: string): boolean => one.split(":", 1)[0] === other.split(":", 1)[0]

export const endsRun = (request: StepRequest): boolean => request.parts.some(({ step }) => step.writes.some((write) => write._tag === "EndRun"))

/** Runs of these steps whose waiting or status may have changed. */
export const changedRuns = (requests: ReadonlyArray<StepRequest>) =>
  requests
    .filter(({ parts }) =>
      parts.some(({ step }) =>
        step.writes.some(({ _tag }) => _tag === "OpenInteraction" || _tag === "CloseInteraction" || _tag === "BeginRun" || _tag === "EndRun")
      )
    )
    .map(({ runId, stepId, parts }) => ({ runId, stepId, at: Math.max(...parts.map(({ step }) => step.at)) }))

/** An event that will be recorded if its guarded update hits. */
export interface Candidate {
  readonly event: UnnumberedEvent
  readonly condition: Condition
  readonly part: number
}

interface Ending {
  readonly write: EndRun
  readonly at: number
  readonly part: number
}

/** A request as rows of phases: a phase inserts everything before it changes anything. */
export interface Laid {
  readonly request: StepRequest
  /** By phase. */
  readonly candidates: Array<Array<Candidate>>
  readonly ending: Ending | null
  readonly tally: ToolTally | null
}

export const layOut = (request: StepRequest, phases: Array<PhaseRows>, sealing: Sealing, tallies: ToolTallies): Laid => {
  const { runId, stepId, parts } = request
  const known = tallies.of(runId)
  const candidates: Array<Array<Candidate>> = []
  const paths = new Set<string>()
  let ending: Ending | null = null
  let tally: ToolTally | null = null
  let phase = 0
  let updated = new Set<string>()
  for (const [part, { step }] of parts.entries()) {
    for (const write of step.writes) {
      if (write._tag === "EndRun") {
        ending ??= { write, at: step.at, part }
        continue
      }
      const target = updatedBy(write)
      if (target !== null && updated.has(target)) {
        phase++
        updated = new Set()
      }
      if (target !== null) updated.add(target)
      phases[phase] ??= noRows()
      const rows = phases[phase] ?? noRows()
      const placed = { runId, stepId, step }
      addRows(rows, write, placed, sealing)
      const told = eventOf(write)
      if (told !== null) {
        rows.events.push(eventRow(placed, told.event, told.condition, rows.events.length))
        candidates[phase] = [...(candidates[phase] ?? []), { ...told, part }]
      }
      if (write._tag === "StartToolCall") {
        const path = storable(write.call.path)
        tally = (tally ?? known).with(path)
        if (!known.has(path) && !paths.has(path)) rows.paths.push({ runId, stepId, path })
        paths.add(path)
      }
    }
  }
  return { request, candidates, ending, tally }
}

export const claimRow = ({ request: { runId, stepId, owner, parts }, tally }: Laid) => {
  const writes = parts.flatMap(({ step }) => step.writes)
  const seqs = writes.flatMap((write) => (write._tag === "AppendJournal" ? [write.seq] : []))
  const calls = writes.flatMap((write) => (write._tag === "StartToolCall" ? [write.call] : []))
  return {
    runId,
    stepId,
    owner,
    firstSeq: seqs.length === 0 ? null : Math.min(...seqs),
    spentMs: Math.round(Math.max(...parts.map(({ step }) => step.spentMs))),
    calls: calls.length,
    failedCalls: calls.filter((call) => call.status === "failed").length,
    tools: tally?.toJson() ?? null
  }
}
