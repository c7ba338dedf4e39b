import { describe, expect, it } from "vitest"
import { RunId } from "@/server/domain/ids"
import type { RunSummary } from "@/server/domain/run"
import { aRunSummary } from "@/test/fixtures/run-views"
import { heardOf, type Loaded, newerFirst, noLiveRows, released, rowsOf } from "./live-rows"

const idOf = (n: number) => RunId.make(`run_00000000-0000-7000-8000-${String(n).padStart(12, "0")}`)

const run = (n: number, startedAt: number, over: Partial<RunSummary> = {}): RunSummary => aRunSummary({ id: idOf(n), title: `run ${n}`, startedAt, ...over })

const all = () => true
const loaded: Loaded = { rows: [run(3, 300), run(2, 200)], hasOlder: true, fromNewest: true }
const ids = (rows: ReadonlyArray<{ readonly run: RunSummary }>) => rows.map((row) => row.run.id)

describe("rows that change in place", () => {
  it("a row shows the newest version, whatever the order of arrival", () => {
    const live = heardOf(noLiveRows, [run(2, 200, { version: 5, status: "completed" }), run(2, 200, { version: 4 })], {
      loaded,
      matches: all,
      mayInsert: false
    })
    expect(rowsOf(loaded, live, all)[1]?.run.version).toBe(5)
  })

  it("a message that is no newer than the row changes nothing", () => {
    const live = heardOf(noLiveRows, [run(2, 200, { version: 1, title: "stale" })], { loaded, matches: all, mayInsert: true })
    expect(rowsOf(loaded, live, all)[1]?.run.title).toBe("run 2")
  })

  it("a row that no longer matches stays, marked", () => {
    const running = (one: RunSummary) => one.status === "running"
    const live = heardOf(noLiveRows, [run(2, 200, { version: 2, status: "completed" })], { loaded, matches: running, mayInsert: true })
    expect(rowsOf(loaded, live, running).map((row) => row.matches)).toEqual([true, false])
  })

  it("a list that was read again beats an older message", () => {
    const live = heardOf(noLiveRows, [run(2, 200, { version: 2 })], { loaded, matches: all, mayInsert: true })
    const again = { ...loaded, rows: [run(3, 300), run(2, 200, { version: 7 })] }
    expect(rowsOf(again, live, all)[1]?.run.version).toBe(7)
  })
})

describe("runs that are new to the list", () => {
  it("join at their place when nothing is in the way", () => {
    const live = heardOf(noLiveRows, [run(4, 400), run(9, 250)], { loaded, matches: all, mayInsert: true })
    expect(ids(rowsOf(loaded, live, all))).toEqual([idOf(4), idOf(3), idOf(9), idOf(2)])
    expect(live.held.size).toBe(0)
  })

  it("wait behind the pill otherwise, and are counted once", () => {
    const first = heardOf(noLiveRows, [run(4, 400)], { loaded, matches: all, mayInsert: false })
    const live = heardOf(first, [run(4, 400, { version: 2 }), run(5, 500)], { loaded, matches: all, mayInsert: false })
    expect(live.held.size).toBe(2)
    expect(ids(rowsOf(loaded, live, all))).toEqual([idOf(3), idOf(2)])
    expect(ids(rowsOf(loaded, released(live), all))).toEqual([idOf(5), idOf(4), idOf(3), idOf(2)])
  })

  it("a held run that stops matching is not promised any more", () => {
    const running = (one: RunSummary) => one.status === "running"
    const held = heardOf(noLiveRows, [run(4, 400)], { loaded, matches: running, mayInsert: false })
    expect(heardOf(held, [run(4, 400, { version: 2, status: "completed" })], { loaded, matches: running, mayInsert: false }).held.size).toBe(0)
  })

  it("a run joins when it becomes known later that it matches, without having changed meanwhile", () => {
    const heard = heardOf(noLiveRows, [run(4, 400)], { loaded, matches: () => false, mayInsert: true })
    expect(ids(rowsOf(loaded, heard, all))).toEqual([idOf(3), idOf(2)])
    const found = heardOf(heard, [run(4, 400)], { loaded, matches: all, mayInsert: true })
    expect(ids(rowsOf(loaded, found, all))).toEqual([idOf(4), idOf(3), idOf(2)])
    const older = heardOf(heard, [run(4, 400, { version: 0 })], { loaded, matches: all, mayInsert: true })
    expect(ids(rowsOf(loaded, older, all))).toEqual([idOf(3), idOf(2)])
  })

  it("what lies below the loaded rows is left to the next page", () => {
    const live = heardOf(noLiveRows, [run(1, 100)], { loaded, matches: all, mayInsert: true })
    expect(ids(rowsOf(loaded, live, all))).toEqual([idOf(3), idOf(2)])
  })

  it("a page that was read before a change, and arrives after it, shows the change", () => {
    const live = heardOf(noLiveRows, [run(1, 100, { version: 3, status: "completed" })], { loaded, matches: all, mayInsert: true })
    const more: Loaded = { ...loaded, rows: [...loaded.rows, run(1, 100, { version: 2 })], hasOlder: false }
    expect(rowsOf(more, live, all).at(-1)?.run.status).toBe("completed")
  })

  it("an empty list takes the first run", () => {
    const empty: Loaded = { rows: [], hasOlder: false, fromNewest: true }
    expect(ids(rowsOf(empty, heardOf(noLiveRows, [run(1, 100)], { loaded: empty, matches: all, mayInsert: true }), all))).toEqual([idOf(1)])
  })

  it("a page that begins further down never takes what belongs above it", () => {
    const page = { ...loaded, fromNewest: false }
    const live = heardOf(noLiveRows, [run(4, 400)], { loaded: page, matches: all, mayInsert: true })
    expect(live.held.size).toBe(1)
    expect(ids(rowsOf(page, live, all))).toEqual([idOf(3), idOf(2)])
  })

  it("a held run that joins is not promised any more, also on a page that begins further down", () => {
    const page = { ...loaded, fromNewest: false }
    const held = heardOf(noLiveRows, [run(9, 250)], { loaded: page, matches: all, mayInsert: false })
    expect(held.held.size).toBe(1)
    const live = heardOf(held, [run(9, 250, { version: 2 })], { loaded: page, matches: all, mayInsert: true })
    expect(ids(rowsOf(page, live, all))).toEqual([idOf(3), idOf(9), idOf(2)])
    expect(live.held.size).toBe(0)
  })

  it("equal times are ordered by id, as the store does", () => {
    expect([run(1, 100), run(2, 100)].sort(newerFirst).map(({ id }) => id)).toEqual([idOf(2), idOf(1)])
  })
})
