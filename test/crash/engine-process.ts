// Started by a test and killed by it: the real engine on a real store, told over stdin what to do, one JSON line each way.
import { writeSync } from "node:fs"
import { createInterface } from "node:readline"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import { AppConfig } from "../../server/config/config"
import { InteractionId, RunId } from "../../server/domain/ids"
import { Answer } from "../../server/domain/interaction"
import { ExecutionEngine } from "../../server/engine/execution-engine"
import { RunCommits } from "../../server/engine/run-commits"
import { RunSignals } from "../../server/engine/run-signals"
import { type RunStep, RunStore } from "../../server/engine/run-store"
import { ToolError, ToolInvoker } from "../../server/engine/tool-invoker"
import { Sequencer } from "../../server/observer/sequencer"
import { localQueueLayer } from "../../server/queue/local-queue"
import { codeRunnerLayer } from "../../server/sandbox/worker-pool"
import { Database } from "../../server/store/database"
import { runStoreLayer } from "../../server/store/run-store-sql"
import { operator, submission } from "../fixtures/engine-world"
import { gateLayerOf } from "../fixtures/gate"
import { type Label, labelsOf } from "./labels"

interface Orders {
  readonly dataDir: string
  readonly database: string | null
  readonly upstream: string
  /** Stop for good when this point is passed for the `nth` time. */
  readonly stopAt: { readonly label: Label; readonly nth: number } | null
}
const orders: Orders = JSON.parse(process.argv[2] ?? "{}")

// Not through a stream: what is said must be out before anything else happens.
const say = (line: unknown): void => void writeSync(1, `${JSON.stringify(line)}\n`)

let passed = 0
const pass = (label: Label): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (orders.stopAt?.label !== label || ++passed !== orders.stopAt.nth) return Effect.void
    say({ stoppedAt: label })
    return Effect.never
  })

const invoker = Layer.succeed(
  ToolInvoker,
  ToolInvoker.of({
    sources: () => Effect.succeed([]),
    prepare: ({ path }) =>
      Effect.succeed({
        path,
        source: "up",
        connection: null,
        description: path,
        effect: path === "up.write" ? "write" : "read",
        repeatable: path === "up.read",
        schemaHash: "1"
      }),
    invoke: Effect.fnUntraced(function* ({ path, args, idempotencyKey }) {
      yield* pass("dispatch")
      const value = yield* Effect.tryPromise({
        try: async (signal) => {
          const answer = await fetch(`${orders.upstream}/${path}`, {
            method: "POST",
            body: JSON.stringify(args),
            headers: { "Idempotency-Key": idempotencyKey },
            signal
          })
          return Schema.decodeUnknownSync(Schema.Json)(await answer.json())
        },
        catch: (cause) => new ToolError({ code: "upstream", message: String(cause) })
      })
      yield* pass("answered")
      return value
    })
  })
)

const gate = gateLayerOf(({ call }) =>
  call.effect === "read" ? { _tag: "Allow" } : { _tag: "Ask", message: "May it?", rule: null, votesNeeded: 1, expiresAfterMs: null }
)

/** The real store, with points at which the process can be stopped. */
const stoppable = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const store = yield* RunStore
    const around = <A, E>(step: RunStep, commit: Effect.Effect<A, E>) =>
      Effect.gen(function* () {
        const labels = labelsOf(step)
        for (const label of labels) yield* pass(`${label}:before`)
        const done = yield* commit
        for (const label of labels) yield* pass(`${label}:after`)
        return done
      })
    return RunStore.of({
      ...store,
      commit: (step) => around(step, store.commit(step)),
      decide: (decision) =>
        pass("decide:before").pipe(
          Effect.andThen(store.decide(decision)),
          Effect.tap(() => pass("decide:after"))
        )
    })
  })
).pipe(Layer.provide(runStoreLayer))

const config = AppConfig.layerOf({
  dataDir: orders.dataDir,
  ...(orders.database === null ? {} : { database: { kind: "postgresql", url: orders.database } as const })
})
const store = stoppable.pipe(Layer.provide(Layer.orDie(Database.layer)), Layer.provide(config))
const hearing = RunCommits.layer.pipe(Layer.provideMerge(Layer.mergeAll(Sequencer.layer, RunSignals.layer)))
const runtime = ManagedRuntime.make(
  ExecutionEngine.layer.pipe(
    Layer.provide(Layer.mergeAll(hearing, codeRunnerLayer({ workers: 1 }), localQueueLayer({ maxConcurrent: 20 }), invoker, gate)),
    Layer.provideMerge(store)
  )
)

const Order = Schema.Union([
  Schema.Struct({ op: Schema.Literal("start"), code: Schema.String }),
  Schema.Struct({ op: Schema.Literal("until"), runId: RunId }),
  Schema.Struct({ op: Schema.Literal("answer"), id: InteractionId, answer: Answer }),
  Schema.Struct({ op: Schema.Literal("events"), runId: RunId })
])
const readOrder = Schema.decodeUnknownSync(Schema.fromJsonString(Order))

const obey = (line: string) =>
  Effect.gen(function* () {
    const order = readOrder(line)
    const engine = yield* ExecutionEngine
    switch (order.op) {
      case "start":
        return yield* engine.start(submission(order.code))
      case "until":
        return yield* engine.until(order.runId, { timeoutMs: 120_000 })
      case "answer":
        return yield* engine.answer(order.id, order.answer, { actor: operator, via: "console" })
      case "events":
        return yield* engine.wait(order.runId, { after: 0, timeoutMs: 0 })
    }
  })

await runtime.runPromise(ExecutionEngine.use((engine) => engine.takeUp))
say({ ready: true })
createInterface(process.stdin).on("line", (line) => {
  runtime.runPromise(obey(line)).then(
    (value) => say({ value }),
    (cause: unknown) => say({ failed: String(cause) })
  )
})
