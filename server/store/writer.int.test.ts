import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer } from "effect"
import { TestClock } from "effect/testing"
import { aDecision, aRun, aRunningRun, asking, aToolCall, startEntry } from "../../test/fixtures/stored-run"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import type { AppConfig } from "../config/config"
import { toolCallIdOf } from "../domain/ids"
import { RunStore } from "../engine/run-store"
import { Database } from "./database"
import { runStoreLayer } from "./run-store-sql"
import { type Results, type SqlSession, TransactionFailed } from "./sql/session"
import type { Statement } from "./sql/statement"

/** What happens to transactions instead of being done; `real` does one. */
type Fault = (real: Effect.Effect<Results, TransactionFailed>, statements: ReadonlyArray<Statement>) => Effect.Effect<Results, TransactionFailed>

const failed = (reason: TransactionFailed["reason"], isAmbiguous = false) => new TransactionFailed({ reason, message: "injected", isAmbiguous })
const lostAnswer: Fault = (real) => Effect.andThen(real, Effect.fail(failed("unavailable", true)))
const away: Fault = () => Effect.fail(failed("unavailable"))

class Faults {
  next: ReadonlyArray<Fault> = []
  always: Fault | null = null
  transactions = 0

  session(real: SqlSession): SqlSession {
    return {
      dialect: real.dialect,
      transaction: (statements) =>
        Effect.suspend(() => {
          this.transactions++
          const [first, ...others] = this.next
          this.next = others
          const fault = first ?? this.always
          return fault === null ? real.transaction(statements) : fault(real.transaction(statements), statements)
        })
    }
  }
}

const withFaults = <A, E>(test: (faults: Faults) => Effect.Effect<A, E, RunStore | Database | AppConfig>) => {
  const faults = new Faults()
  const faulty = Layer.effect(
    Database,
    Database.use((database) => Effect.succeed({ ...database, session: faults.session(database.session) }))
  )
  return test(faults).pipe(Effect.provide(Layer.provideMerge(runStoreLayer, Layer.provideMerge(faulty, temporaryStore()))))
}

/** Lets time pass until the fiber is done; what it waits for may also be the real database. */
const inTime = <A, E>(fiber: Fiber.Fiber<A, E>) =>
  Effect.gen(function* () {
    while (fiber.pollUnsafe() === undefined) {
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* TestClock.adjust("100 millis")
    }
    return yield* Fiber.join(fiber)
  })

it.effect("a step whose commit was answered too late is not done twice, and its events are told", () =>
  withFaults((faults) =>
    Effect.gen(function* () {
      const { events } = yield* RunStore
      const owned = yield* aRunningRun()
      faults.next = [lostAnswer]
      const step = yield* Effect.forkChild(
        owned.step(5, { _tag: "AppendJournal", seq: 2, entry: { _tag: "Own", by: owned.owner } }, aToolCall(1), owned.log("once"), {
          _tag: "SetToolCall",
          toolCallId: toolCallIdOf(1),
          status: "completed",
          event: owned.finished(1, 5)
        })
      )
      const told = yield* inTime(step)
      assert.deepStrictEqual(
        told.map(({ seq, _tag }) => [seq, _tag]),
        [
          [2, "LogWritten"],
          [3, "ToolCallFinished"]
        ]
      )
      assert.deepStrictEqual(yield* events(owned.run.id, 1, 10), told)
    })
  )
)

it.effect("an answer whose commit was answered too late is still the one that decided", () =>
  withFaults((faults) =>
    Effect.gen(function* () {
      const { decide } = yield* RunStore
      const owned = yield* aRunningRun()
      const id = yield* asking(owned, 1, 1)
      faults.next = [lostAnswer]
      const deciding = yield* Effect.forkChild(decide(aDecision(id, { comment: "mine" })))
      const decided = yield* inTime(deciding)
      assert.strictEqual(decided._tag, "Decided")
      assert.deepStrictEqual(
        decided.events.map(({ seq, _tag }) => [seq, _tag]),
        [[2, "InteractionResolved"]]
      )
      assert.strictEqual((yield* decide(aDecision(id)))._tag, "AlreadyDecided")
    })
  )
)

