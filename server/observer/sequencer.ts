import { Context, Effect, Layer, type Scope } from "effect"
import type { RunId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"
import { CurrentObserver, type ExecutionObserver } from "./observer"

/**
 * Hands committed events to the process's observer.
 * I1 The events of one run are heard one after another, in the order of `seq`, each once.
 * I2 Neither a slow observer nor a busy run holds up another run's events, or the run itself.
 * Who publishes holds the run's lock from commit to `publish`, so batches of one run arrive here in order.
 */
export class Sequencer extends Context.Service<
  Sequencer,
  {
    /** Returns at once. */
    publish(events: ReadonlyArray<RunEvent>): Effect.Effect<void>
  }
>()("signalbox/observer/Sequencer") {
  static readonly layer = Layer.effect(
    Sequencer,
    Effect.gen(function* () {
      return Sequencer.of(make(yield* Effect.scope, yield* CurrentObserver))
    })
  )
}

const make = (scope: Scope.Scope, observer: ExecutionObserver) => {
  const waiting = new Map<RunId, Array<RunEvent>>()

  const forget = (runId: RunId, mine: Array<RunEvent>): void => {
    if (waiting.get(runId) === mine) waiting.delete(runId)
  }

  const drain = (runId: RunId, mine: Array<RunEvent>) =>
    Effect.gen(function* () {
      while (true) {
        const event = mine.shift()
        // In the step that finds nothing more: a fiber may give way between two, and what is published then would be heard by nobody.
        if (event === undefined) return forget(runId, mine)
        yield* observer.handle(event)
      }
    }).pipe(Effect.ensuring(Effect.sync(() => forget(runId, mine))))

  const publish = Effect.fnUntraced(function* (events: ReadonlyArray<RunEvent>) {
    for (const event of events) {
      const already = waiting.get(event.runId)
      if (already !== undefined) {
        already.push(event)
        continue
      }
      const mine = [event]
      waiting.set(event.runId, mine)
      yield* drain(event.runId, mine).pipe(Effect.ignore, Effect.forkIn(scope))
    }
  })
  return { publish }
}
