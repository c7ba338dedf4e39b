import { describe, expect, it } from "vitest"
import { durationOf, trackOf } from "./run-time"

const at = 1_000_000
const run = { status: "running", startedAt: at, durationMs: null, humanWaitMs: 0, waitingSince: null } as const

describe("the time a run has taken", () => {
  it("a queued run has taken none", () => expect(durationOf({ ...run, status: "queued" }, at + 5000)).toBeNull())

  it("the wait that is still open counts as human time", () => {
    const time = durationOf({ ...run, status: "waiting_for_interaction", humanWaitMs: 2000, waitingSince: at + 3000 }, at + 10_000)
    expect(time).toEqual({ totalMs: 10_000, humanMs: 9000 })
  })

  it("a run that is over keeps its recorded time, whatever the clock says", () => {
    expect(durationOf({ ...run, status: "completed", durationMs: 4100, humanWaitMs: 0 }, at + 99_000)).toEqual({ totalMs: 4100, humanMs: 0 })
  })

  it("human time is never more than the whole, though both clocks round", () => {
    expect(durationOf({ ...run, status: "completed", durationMs: 1000, humanWaitMs: 1002 }, at)).toEqual({ totalMs: 1000, humanMs: 1000 })
  })
})

describe("the track", () => {
  it("fills with time and stays within its length", () => {
    const widths = [600, 4100, 38_200, 553_000, 86_400_000].map((totalMs) => trackOf({ totalMs, humanMs: 0 }).machine)
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
    expect(widths.at(-1)).toBe(98)
  })

  it("solid and hatched parts share the length in proportion", () => {
    const { machine, human } = trackOf({ totalMs: 600_000, humanMs: 300_000 })
    expect(machine + human).toBe(98)
    expect(human).toBe(49)
  })
})
