import { type Cause, Effect, Layer, Queue } from "effect"
import { CodeRunner, type SandboxEvent, type Turn } from "../../server/sandbox/code-runner"

type Reason = Extract<SandboxEvent, { readonly _tag: "Evicted" }>["reason"]

interface Evictable {
  readonly layer: Layer.Layer<CodeRunner, never, CodeRunner>
  /** All that are open, as the loss of their thread does. */
  readonly evictAll: () => void
  /** Waits for the next one that opens, in the order of opening. */
  readonly evictNext: (reason: Reason) => Promise<void>
}

/** The real sandbox, of which a test takes programs' sessions away when it wants to. */
export const evictable = (): Evictable => {
  const open = new Set<Queue.Queue<Turn, Cause.Done>>()
  const opened = Effect.runSync(Queue.unbounded<Queue.Queue<Turn, Cause.Done>>())
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
            yield* Queue.offer(opened, turns)
            return { ...session, turns }
          })
        })
      )
    )
  )
  const evict = (turns: Queue.Queue<Turn, Cause.Done>, reason: Reason): void => {
    Queue.offerUnsafe(turns, { events: [{ _tag: "Evicted", reason }], waiting: false, heard: 0 })
    Queue.endUnsafe(turns)
    open.delete(turns)
  }
  return {
    layer,
    evictAll: () => {
      for (const turns of open) evict(turns, "worker-lost")
    },
    evictNext: (reason) => Effect.runPromise(Effect.map(Queue.take(opened), (turns) => evict(turns, reason)))
  }
}
