import { Effect } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import type { Actor } from "../domain/principal"
import { redact } from "../domain/redact"
import { type NewRun, RunStore } from "./run-store"
import type { RerunEdit } from "./submission"

/** So many times run again, and nobody knows any more whose the arguments are. */
const mostReruns = 20

/**
 * Whether an edited program would read, for a credential, what the arguments of somebody else's run hide: the real values go
 * to the program that they were submitted for, and are shown to nobody. A person who edits is known by name and answers for it.
 */
export const readsHiddenArguments = Effect.fn("readsHiddenArguments")(function* (first: NewRun, { actor, code, args }: RerunEdit) {
  const isEdited = code !== undefined && code !== first.code
  if (actor.kind === "user" || !isEdited || args !== undefined || first.args === undefined) return false
  if (canonicalJson(redact(first.args)) === canonicalJson(first.args)) return false
  return !(yield* areOwn(first, actor))
})

/** A run that was run again has the arguments of the one before, which may have been another's. A token has one id on every surface. */
const areOwn = Effect.fnUntraced(function* (first: NewRun, actor: Actor) {
  const store = yield* RunStore
  let run: NewRun | undefined = first
  for (let reruns = 0; run !== undefined && run.actor.id === actor.id && reruns < mostReruns; reruns++) {
    if (run.rerunOf === undefined) return true
    run = (yield* store.program(run.rerunOf))?.run
  }
  return false
})
