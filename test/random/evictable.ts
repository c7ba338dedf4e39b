import { type Cause, Effect, Layer, Queue } from "effect"
import { CodeRunner, type Turn } from "../../server/sandbox/code-runner"

/** Takes programs' sandboxes away on demand, as the loss of their thread does. */
export const evictable = (): { readonly layer: Layer.Layer<CodeRunner, never, CodeRunner>; readonly evictAll: () => void } => {
  const open = new Set<Queue.Queue<Turn, Cause.Done>>()
  const layer = Layer.effect(
    CodeRunner,
    CodeRunner.use((real) =>
      Effect.succeed(
        CodeRunner.of({
          open: Effect.fnUntraced(function* (start) {
            const session = yield* real.open(start)
            const turns = yield* Queue.unbounded<Turn, Cause.Done>()
            open.add(turns)
            yield* Effect.addFinalizer(() => Effect.sync(() => open.delete(turns)))
            yield* Queue.take(session.turns).pipe(
              Effect.flatMap((turn) => Queue.offer(turns, turn)),
              Effect.forever,
              Effect.ensuring(Queue.end(turns)),
              Effect.ignore,
              Effect.forkScoped
            )
            return { ...session, turns }
          })
        })
      )
    )
  )
  const evictAll = () => {
    for (const turns of open) {
      Queue.offerUnsafe(turns, { events: [{ _tag: "Evicted", reason: "worker-lost" }], waiting: false, heard: 0 })
      Queue.endUnsafe(turns)
      open.delete(turns)
    }
  }
  return { layer, evictAll }
}
