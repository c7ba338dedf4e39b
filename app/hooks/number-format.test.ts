import { expect, it } from "vitest"
import { formatCount, formatTotal } from "./number-format"

it("numbers are grouped by three", () => {
  expect([0, 999, 1318, 1_234_567].map(formatCount)).toEqual(["0", "999", "1\u202f318", "1\u202f234\u202f567"])
})

it("a capped total says that there are more", () => {
  expect(formatTotal({ total: 10_001, totalIsCapped: true })).toBe("10\u202f000+")
  expect(formatTotal({ total: 12, totalIsCapped: false })).toBe("12")
})
