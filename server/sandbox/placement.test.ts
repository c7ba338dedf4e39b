import { expect, test } from "vitest"
import { nextToEnter, type Place, placeForOneMore } from "./placement"

const place = (of: Partial<Place> & { readonly name: string }) => ({ ready: true, starting: false, busy: false, residents: 0, ...of })

test("an idle thread comes before a busy one, however few runs the busy one holds", () => {
  expect(placeForOneMore([place({ name: "busy", busy: true }), place({ name: "idle", residents: 9 })])?.name).toBe("idle")
})

test("of two idle threads the one with fewer runs is taken", () => {
  expect(placeForOneMore([place({ name: "full", residents: 3 }), place({ name: "empty", residents: 1 })])?.name).toBe("empty")
})

test("a thread that is not ready, or is starting a run, takes no other", () => {
  expect(placeForOneMore([place({ name: "cold", ready: false }), place({ name: "starting", starting: true })])).toBeUndefined()
})

test("a run that lost its thread enters before new ones, and new ones enter in order", () => {
  expect(
    nextToEnter([
      { name: "new", proven: false },
      { name: "old", proven: true }
    ])
  ).toMatchObject({ name: "old" })
  expect(
    nextToEnter([
      { name: "first", proven: false },
      { name: "second", proven: false }
    ])
  ).toMatchObject({ name: "first" })
  expect(nextToEnter([])).toBeUndefined()
})
