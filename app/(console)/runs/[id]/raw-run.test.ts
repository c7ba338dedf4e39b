import { Schema } from "effect"
import { assert, it } from "vitest"
import { Run } from "@/server/domain/run"
import { aQuestion, aRun, aToolCall } from "@/test/fixtures/run-views"
import { rawRun } from "./raw-run"

it("the raw view of a run is what the HTTP API answers", () => {
  const run = aRun({
    waitingSince: 5,
    logs: [{ at: 7, level: "info", text: "x" }],
    toolCalls: [aToolCall({ args: { startedAt: 5 } })],
    interactions: [aQuestion({ expiresAt: 9, resolvedAt: 8, appliedAt: 8, votes: [{ by: { kind: "user", id: "u", label: "Ann" }, at: 8 }] })]
  })
  assert.deepStrictEqual<unknown>(rawRun(run), Schema.encodeSync(Run)(run))
})
