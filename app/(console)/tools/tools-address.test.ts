import { expect, test } from "vitest"
import { addedKind, toolsAddress, toolsHref } from "./tools-address"

const read = (search: string) => toolsAddress(search, (name) => name !== "gone")

test("a view is what its address says, and back", () => {
  const view = { source: "git hub", q: "create & delete", tool: "github.issues.create", removing: false }
  expect(read(new URL(toolsHref(view), "http://x").search)).toEqual({ view, ignored: [] })
  const nothing = { source: null, q: "", tool: null, removing: false }
  expect(read("")).toEqual({ view: nothing, ignored: [] })
  // What the search form sends when nothing is typed.
  expect(read("?q=")).toEqual({ view: nothing, ignored: [] })
  expect(toolsHref(nothing)).toBe("/tools")
  expect(toolsHref(view, { tool: null, removing: true })).toBe("/tools?source=git+hub&q=create+%26+delete&remove=1")
})

test("what the address says in vain is told", () => {
  expect(read("?source=a&source=b&path=x")).toMatchObject({
    view: { source: "a" },
    ignored: [
      { name: "source", value: "b" },
      { name: "path", value: "x" }
    ]
  })
  expect(read("?source=gone&q=x")).toMatchObject({ view: { source: null, q: "x" }, ignored: [{ name: "source", value: "gone", href: "/tools?q=x" }] })
  expect(addedKind("?kind=mcp")).toEqual({ kind: "mcp", ignored: [] })
  expect(addedKind("?kind=soap")).toEqual({ kind: "openapi", ignored: [{ name: "kind", value: "soap", href: "/tools/add" }] })
})