it.effect("a submission and an opening whose commits were answered too late succeed once", () =>
  withFaults((faults) =>
    Effect.gen(function* () {
      const { submit, open } = yield* RunStore
      const run = aRun({ idempotencyKey: "k" })
      faults.next = [lostAnswer]
      const submitting = yield* Effect.forkChild(submit(run))
      assert.isTrue((yield* inTime(submitting)).created)
      faults.next = [lostAnswer]
      const opening = yield* Effect.forkChild(open(run.id, "me", startEntry))
      assert.deepStrictEqual(
        (yield* inTime(opening)).journal.map(({ _tag }) => _tag),
        ["Start", "Own"]
      )
    })
  )
)

it.effect("while the store is away steps wait, new runs are refused, and afterwards everything is there", () =>
  withFaults((faults) =>
    Effect.gen(function* () {
      const { submit, events } = yield* RunStore
      const owned = yield* aRunningRun()
      faults.always = away
      const step = yield* Effect.forkChild(owned.step(5, owned.log("patient")))
      const early = yield* Effect.forkChild(Effect.flip(submit(aRun())))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Effect.flip(submit(aRun())))._tag, "StoreUnavailable")
      yield* TestClock.adjust("10 seconds")
      assert.isUndefined(step.pollUnsafe())
      assert.strictEqual((yield* Fiber.join(early))._tag, "StoreUnavailable")
      faults.always = null
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* Fiber.join(step), yield* events(owned.run.id, 1, 10))
      assert.isTrue((yield* submit(aRun())).created)
    })
  )
)

it.effect("a busy database is tried again at once", () =>
  withFaults((faults) =>
    Effect.gen(function* () {
      const owned = yield* aRunningRun()
      const busy: Fault = () => Effect.fail(failed("busy"))
      faults.next = [busy, busy, busy]
      const step = yield* Effect.forkChild(owned.step(5, owned.log("soon")))
      assert.strictEqual((yield* inTime(step)).length, 1)
    })
  )
)

it.effect("a request that the database refuses fails alone", () =>
  withFaults((faults) =>
    Effect.gen(function* () {
      const { submit } = yield* RunStore
      const good = yield* aRunningRun()
      const bad = yield* aRunningRun()
      yield* bad.step(1, aToolCall(1))
      faults.transactions = 0
      // A second call with the number of the first: a fault of the caller, found by the unique index.
      const [refused, step, submitted] = yield* Effect.all([Effect.exit(bad.step(2, aToolCall(1))), good.step(2, good.log("unharmed")), submit(aRun())], {
        concurrency: "unbounded"
      })
      assert.strictEqual(refused._tag, "Failure")
      assert.strictEqual(step.length, 1)
      assert.isTrue(submitted.created)
    })
  )
)

it.effect("what arrives during a flush goes into the next one together", () =>
  withFaults((faults) =>
    Effect.gen(function* () {
      const runs = yield* Effect.forEach(Array.from({ length: 20 }), () => aRunningRun())
      const gate = yield* Latch.make()
      const [first, ...others] = runs
      assert.isDefined(first)
      if (first === undefined) return
      faults.next = [(real) => Effect.andThen(gate.await, real)]
      faults.transactions = 0
      const held = yield* Effect.forkChild(first.step(5, first.log("first")))
      yield* Effect.yieldNow
      const gathered = yield* Effect.forkChild(
        Effect.forEach(
          [...others, first],
          (owned) => Effect.all([owned.step(5, owned.log("a")), owned.step(6, owned.log("b"))], { concurrency: "unbounded" }),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.yieldNow
      yield* gate.open
      yield* Fiber.join(held)
      const told = yield* Fiber.join(gathered)
      assert.strictEqual(faults.transactions, 2)
      assert.isTrue(told.flat().every((events) => events.length === 1))
    })
  )
)

it.effect("what was asked for before the store closes is written", () =>
  Effect.gen(function* () {
    const config = yield* Layer.build(temporaryStore())
    const reopened = (yield* Effect.scoped(
      Effect.gen(function* () {
        const context = yield* Layer.build(runStoreLayer).pipe(Effect.provide(config))
        const owned = yield* aRunningRun().pipe(Effect.provide(context))
        yield* Effect.forEach(
          Array.from({ length: 30 }, (_, n) => n),
          (n) => Effect.forkDetach(owned.step(n, owned.log(`${n}`)).pipe(Effect.provide(context)), { startImmediately: true })
        )
        return owned
      })
    )).run
    const rows = yield* Database.use(({ client }) => Effect.promise(() => client.runEvent.count({ where: { runId: reopened.id, type: "LogWritten" } }))).pipe(
      Effect.provide(config)
    )
    assert.strictEqual(rows, 30)
  })
)
