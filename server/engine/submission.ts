import { Clock, Effect, Schema } from "effect"
import { type RunId, runIdAt, type TeamId } from "../domain/ids"
import type { Actor } from "../domain/principal"
import { redactText } from "../domain/redact"
import { limits, type RerunInput, type SubmitInput, type Trigger, titleOf } from "../domain/run"
import { randomOctets } from "./random-octets"
import type { IdempotencyConflict, NewRun, ParentIsOver, StoreUnavailable } from "./run-store"

/** What is submitted, by whom. Owner and actor come from the authenticated principal, never from a body. */
export interface Submission extends SubmitInput {
  readonly teamId: TeamId
  readonly actor: Actor
  readonly trigger: Trigger
  /** What the submitting program says of itself: untrusted, kept in the run's first event. */
  readonly client?: string
  readonly rerunOf?: RunId
  /** Observed as a cell: `yieldControl()` waits until the yield has been read. */
  readonly isCell?: boolean
}

/** The server is stopping and takes no new runs. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

/** Why a submission is not taken. Nothing was recorded. */
export type SubmitFailure = IdempotencyConflict | ParentIsOver | StoreUnavailable | ShuttingDown

/** The first run's arguments were sealed under another secret and cannot be read: it runs again only with others. */
export class ArgumentsUnreadable extends Schema.TaggedError<ArgumentsUnreadable>()("ArgumentsUnreadable", { runId: Schema.String }) {}

/** Another program would read what the first run's arguments hide, for a credential that did not submit them: it runs only with others. */
export class ArgumentsHidden extends Schema.TaggedError<ArgumentsHidden>()("ArgumentsHidden", { runId: Schema.String }) {}

/** A run of a submission: its id and moment are new, its title is found and fixed. */
export const newRun = Effect.fnUntraced(function* (submission: Submission) {
  const at = yield* Clock.currentTimeMillis
  const random = yield* randomOctets(10)
  const { teamId, actor, trigger, code, args, idempotencyKey, client, parentRunId, rerunOf, isCell } = submission
  const run: NewRun = {
    id: runIdAt(at, random),
    teamId,
    actor,
    trigger,
    code,
    at,
    title: redactText(titleOf(code, submission.title)),
    language: submission.language ?? "typescript",
    timeoutMs: submission.timeoutMs ?? limits.timeoutMs.default,
    ...(args === undefined ? {} : { args }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(client === undefined ? {} : { client: redactText(client) }),
    ...(parentRunId === undefined ? {} : { parentRunId }),
    ...(rerunOf === undefined ? {} : { rerunOf }),
    ...(isCell === true ? { isCell } : {})
  }
  return run
})

/** What is other than in the first run; what is left out stays. */
export interface RerunEdit extends RerunInput {
  readonly actor: Actor
}

/**
 * The same program once more, or an edited one. A title that was given is kept; one that was found in the program is
 * found again. Not below the first one's parent, which may be over, and not under its idempotency key.
 */
export const rerunOf = (
  first: NewRun,
  { actor, code = first.code, args = first.args, timeoutMs = first.timeoutMs, idempotencyKey }: RerunEdit
): Submission => ({
  teamId: first.teamId,
  actor,
  trigger: "rerun",
  rerunOf: first.id,
  code,
  language: first.language,
  timeoutMs,
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  ...(args === undefined ? {} : { args }),
  ...(first.title === redactText(titleOf(first.code)) ? {} : { title: first.title })
})
