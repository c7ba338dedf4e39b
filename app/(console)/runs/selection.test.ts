import { describe, expect, it } from "vitest"
import { runIdAt } from "@/server/domain/ids"
import { type BulkWork, batchSize, failuresOf, heldFast, nextBatch, nothingSelected, toggledAll, toggledRun, withBatch } from "./selection"

const ids = Array.from({ length: 120 }, (_, n) => runIdAt(1_700_000_000_000 + n, [n]))
const [one, two, three] = [ids[0], ids[1], ids[2]].filter((id) => id !== undefined)

describe("selecting runs", () => {
  it("a row is picked and let go of; picking changes a frozen filter into picked rows", () => {
    if (one === undefined) return expect.fail("no id")
    const frozen = { ids: new Set(ids), frozen: { words: "all", at: 1 } }
    expect(toggledRun(frozen, one)).toMatchObject({ frozen: null })
    expect(toggledRun(toggledRun(nothingSelected, one), one).ids.size).toBe(0)
  })

  it("all that match take the place of the selection that they were looked up for, and of no other", () => {
    if (one === undefined || two === undefined) return expect.fail("no id")
    const picked = toggledRun(nothingSelected, one)
    const all = { ids: new Set(ids), frozen: { words: "all", at: 1 } }
    expect(heldFast(picked, picked, all)).toBe(all)
    const changed = toggledRun(picked, two)
    expect(heldFast(changed, picked, all)).toBe(changed)
    expect(heldFast(nothingSelected, picked, all)).toBe(nothingSelected)
  })

  it("the head picks every loaded row and keeps what was picked before; again, it lets go of all", () => {
    if (one === undefined || two === undefined || three === undefined) return expect.fail("no id")
    const some = toggledAll(toggledRun(nothingSelected, three), [one, two])
    expect([...some.ids].sort()).toEqual([one, two, three].sort())
    expect(toggledAll(some, [one, two]).ids.size).toBe(0)
  })
})

describe("acting on many", () => {
  it("goes through all of them in batches, each once, and keeps every result", () => {
    let work: BulkWork = { left: ids, results: [], stopped: null }
    const sent: Array<string> = []
    while (work.left.length > 0) {
      const batch = nextBatch(work)
      expect(batch.length).toBeLessThanOrEqual(batchSize)
      sent.push(...batch)
      work = withBatch(
        work,
        batch.map((id) => ({ id, done: true, newId: null }))
      )
    }
    expect(sent).toEqual(ids)
    expect(work.results.map(({ id }) => id)).toEqual(ids)
  })

  it("a batch that was told only in part leaves the rest to be sent again", () => {
    if (one === undefined || two === undefined) return expect.fail("no id")
    const work = withBatch({ left: [one, two], results: [], stopped: "no answer" }, [{ id: one, done: false, code: "run_is_over", message: "It is over." }])
    expect(work).toMatchObject({ left: [two], stopped: null })
    expect(failuresOf(work)).toEqual([{ message: "It is over.", ids: [one] }])
  })
})
