import { assert, it } from "vitest"
import { lookersText } from "./lookers"

it("says who else looks, however many", () => {
  const people = ["Ann", "Tom", "Mia"].map((label) => ({ id: label, label }))
  assert.deepStrictEqual(
    [0, 1, 2, 3].map((count) => lookersText(people.slice(0, count))),
    ["", "Ann is looking at this too", "Ann and Tom are looking at this too", "Ann and 2 others are looking at this too"]
  )
})
