import { describe, expect, it } from "vitest"
import { callLine } from "./call-line"

const lines = [
  "const oldest = 1",
  "const ticket = await tools.demo.tickets.create({",
  "  title: `Follow up: ${oldest}`,",
  "  body: `since ${oldest}`",
  "})",
  `await tools.demo["tickets"]["delete"]({ id: "1" })`,
  "const { create } = tools.demo.tickets; await create({",
  "  title: `${oldest}`",
  "})"
]

describe("the line of a call", () => {
  it("is the one its name stands on, when its arguments go over several lines", () => {
    expect(callLine(lines, 4, "demo.tickets.create")).toBe(2)
    expect(callLine(lines, 8, "demo.tickets.create")).toBe(7)
  })

  it("stays where it was reported when the name stands there", () => {
    expect(callLine(lines, 2, "demo.tickets.create")).toBe(2)
    expect(callLine(lines, 6, "demo.tickets.delete")).toBe(6)
  })

  it("stays where it was reported when the name stands nowhere above, or is only part of another", () => {
    expect(callLine(lines, 5, "demo.echo")).toBe(5)
    expect(callLine(["recreate(1)", "f(", "x)"], 3, "demo.create")).toBe(3)
    expect(callLine(lines, 4, "a.b c")).toBe(4)
  })
})
