import { setMaxListeners } from "node:events"
import { Context, Effect, Layer } from "effect"

/** Says to everything that is long-lived (streams, waits) that the process is ending. */
export class Shutdown extends Context.Service<
  Shutdown,
  {
    readonly signal: AbortSignal
    /** Ends all streams; the server waits for them otherwise and would never exit. */
    readonly begin: Effect.Effect<void>
  }
>()("signalbox/live/Shutdown") {
  static readonly layer = Layer.sync(Shutdown, () => {
    const controller = new AbortController()
    // Everything that waits listens to it: many are no leak.
    setMaxListeners(0, controller.signal)
    return { signal: controller.signal, begin: Effect.sync(() => controller.abort()) }
  })
}

/** Done when the signal is aborted. */
export const whenAborted = (signal: AbortSignal): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const done = () => resume(Effect.void)
    if (signal.aborted) return done()
    signal.addEventListener("abort", done, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", done))
  })
