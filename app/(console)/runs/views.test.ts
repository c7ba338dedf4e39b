import { expect, it } from "vitest"
import { hrefOf, parseList } from "./list-state"
import { isModified, type SavedView, searchOf, stateOf, viewOf } from "./views"

const view: SavedView = { id: "view_1", name: "Failed today", search: "?status=failed&last=24h&density=comfortable", isShared: false }

it("a view opens as it was kept, whatever the order of its parameters", () => {
  const state = stateOf({ ...view, search: "?last=24h&status=failed&density=comfortable" })
  expect(hrefOf(state)).toBe("/runs?status=failed&last=24h&density=comfortable&view=view_1")
  expect(isModified(state, view)).toBe(false)
})

it("another condition or other looks modify it; an open run, a place in the list and junk do not", () => {
  const opened = stateOf(view)
  expect(isModified({ ...opened, trigger: ["api"] }, view)).toBe(true)
  expect(isModified({ ...opened, density: "dense" }, view)).toBe(true)
  const elsewhere = parseList(`${hrefOf(opened, "")}&cursor=abc&junk=1&run=run_0197c4e2-0000-7000-8000-000000000000&tab=logs`)
  expect(isModified(elsewhere, view)).toBe(false)
  expect(searchOf(elsewhere)).toBe(view.search)
})

it("a view that is gone is none", () => {
  expect(viewOf(stateOf(view), [view])).toBe(view)
  expect(viewOf(stateOf(view), [])).toBeNull()
})
