import { setImmediate } from "node:timers/promises"
import { expect, it } from "vitest"
import { Collector } from "./collector"

/** Something with nobody who holds it, as a VM is that is gone. */
const letGo = (): WeakRef<object> => new WeakRef({ bytes: new Uint8Array(1 << 20) })

it("what is gone is collected, after many at once and after a few in a quiet moment", async () => {
  const collector = new Collector()
  const first = letGo()
  // What was reachable in this turn stays so until the next.
  await setImmediate()
  for (let n = 0; n < 64; n++) collector.left()
  expect(first.deref()).toBeUndefined()

  const second = letGo()
  collector.left()
  // The answer alone: a kept object would hold itself.
  await expect.poll(() => second.deref() === undefined).toBe(true)
})
