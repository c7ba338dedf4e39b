import { type Cause, Context, Deferred, Effect, Layer, Queue, type Scope } from "effect"
import { CodeRunner, type SandboxSession, type SandboxStart, type SandboxUnavailable, type Turn } from "./code-runner"
import { defaultPoolOptions, type PoolOptions } from "./pool-options"
import type { Resident } from "./slot"
import { ThreadPool } from "./thread-pool"
import { loadSandboxModules } from "./wasm-module"

export interface PoolStatus {
  readonly workers: ReadonlyArray<{ readonly ready: boolean; readonly runs: number; readonly threadId: number }>
  readonly waiting: number
  /** Threads that were lost and replaced. */
  readonly replaced: number
}

export class WorkerPool extends Context.Service<
  WorkerPool,
  {
    open(start: SandboxStart): Effect.Effect<SandboxSession, SandboxUnavailable, Scope.Scope>
    readonly status: Effect.Effect<PoolStatus>
  }
>()("signalbox/sandbox/WorkerPool") {
  static readonly layer = (options: Partial<PoolOptions> = {}): Layer.Layer<WorkerPool> =>
    Layer.effect(WorkerPool, makePool({ ...defaultPoolOptions, ...options }))
}

/** The port's adapter. Its layer is built when the first thread is warm. */
export const codeRunnerLayer = (options: Partial<PoolOptions> = {}): Layer.Layer<CodeRunner | WorkerPool> =>
  Layer.effect(
    CodeRunner,
    WorkerPool.use((pool) => Effect.succeed(CodeRunner.of({ open: pool.open })))
  ).pipe(Layer.provideMerge(WorkerPool.layer(options)))

const makePool = Effect.fn("WorkerPool.make")(function* (options: PoolOptions) {
  const faults = yield* Queue.unbounded<readonly [message: string, cause: unknown]>()
  const pool = new ThreadPool(options, loadSandboxModules(options.maxVmBytes), (message, cause) => void Queue.offerUnsafe(faults, [message, cause]))

  yield* Effect.acquireRelease(
    Effect.sync(() => {
      for (let n = 0; n < options.workers; n++) pool.spawn()
    }),
    () =>
      Effect.promise(() => {
        pool.closing = true
        for (const resident of pool.entrants.splice(0)) resident.over({ _tag: "Evicted", reason: "closing" })
        return Promise.all(pool.slots.map((slot) => slot.worker.terminate()))
      })
  )
  yield* Effect.sync(() => pool.look()).pipe(Effect.delay(options.lookEveryMs), Effect.forever, Effect.forkScoped)
  yield* Queue.take(faults).pipe(
    Effect.flatMap(([message, cause]) => Effect.logError(message, cause)),
    Effect.forever,
    Effect.forkScoped
  )
  yield* Deferred.await(pool.settled)

  const enter = (start: SandboxStart) =>
    Effect.gen(function* () {
      const unavailable = pool.unavailable()
      if (unavailable !== undefined) return yield* unavailable
      return pool.enter(start, yield* Queue.unbounded<Turn, Cause.Done>())
    })
  // The watchdog ends a thread that does not come back, so this wait has an end.
  const leave = (resident: Resident) =>
    Effect.andThen(
      Effect.sync(() => pool.leave(resident)),
      Deferred.await(resident.gone)
    )

  const open = Effect.fn("WorkerPool.open")(function* (start: SandboxStart) {
    const resident = yield* Effect.acquireRelease(enter(start), leave)
    const session: SandboxSession = {
      turns: resident.turns,
      settle: (settlements) => resident.settle(settlements),
      interrupt: () => pool.interrupt(resident)
    }
    return session
  })

  const status = Effect.sync(() => ({
    workers: pool.slots.map((slot) => ({ ready: slot.ready, runs: slot.residents, threadId: slot.worker.threadId })),
    waiting: pool.entrants.length,
    replaced: pool.replaced
  }))
  return WorkerPool.of({ open, status })
})
