import { Effect } from "effect"
import { ExecutionEngine } from "../engine/execution-engine"
import { Shutdown } from "../live/shutdown-signal"
import type { AppRuntime } from "./runtime"

/** Longer than any flush or sandbox takes to end; what hangs then must not keep the process. */
const deadlineMs = 10_000

/**
 * Ends the process in order on SIGTERM or SIGINT: no new runs, streams end, what waits to be written is written, sandboxes
 * die, the store is closed. `next start` alone would wait for open streams for ever, and its own handlers are switched off
 * (NEXT_MANUAL_SIG_HANDLE), so the exit is ours. Runs that were going on are taken up by the next start.
 */
export const shutDownOnSignals = (runtime: AppRuntime): void => {
  let isEnding = false
  const end = (signal: NodeJS.Signals): void => {
    if (isEnding) return
    isEnding = true
    process.stdout.write(`\n  ${signal}: ending streams and closing the store\n`)
    const deadline = setTimeout(() => process.exit(1), deadlineMs)
    deadline.unref()
    runtime
      .runPromise(begin)
      .then(() => runtime.dispose())
      .then(
        () => process.exit(0),
        (cause) => {
          process.stderr.write(`the end was not clean: ${String(cause)}\n`)
          process.exit(1)
        }
      )
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.prependListener(signal, () => end(signal))
}

const begin = Effect.gen(function* () {
  yield* (yield* ExecutionEngine).stopTaking
  yield* (yield* Shutdown).begin
})
