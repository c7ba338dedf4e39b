import { assert, describe, it } from "vitest"
import { RunId } from "@/server/domain/ids"
import type { RunStatus } from "@/server/domain/run"
import type { LiveMessage } from "@/server/trpc/router"
import { aRunSummary } from "@/test/fixtures/run-views"
import { dueIn, type Heard, heardWith, type Known, nothingHeard, sentenceOf } from "./announcement"

const told = (n: number, status: RunStatus, startedAt = 200): LiveMessage => ({
  type: "run",
  run: aRunSummary({ id: RunId.make(`run_00000000-0000-7000-8000-00000000000${n}`), status, startedAt }),
  pendingCount: 0
})
const fresh: Known = { since: 100, began: new Set(), ended: new Set() }
const hear = (messages: ReadonlyArray<LiveMessage>, known = fresh, before: Heard = nothingHeard) => heardWith(before, messages, known)
const calm = { before: 2, now: 2 }

describe("what a screen reader is told", () => {
  it("is one sentence for all that came in the meantime, each run once however often it is heard of", () => {
    const first = hear([told(1, "queued"), told(1, "running"), told(2, "running"), told(3, "failed")])
    const heard = hear([told(1, "completed"), told(1, "completed"), told(4, "cancelled", 50)], fresh, first)
    assert.strictEqual(sentenceOf(heard, { before: 0, now: 1 }), "3 new runs, 1 run completed, 1 run failed, 1 run stopped, 1 question waits for an answer")
  })
  it("is nothing when nothing is new: a run that began before, a message that is repeated, a refetch", () => {
    const known: Known = {
      since: 100,
      began: new Set([`run_00000000-0000-7000-8000-000000000001`]),
      ended: new Set([`run_00000000-0000-7000-8000-000000000001`])
    }
    assert.strictEqual(sentenceOf(hear([{ type: "refetch" }, told(1, "completed"), told(2, "running", 99)], known), calm), "")
  })
  it("tells when the last question has gone", () => assert.strictEqual(sentenceOf(nothingHeard, { before: 2, now: 0 }), "nothing waits any more"))
  it("gathers before it speaks, and leaves time to listen", () => {
    assert.strictEqual(dueIn(10_000, null), 2000)
    assert.strictEqual(dueIn(10_000, 9000), 5000)
    assert.strictEqual(dueIn(10_000, 1000), 2000)
  })
})
