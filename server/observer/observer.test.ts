import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Scheduler } from "effect"
import { TestClock } from "effect/testing"
import { runIdAt, TeamId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"
import { CurrentObserver, composeObservers, type ExecutionObserver } from "./observer"
import { Sequencer } from "./sequencer"

const one = runIdAt(1_000, [1])
const other = runIdAt(1_000, [2])
const line = (runId: typeof one, seq: number): RunEvent => ({
  _tag: "LogWritten",
  runId,
  teamId: TeamId.make("team"),
  seq,
  at: seq,
  level: "info",
  text: `${seq}`
})

const listener = () => {
  const heard: Array<string> = []
  const observer: ExecutionObserver = {
    name: "listener",
    handle: ({ runId, seq }) => Effect.sync(() => void heard.push(`${runId === one ? "one" : "other"} ${seq}`))
  }
  return { heard, observer }
}

/** Publishes as the engine does, and gives what an observer heard behind a broken one. */
const behind = (broken: ExecutionObserver, seqs: ReadonlyArray<number>, patience = 0) =>
  Effect.gen(function* () {
    const first = listener()
    const last = listener()
    const observers = composeObservers([first.observer, broken, last.observer])
    const sequencer = Sequencer.layer.pipe(Layer.provide(Layer.succeed(CurrentObserver, observers)))
    yield* Effect.gen(function* () {
      const { publish } = yield* Sequencer
      for (const seq of seqs) yield* publish([line(one, seq), line(other, seq)])
      yield* TestClock.adjust(patience)
      yield* Effect.yieldNow
    }).pipe(Effect.provide(sequencer))
    return { before: first.heard, after: last.heard }
  })

const all = (seqs: ReadonlyArray<number>) => seqs.flatMap((seq) => [`one ${seq}`, `other ${seq}`]).sort()

const faults: ReadonlyArray<readonly [string, () => Effect.Effect<void, unknown>]> = [
  ["fails", () => Effect.fail("broken")],
  ["dies", () => Effect.die(new Error("broken"))],
  [
    "throws",
    () => {
      throw new Error("broken")
    }
  ],
  ["interrupts itself", () => Effect.interrupt]
]
for (const [what, handle] of faults) {
  it.effect(`an observer that ${what} keeps nothing from the others, and not one event is missing, doubled or out of order`, () =>
    Effect.gen(function* () {
      const { before, after } = yield* behind({ name: "broken", handle }, [1, 2, 3])
      for (const heard of [before, after]) {
        assert.deepStrictEqual([...heard].sort(), all([1, 2, 3]))
        assert.deepStrictEqual(
          heard.filter((event) => event.startsWith("one")),
          ["one 1", "one 2", "one 3"]
        )
      }
    })
  )
}

it.effect("an observer that hangs delays the others no longer than its time, and only the events of that run", () =>
  Effect.gen(function* () {
    const hangs: ExecutionObserver = { name: "hangs", handle: ({ runId, seq }) => (runId === one && seq === 1 ? Effect.never : Effect.void) }
    const early = yield* behind(hangs, [1, 2])
    assert.deepStrictEqual(early.after, ["other 1", "other 2"])
    const late = yield* behind(hangs, [1, 2], 10_000)
    assert.deepStrictEqual([...late.after].sort(), all([1, 2]))
  })
)

it.effect("when the process ends, observers under way are interrupted and nothing waits for them", () =>
  Effect.gen(function* () {
    const entered = yield* Deferred.make<void>()
    const interrupted = yield* Deferred.make<void>()
    const slow: ExecutionObserver = {
      name: "slow",
      handle: () =>
        Deferred.succeed(entered, undefined).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
        )
    }
    const sequencer = Sequencer.layer.pipe(Layer.provide(Layer.succeed(CurrentObserver, composeObservers([slow]))))
    const process = yield* Sequencer.use(({ publish }) => publish([line(one, 1)]).pipe(Effect.andThen(Effect.never))).pipe(
      Effect.provide(sequencer),
      Effect.forkChild
    )
    yield* Deferred.await(entered)
    yield* Fiber.interrupt(process)
    yield* Deferred.await(interrupted)
  })
)

it.effect("an event that is published in the moment in which the ones before it have been heard is heard as well", () =>
  Effect.gen(function* () {
    // Fibers give way at every few steps, each time at other ones.
    for (let steps = 3; steps <= 12; steps++) {
      const { heard, observer } = listener()
      const sequencer = Sequencer.layer.pipe(Layer.provide(Layer.succeed(CurrentObserver, observer)))
      yield* Effect.gen(function* () {
        const { publish } = yield* Sequencer
        for (let seq = 1; seq <= 50; seq++) {
          yield* publish([line(one, seq)])
          for (let pause = seq % 7; pause > 0; pause--) yield* Effect.yieldNow
        }
        for (let n = 0; n < 500; n++) yield* Effect.yieldNow
      }).pipe(Effect.provide(sequencer), Effect.provideService(Scheduler.MaxOpsBeforeYield, steps))
      assert.deepStrictEqual(
        heard,
        Array.from({ length: 50 }, (_, n) => `one ${n + 1}`),
        `steps ${steps}`
      )
    }
  })
)
