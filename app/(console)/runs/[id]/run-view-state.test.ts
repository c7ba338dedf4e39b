import { assert, describe, it } from "vitest"
import { runViewHref, runViewOf, shortId } from "./run-view-state"

const view = (search: string) => runViewOf(new URLSearchParams(search))

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
  it("leaves defaults out", () => assert.strictEqual(runViewHref("/runs/x", { tab: "overview" }), "/runs/x"))
})

describe("shortId", () => {
  it("keeps both ends", () => assert.strictEqual(shortId("run_0197c4e2-7a1b-7c3d-9e4f-3c2a1b9f3c2a"), "run_0197c4e2…9f3c2a"))
})
