import { expect, test } from "vitest"
import { aRunSummary } from "@/test/fixtures/run-views"
import { inputOf, matches } from "./list-conditions"
import { parseList } from "./list-state"
import { keptMs, movedBy, type Opened, openedAgain } from "./moving-range"

const hour = 3_600_000
const opened: Opened = { at: 100 * hour, leftAt: null }
const lastHour = parseList("?last=1h")
const inputAfter = (ms: number, state = lastHour) => inputOf(state, opened.at + movedBy(state, opened, opened.at + ms))

test("what is counted as the last hour stays an hour, however long the list is open", () => {
  const startOf = (ms: number) => inputAfter(ms).from
  expect(startOf(0)).toBe(99 * hour)
  expect(startOf(59_000)).toBe(99 * hour)
  expect(startOf(hour)).toBe(100 * hour)
  expect(startOf(8 * hour + 30_000)).toBe(107 * hour)
  // What was heard before the page was read moves nothing.
  expect(startOf(-hour)).toBe(99 * hour)
})

test("a row that was in the range when the list was opened says that it is not any more", () => {
  const run = aRunSummary({ startedAt: 99.5 * hour })
  expect(matches(inputAfter(0), run)).toBe(true)
  expect(matches(inputAfter(hour), run)).toBe(false)
})

test("longer ranges move in longer steps, and a range between two moments not at all", () => {
  const minutes = [1, 24, 168, 720]
  const moves = (["1h", "24h", "7d", "30d"] as const).map((last) => minutes.map((one) => movedBy({ last }, opened, opened.at + one * 60_000) > 0))
  expect(moves).toEqual(minutes.map((_, index) => minutes.map((_, at) => at >= index)))
  const between = parseList("?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z")
  expect(inputAfter(1000 * hour, between)).toEqual(inputAfter(0, between))
})

test("a list that is opened again begins where it did while its pages are kept, and anew when they are not", () => {
  const left = { ...opened, leftAt: 101 * hour }
  expect(openedAgain(left, 101 * hour + keptMs, null)).toEqual(opened)
  const late = 101 * hour + keptMs + 1
  for (const read of [null, opened.at, late]) expect(openedAgain(left, late, read)).toEqual({ at: late, leftAt: null })
  expect(openedAgain(opened, 200 * hour, null)).toEqual(opened)
})

test("the list of the page begins when the server read it, unless the browser has kept that page for hours", () => {
  expect(openedAgain(undefined, 5 * hour, 5 * hour - 2000).at).toBe(5 * hour - 2000)
  // The frame may have been read a moment before its page.
  expect(openedAgain(undefined, 5 * hour, 5 * hour + 2000).at).toBe(5 * hour + 2000)
  expect(openedAgain(undefined, 8 * hour, 5 * hour).at).toBe(8 * hour)
  expect(openedAgain(undefined, 8 * hour, null).at).toBe(8 * hour)
})
