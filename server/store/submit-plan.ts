import { Deferred, Exit } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { RunId } from "../domain/ids"
import { redact, redactText } from "../domain/redact"
import type { UnnumberedEvent } from "../domain/run-event"
import { type NewRun, ParentIsOver, type StoreUnavailable } from "../engine/run-store"
import { type Finish, type Plan, type Request, textIn } from "./plan"
import { eventData } from "./run-event-row"
import type { Sealing } from "./sealed"
import { storable } from "./sql/statement"
import { findSubmitted, insertDetails, insertFirstEvents, insertRuns } from "./sql/submit"

export interface Submitted {
  readonly runId: RunId
  readonly created: boolean
  /** The key came with another program before; `runId` is that one's. */
  readonly isConflict: boolean
}

export interface SubmitRequest extends Request<Submitted, StoreUnavailable | ParentIsOver> {
  readonly _tag: "Submit"
  readonly run: NewRun
}

/** Where the real arguments of a run are sealed for. */
export const argsContext = (runId: string): string => `args:${runId}`

export const firstEvent = (run: NewRun): UnnumberedEvent => ({
  _tag: "ExecutionStarted",
  runId: run.id,
  teamId: run.teamId,
  at: run.at,
  kind: "code",
  title: storable(run.title),
  code: storable(run.code),
  trigger: run.trigger,
  actor: run.actor,
  ...(run.client === undefined ? {} : { client: storable(run.client) })
})

export const planSubmits = (plan: Plan, requests: ReadonlyArray<SubmitRequest>, sealing: Sealing): Finish => {
  const hashes = requests.map(({ run }) => programHash(run, sealing))
  plan.over(
    insertRuns,
    requests.map(({ run }, index) => ({
      id: run.id,
      teamId: run.teamId,
      kind: "code",
      title: storable(run.title),
      trigger: run.trigger,
      actorKind: run.actor.kind,
      actorId: storable(run.actor.id),
      actorLabel: storable(run.actor.label),
      at: run.at,
      parentRunId: run.parentRunId ?? null,
      rerunOf: run.rerunOf ?? null,
      idempotencyKey: keyOf(run, sealing),
      programHash: hashes[index] ?? ""
    }))
  )
  plan.over(
    insertDetails,
    requests.map(({ run }) => ({
      runId: run.id,
      code: storable(run.code),
      language: run.language,
      timeoutMs: run.timeoutMs,
      isCell: run.isCell === true ? 1 : 0,
      args: run.args === undefined ? null : JSON.stringify(redact(run.args)),
      exactArgs: run.args === undefined ? null : sealing.seal(JSON.stringify(run.args), argsContext(run.id))
    }))
  )
  plan.over(
    insertFirstEvents,
    requests.map(({ run }) => ({ runId: run.id, teamId: run.teamId, type: "ExecutionStarted", at: run.at, data: eventData(firstEvent(run)) }))
  )
  const found = plan.over(
    findSubmitted,
    requests.map(({ run }) => ({
      runId: run.id,
      teamId: run.teamId,
      actorId: storable(run.actor.id),
      idempotencyKey: keyOf(run, sealing)
    }))
  )
  return (results) => {
    const byAsked = new Map(found(results).map((row) => [textIn(row, "askedId"), row]))
    requests.forEach(({ run, done }, index) => {
      const row = byAsked.get(run.id)
      if (row === undefined && run.parentRunId !== undefined) {
        Deferred.doneUnsafe(done, Exit.fail(new ParentIsOver({ parentRunId: run.parentRunId })))
        return
      }
      if (row === undefined) throw new Error(`the submission of ${run.id} left neither its run nor another under its key`)
      const runId = RunId.make(textIn(row, "id"))
      const created = runId === run.id
      Deferred.doneUnsafe(done, Exit.succeed({ runId, created, isConflict: !created && textIn(row, "programHash") !== hashes[index] }))
    })
  }
}

/** A key that holds a secret is kept as what it comes to: with the secret taken out, two keys would be one. */
const keyOf = ({ idempotencyKey }: NewRun, sealing: Sealing): string | null => {
  if (idempotencyKey === undefined) return null
  return redactText(idempotencyKey) === idempotencyKey ? storable(idempotencyKey) : `hidden ${sealing.fingerprint(idempotencyKey)}`
}

/** What a repeated key must repeat. Arguments may hold secrets, so it is a keyed hash. */
const programHash = (run: NewRun, sealing: Sealing): string =>
  sealing.fingerprint(JSON.stringify([run.code, run.language, run.timeoutMs, run.args === undefined ? null : canonicalJson(run.args)]))
