import { assert, describe, it } from "vitest"
import { runAddress, runViewHref, shortId } from "./run-view-state"

const view = (search: string) => runAddress("/runs/x", search).view

describe("the address of a run's view", () => {
  it("comes back as the same view", () => {
    for (const state of [
      { tab: "overview", call: null },
      { tab: "timeline", call: "call_3" },
      { tab: "raw", call: null }
    ] as const) {
      assert.deepStrictEqual(view(runViewHref("/runs/x", state).split("?")[1] ?? ""), state)
    }
  })
  it("does not trust what it does not know", () => {
    assert.deepStrictEqual(view("tab=secrets&call=<script>"), { tab: "overview", call: null })
  })
  it("tells what it does not know, and takes the first that it does", () => {
    const { view, full, ignored } = runAddress("/runs/x", "?tab=secrets&tab=logs&zoom=1&full=1")
    assert.deepStrictEqual([view.tab, full], ["logs", true])
    assert.deepStrictEqual(
      ignored.map(({ name, value, href }) => [name, value, href]),
      [
        ["tab", "secrets", "/runs/x?tab=logs&zoom=1&full=1"],
        ["zoom", "1", "/runs/x?tab=secrets&tab=logs&full=1"]
      ]
    )
  })
  it("leaves defaults out", () => assert.strictEqual(runViewHref("/runs/x", { tab: "overview" }), "/runs/x"))
})

describe("shortId", () => {
  it("keeps both ends", () => assert.strictEqual(shortId("run_0197c4e2-7a1b-7c3d-9e4f-3c2a1b9f3c2a"), "run_0197c4e2…9f3c2a"))
})
