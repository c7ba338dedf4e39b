import { expect, it } from "vitest"
import { durationText, parseDuration } from "./duration-text"

it.each([
  ["", null],
  ["30", 30_000],
  ["500 ms", 500],
  ["1.5h", 5_400_000],
  ["2 MIN", 120_000],
  ["long", undefined],
  ["-3 s", undefined],
  ["5 weeks", undefined]
])("%j is %j", (text, ms) => expect(parseDuration(text)).toBe(ms))

it("what is written is read back", () => {
  for (const ms of [0, 1, 999, 1000, 90_000, 3_600_000, 86_400_000, 3_601_000]) expect(parseDuration(durationText(ms))).toBe(ms)
})
