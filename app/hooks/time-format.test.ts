import { describe, expect, it } from "vitest"
import { formatAgo, formatClock, formatDuration, formatMarks, formatNearDay, formatRange, formatShort, isZone, zoneLabel } from "./time-format"

describe("durations", () => {
  it.each([
    [0, "0.0 s"],
    [12, "12 ms"],
    [600, "0.6 s"],
    [38_240, "38.2 s"],
    [59_949, "59.9 s"],
    [59_999, "1 m 00 s"],
    [401_000, "6 m 41 s"],
    [86_400_000, "24 h 00 m"],
    [184_000_000, "2 d 03 h"]
  ])("%i ms reads %s", (ms, text) => expect(formatDuration(ms)).toBe(text))

  it("a timer that runs shows whole seconds and never rounds up to a second that has not passed", () => {
    expect(formatDuration(12_999, { whole: true })).toBe("12 s")
    expect(formatDuration(119_999, { whole: true })).toBe("1 m 59 s")
  })

  it("a clock that stands behind the server's shows zero, not a negative time", () => {
    expect(formatDuration(-4000, { whole: true })).toBe("0 s")
    expect(formatAgo(5000, 1000)).toBe("0 s")
  })
})

describe("moments", () => {
  const summer = Date.UTC(2026, 6, 1, 12, 3, 22)
  const winter = Date.UTC(2026, 11, 1, 12, 3, 22)

  it("the zone's label carries the offset that holds at that moment", () => {
    expect(zoneLabel("Europe/Zurich", summer)).toBe("Europe/Zurich (UTC+2)")
    expect(zoneLabel("Europe/Zurich", winter)).toBe("Europe/Zurich (UTC+1)")
    expect(zoneLabel("UTC", winter)).toBe("UTC")
  })

  it("a clock is written in the zone, 24 hours, midnight as 00", () => {
    expect(formatClock(summer, "Europe/Zurich")).toBe("14:03:22")
    expect(formatClock(Date.UTC(2026, 11, 1, 23, 0, 0), "Europe/Zurich")).toBe("00:00:00")
  })

  it("another day than today names the day", () => {
    expect(formatShort(summer, summer, "UTC")).toBe("12:03")
    expect(formatShort(summer, summer, "UTC", { seconds: true })).toBe(formatClock(summer, "UTC"))
    expect(formatShort(winter, summer, "UTC")).toBe("1 Dec, 12:03")
  })

  it("another year than this one is written, and it is the zone's year", () => {
    const before = Date.UTC(2024, 10, 28, 10)
    expect(formatShort(before, summer, "UTC")).toBe("28 Nov 2024, 10:00")
    expect(formatNearDay(before, summer, "UTC")).toBe("28 Nov 2024")
    expect(formatNearDay(winter, summer, "UTC")).toBe("1 Dec")
    const newYear = Date.UTC(2026, 11, 31, 23, 30)
    expect(formatShort(newYear, summer, "UTC")).toBe("31 Dec, 23:30")
    expect(formatShort(newYear, summer, "Europe/Zurich")).toBe("1 Jan 2027, 00:30")
  })

  it("a range over two years names both, also the current one", () => {
    expect(formatRange(Date.UTC(2024, 10, 28, 10), Date.UTC(2025, 10, 29, 10), summer, "UTC")).toBe("28 Nov 2024, 10:00 to 29 Nov 2025, 10:00")
    expect(formatRange(Date.UTC(2025, 11, 31, 10), summer, summer, "UTC")).toBe("31 Dec 2025, 10:00 to 1 Jul 2026, 12:03")
    expect(formatRange(Date.UTC(2026, 5, 30, 10), summer, summer, "UTC")).toBe("30 Jun, 10:00 to 12:03")
  })

  it("an axis says the year once, and again where it changes", () => {
    const months = [10, 11, 12, 13].map((month) => Date.UTC(2025, month, 1, 10))
    expect(formatMarks(months, summer, "UTC")).toEqual(["1 Nov 2025, 10:00", "1 Dec, 10:00", "1 Jan 2026, 10:00", "1 Feb, 10:00"])
    expect(formatMarks([summer, winter], summer, "UTC")).toEqual(["12:03", "1 Dec, 12:03"])
  })

  it("a cookie that names no zone is refused", () => {
    expect(isZone("Europe/Zurich")).toBe(true)
    expect(isZone("Mars/Base")).toBe(false)
    expect(isZone("")).toBe(false)
  })
})
