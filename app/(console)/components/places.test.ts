import { expect, it } from "vitest"
import { placeOf } from "./places"

it("a page below a place belongs to it, and the longest name wins", () => {
  expect(placeOf("/runs")).toBe("/runs")
  expect(placeOf("/runs/run_1")).toBe("/runs")
  expect(placeOf("/runs/new")).toBe("/runs/new")
  expect(placeOf("/approvals/int_1")).toBe("/approvals")
  expect(placeOf("/runsheet")).toBeNull()
})
