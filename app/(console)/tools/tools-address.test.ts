import { expect, test } from "vitest"
import { toolsHref, viewOf } from "./tools-address"

test("a view is what its address says, and back", () => {
  const view = { source: "git hub", q: "create & delete", tool: "github.issues.create", removing: false }
  expect(viewOf(Object.fromEntries(new URL(toolsHref(view), "http://x").searchParams))).toEqual(view)
  expect(viewOf({})).toEqual({ source: null, q: "", tool: null, removing: false })
  expect(toolsHref(viewOf({}))).toBe("/tools")
  expect(toolsHref(view, { tool: null, removing: true })).toBe("/tools?source=git+hub&q=create+%26+delete&remove=1")
  expect(viewOf({ source: ["a", "b"] }).source).toBe("a")
})
