import { Deferred, Effect, Exit } from "effect"
import { expect, it } from "vitest"
import { defaultPoolOptions } from "./pool-options"
import { ThreadPool } from "./thread-pool"
import { loadSandboxModules } from "./wasm-module"

const options = { ...defaultPoolOptions, workers: 1, retryAfterMs: 200, lookEveryMs: 100 }

/** Modules that cannot be handed to a thread the first few times: `new Worker` then throws, as where the system has no thread left. */
const failing = (times: number) => {
  const modules = loadSandboxModules(options.maxVmBytes)
  let left = times
  return Object.defineProperty({ ...modules }, "quickjs", {
    enumerable: true,
    get: () => {
      if (left-- > 0) throw new Error("no thread left")
      return modules.quickjs
    }
  })
}

it("a thread that the system does not give is asked for again, and then there", async () => {
  const faults: Array<string> = []
  const pool = new ThreadPool(options, failing(2), (message) => faults.push(message))
  pool.spawn()
  expect(pool.slots).toHaveLength(0)
  for (let look = 0; look < 4; look++) pool.look()
  expect(faults).toEqual(["a sandbox thread could not be started", "a sandbox thread could not be started"])
  expect(pool.slots).toHaveLength(1)
  await Effect.runPromise(Deferred.await(pool.settled))
  expect(pool.unavailable()).toBeUndefined()
  pool.closing = true
  await Promise.all(pool.slots.map((slot) => slot.worker.terminate()))
})

it("where there is none for long, runs are refused in words until there is one", async () => {
  const pool = new ThreadPool(options, failing(5), () => undefined)
  pool.spawn()
  for (let look = 0; look < 8; look++) pool.look()
  expect(await Effect.runPromiseExit(Deferred.await(pool.settled))).toEqual(Exit.void)
  expect(pool.unavailable()?.reason).toBe("the sandbox threads do not start")
  for (let look = 0; look < 2; look++) pool.look()
  expect(pool.slots).toHaveLength(1)
  pool.closing = true
  await Promise.all(pool.slots.map((slot) => slot.worker.terminate()))
})
