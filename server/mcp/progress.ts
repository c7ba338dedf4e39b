import { Effect } from "effect"
import type { RunId } from "../domain/ids"
import { isTerminal } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import { ExecutionEngine } from "../engine/execution-engine"
import type { McpCall } from "./tool"

/** A sign of life at least this often, so that neither the client nor a proxy believes the call dead. */
const quietForMs = 10_000
/** A chatty program is not told event by event. */
const leastGap = "500 millis"

/** Tells the client how the run goes, until interrupted or until the run is over. Does nothing for a client that did not ask. */
export const tellProgress = ({ progress }: Pick<McpCall, "progress">, runId: RunId, after: number): Effect.Effect<void, never, ExecutionEngine> => {
  if (progress === null) return Effect.void
  return Effect.gen(function* () {
    const engine = yield* ExecutionEngine
    let cursor = after
    while (true) {
      const seen = yield* engine.wait(runId, { after: cursor, timeoutMs: quietForMs })
      if (seen === null) return
      const last = seen.events.at(-1)
      cursor = seen.cursor
      // A client that cannot be told is a client that is gone.
      yield* Effect.ignore(Effect.tryPromise(() => progress(last === undefined ? "still running" : wordsOf(last))))
      if (isTerminal(seen.status) && seen.events.length === 0) return
      yield* Effect.sleep(leastGap)
    }
  })
}

/** One event in a few words; never its values. */
export const wordsOf = (event: RunEvent): string => {
  switch (event._tag) {
    case "ExecutionStarted":
      return "started"
    case "ToolCallStarted":
      return event.status === "waiting" ? `${event.path} waits for a person` : `calls ${event.path}`
    case "ToolCallFinished":
      return `${event.path} ${event.status}`
    case "InteractionStarted":
    case "InteractionChanged":
      return "waits for a person"
    case "InteractionResolved":
      return `${event.status} by ${event.by.label}`
    case "OutputEmitted":
      return "sent output"
    case "LogWritten":
      return "wrote to its log"
    case "ControlYielded":
      return "yielded"
    case "RunRebuilt":
      return "was rebuilt"
    case "ExecutionFinished":
      return event.status
  }
}
