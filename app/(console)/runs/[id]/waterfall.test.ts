import { assert, describe, it } from "vitest"
import { aQuestion, aToolCall } from "@/test/fixtures/run-views"
import { axisTicks, timeScale, waterfallRows, wirePath } from "./waterfall"

const second = 1000
const minute = 60 * second

describe("waterfallRows", () => {
  it("shows the wait for a person inside the bar of the call that asked", () => {
    const call = aToolCall({ startedAt: 0, finishedAt: 73 * second, durationMs: 73 * second, interactionId: aQuestion({}).id })
    const question = aQuestion({ toolCallId: call.id, status: "accepted", createdAt: 0, resolvedAt: 72 * second })
    const [row] = waterfallRows([call], [question], 100 * second)
    assert.deepStrictEqual(
      row?.segments.map((segment) => [segment.kind, segment.look, segment.from, segment.to]),
      [
        ["human", "answered", 0, 72 * second],
        ["tool", "completed", 72 * second, 73 * second]
      ]
    )
    assert.isFalse(row?.waiting)
  })
  it("lets a pending wait grow until now", () => {
    const call = aToolCall({ startedAt: 0, finishedAt: null, durationMs: null, status: "waiting" })
    const [row] = waterfallRows([call], [aQuestion({ toolCallId: call.id, createdAt: 0 })], 5 * second)
    assert.deepStrictEqual(
      row?.segments.map((segment) => [segment.look, segment.to]),
      [["waiting", 5 * second]]
    )
    assert.isTrue(row?.waiting)
  })
  it("ends a declined call in red", () => {
    const call = aToolCall({ startedAt: 0, finishedAt: 4000, durationMs: 4000, status: "failed", error: { code: "tool_declined", message: "" } })
    const [row] = waterfallRows([call], [aQuestion({ toolCallId: call.id, status: "declined", createdAt: 0, resolvedAt: 4000 })], 9000)
    assert.deepStrictEqual(
      row?.segments.map((segment) => segment.look),
      ["answered", "failed"]
    )
  })
  it("gives a question of the program's own its row, in order of time", () => {
    const call = aToolCall({ startedAt: 10, finishedAt: 20, durationMs: 10 })
    const rows = waterfallRows([call], [aQuestion({ toolCallId: null, toolPath: null, kind: "form", createdAt: 5 })], 30)
    assert.deepStrictEqual(
      rows.map((row) => row.path),
      ["human.ask", call.path]
    )
  })
})

describe("timeScale", () => {
  const calls = [
    aToolCall({ id: "call_1", startedAt: 0, finishedAt: second, durationMs: second }),
    aToolCall({ id: "call_2", startedAt: second, finishedAt: 3 * second, durationMs: 2 * second }),
    aToolCall({ id: "call_3", startedAt: 3 * second, finishedAt: null, durationMs: null, status: "waiting" })
  ]
  const waiting = aQuestion({ toolCallId: "call_3", createdAt: 3 * second })
  it("keeps calls in proportion and an hour of waiting within bounds", () => {
    const now = 3 * second + 60 * minute
    const scale = timeScale(waterfallRows(calls, [waiting], now), 0, now)
    const first = scale.at(second) - scale.at(0)
    const second2 = scale.at(3 * second) - scale.at(second)
    assert.approximately(second2 / first, 2, 0.001)
    assert.isAbove(scale.at(3 * second), 15)
    assert.approximately(scale.at(now), 100, 0.001)
  })
  it("never goes backwards", () => {
    const now = 10 * minute
    const scale = timeScale(waterfallRows(calls, [waiting], now), 0, now)
    let before = -1
    for (let time = 0; time <= now; time += 250) {
      const here = scale.at(time)
      assert.isAtLeast(here, before)
      before = here
    }
  })
  it("cuts idle stretches short", () => {
    const apart = [
      aToolCall({ id: "call_1", startedAt: 0, finishedAt: 100, durationMs: 100 }),
      aToolCall({ id: "call_2", startedAt: 5 * minute, finishedAt: 5 * minute + 100, durationMs: 100 })
    ]
    const scale = timeScale(waterfallRows(apart, [], 6 * minute), 0, 5 * minute + 100)
    const idle = scale.parts.find((part) => part.kind === "idle")
    assert.isTrue(idle?.collapsed)
    assert.deepStrictEqual(
      scale.parts.map((part) => part.kind),
      ["tool", "idle", "tool"]
    )
  })
  it("works for a run without any call and without any time", () => {
    assert.strictEqual(timeScale([], 5, 5).at(5), 0)
    assert.deepStrictEqual(
      timeScale([], 0, 100).parts.map((part) => part.kind),
      ["idle"]
    )
  })
  it("labels the run's own clock and the true length of a wait", () => {
    const now = 3 * second + 10 * minute
    const ticks = axisTicks(timeScale(waterfallRows(calls, [waiting], now), 0, now))
    assert.deepStrictEqual(
      ticks.map((tick) => [tick.of, tick.ms]),
      [
        ["clock", 0],
        ["clock", 3 * second],
        ["human", 10 * minute]
      ]
    )
  })
})

describe("wirePath", () => {
  it("starts at the line and ends at the bar", () => assert.strictEqual(wirePath(66, 52), "M0 66h8C26 66 18 52 36 52h8"))
})
