import { Cause, Context, Effect } from "effect"
import type { RunEvent } from "../domain/run-event"

/**
 * Receives the lifecycle events of every run, after they are committed and in the order of `seq` within a run.
 * What an observer does can neither fail, reorder nor hold up a run.
 */
export interface ExecutionObserver {
  readonly name: string
  readonly handle: (event: RunEvent) => Effect.Effect<void, unknown>
}

/** Longer than any flush of a healthy store; a hanging observer must not keep events of a run from the next ones. */
const observerTimeout = "10 seconds"

const isolate = (observer: ExecutionObserver, event: RunEvent): Effect.Effect<void> =>
  Effect.suspend(() => observer.handle(event)).pipe(
    Effect.timeout(observerTimeout),
    Effect.catchCause((cause) =>
      // One that comes from outside passes by this handler; what is seen here the observer did to itself, and the others must still hear.
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError(`observer ${observer.name} failed on ${event._tag} ${event.runId}#${event.seq}`, cause)
    )
  )

/** One observer that tells all of them, in order of registration; each is isolated from the others' faults. */
export const composeObservers = (observers: ReadonlyArray<ExecutionObserver>): ExecutionObserver => ({
  name: observers.map((observer) => observer.name).join("+") || "none",
  handle: (event) => Effect.forEach(observers, (observer) => isolate(observer, event), { discard: true })
})

/** The observer of the running process, composed by whoever builds its layers; without one, events are heard by nobody. */
export const CurrentObserver = Context.Reference<ExecutionObserver>("signalbox/observer/CurrentObserver", {
  defaultValue: () => ({ name: "none", handle: () => Effect.void })
})
