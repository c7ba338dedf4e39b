import { expect, test } from "vitest"
import { addedKind, toolsAddress, toolsHref } from "./tools-address"

test("a view is what its address says, and back", () => {
  const view = { source: "git hub", q: "create & delete", tool: "github.issues.create", removing: false }
  expect(toolsAddress(new URL(toolsHref(view), "http://x").search)).toEqual({ view, ignored: [] })
  const nothing = { source: null, q: "", tool: null, removing: false }
  expect(toolsAddress("")).toEqual({ view: nothing, ignored: [] })
  // What the search form sends when nothing is typed.
  expect(toolsAddress("?q=")).toEqual({ view: nothing, ignored: [] })
  expect(toolsHref(nothing)).toBe("/tools")
  expect(toolsHref(view, { tool: null, removing: true })).toBe("/tools?source=git+hub&q=create+%26+delete&remove=1")
})

test("what the address says in vain is told", () => {
  expect(toolsAddress("?source=a&source=b&path=x")).toMatchObject({
    view: { source: "a" },
    ignored: [
      { name: "source", value: "b" },
      { name: "path", value: "x" }
    ]
  })
  expect(addedKind("?kind=mcp")).toEqual({ kind: "mcp", ignored: [] })
  expect(addedKind("?kind=soap")).toEqual({ kind: "openapi", ignored: [{ name: "kind", value: "soap", href: "/tools/add" }] })
})
