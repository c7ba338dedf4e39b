import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { RunId } from "@/server/domain/ids"
import type { LiveMessage } from "@/server/trpc/router"
import { playedFeed as setUp } from "@/test/fixtures/played-feed"
import { aRunSummary } from "@/test/fixtures/run-views"

const runId = RunId.make("run_00000000-0000-7000-8000-000000000001")
const changed = (version: number): LiveMessage => ({ type: "run", run: aRunSummary({ id: runId, version }), pendingCount: 0 })

describe("where the tab's feed goes on from", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 100_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("an older page of a run that is followed already is followed from its own data", () => {
    const { store, opened, seen, play } = setUp("10")
    store.start()
    play().onCaughtUp("10")
    play().onMessage("20", changed(1))
    const newer = seen({ asOf: "20", runs: [runId] })
    vi.advanceTimersByTime(1)
    play().onCaughtUp("20")
    newer.leave()
    seen({ asOf: "15", runs: [runId] })
    vi.advanceTimersByTime(1)
    expect(opened.at(-1)).toEqual({ from: "15", runs: [runId] })
    play().onCaughtUp("20")
    seen({ asOf: "18", runs: [runId] })
    vi.advanceTimersByTime(1)
    expect(opened).toHaveLength(3)
  })

  it("after data was replaced by older data, where the ids begin again, it is followed from there", () => {
    const { store, opened, seen, play } = setUp("10")
    const list = seen({ asOf: "10" })
    store.start()
    play().onMessage("100", changed(1))
    vi.advanceTimersByTime(100)
    play().onMessage("40", { type: "refetch" })
    play().onCaughtUp("40")
    vi.advanceTimersByTime(100)
    expect(list.versions()).toEqual([1, "refetch"])
    play().onResume()
    expect(opened.at(-1)).toEqual({ from: "40", runs: [] })
  })
})
