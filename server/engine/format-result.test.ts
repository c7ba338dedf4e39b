import { describe, expect, it } from "vitest"
import { aQuestion } from "../../test/fixtures/run-views"
import type { Interaction } from "../domain/interaction"
import { type ExecuteResult, formatExecuteResult, formatPausedExecution } from "./format-result"

const nothing: ExecuteResult = { result: null, output: [], error: null, logs: [] }

describe("the result of a run for an agent", () => {
  it("is the string itself, or pretty JSON", () => {
    expect(formatExecuteResult({ ...nothing, result: "plain" })).toEqual({ text: "plain", structured: { status: "completed", result: "plain", logs: [] } })
    expect(formatExecuteResult({ ...nothing, result: { a: [1] } }).text).toBe(`{\n  "a": [\n    1\n  ]\n}`)
  })

  it("says when there is none, and how much went to the user instead", () => {
    expect(formatExecuteResult(nothing).text).toBe("(no result)")
    const output = [
      { type: "content", content: 1 },
      { type: "file", name: "a.csv", mimeType: "text/csv", data: "QQ==" },
      { type: "notification", message: "half way" }
    ] as const
    expect(formatExecuteResult({ ...nothing, output })).toEqual({
      text: "(no return value; 2 items emitted to the user)",
      structured: {
        status: "completed",
        result: null,
        logs: [],
        notifications: ["half way"],
        emitted: [
          { type: "content", content: 1 },
          { type: "file", name: "a.csv", mimeType: "text/csv" }
        ]
      }
    })
  })

  it("is cut at 30,000 characters, saying how many are missing, and never inside a character", () => {
    expect(formatExecuteResult({ ...nothing, result: "x".repeat(30_005) }).text).toBe(`${"x".repeat(30_000)}\n… (5 characters cut)`)
    expect(formatExecuteResult({ ...nothing, result: `${"x".repeat(29_999)}😀` }).text).toBe(`${"x".repeat(29_999)}\n… (2 characters cut)`)
  })

  it("has the logs after it, cut as well", () => {
    const { text, structured } = formatExecuteResult({
      ...nothing,
      result: 1,
      logs: [
        { level: "info", text: "hello" },
        { level: "error", text: "y".repeat(40_000) }
      ]
    })
    expect(text.startsWith("1\n\nLogs:\n[info] hello\n[error] yyy")).toBe(true)
    expect(text.length).toBeLessThan(30_100)
    expect(structured["logs"]).toHaveLength(2)
  })

  it("of a failure is the error with its line", () => {
    expect(formatExecuteResult({ ...nothing, error: { code: "program_error", message: "TypeError: no", line: 3, column: 7 } })).toEqual({
      text: "Error: TypeError: no (line 3, column 7)",
      structured: { status: "error", error: { code: "program_error", message: "TypeError: no", line: 3, column: 7 }, logs: [] }
    })
  })
})

const interaction = aQuestion({
  kind: "approval",
  message: "Deletes a ticket.",
  args: { id: "T-1" },
  toolPath: "demo.tickets.delete",
  approvalUrl: "https://box.example/approvals/1"
})

describe("a paused run for an agent", () => {
  it("that needs a plain confirmation says what is to be allowed and what to do next", () => {
    const { text, structured } = formatPausedExecution(interaction, "2026-01-01T00:00:00.000Z")
    expect(text.split("\n")).toEqual([
      "The run waits: a person has to allow demo.tickets.delete.",
      "Deletes a ticket.",
      `Arguments: {"id":"T-1"}`,
      `Execution id: ${interaction.id}`,
      "A person answers here: https://box.example/approvals/1",
      "It expires at 2026-01-01T00:00:00.000Z.",
      "Tell the user to decide on the approval page. Then call wait with this execution id; the run goes on by itself after the answer. Do not submit the program again."
    ])
    expect(structured).toMatchObject({
      status: "waiting_for_interaction",
      executionId: interaction.id,
      runId: interaction.runId,
      expiresAt: "2026-01-01T00:00:00.000Z",
      interaction: { kind: "approval", address: "demo.tickets.delete", args: { id: "T-1" } }
    })
  })

  it("that needs values carries their schema, and one that asks for none is a confirmation", () => {
    const schema = { type: "object", properties: { name: { type: "string" } } }
    const form: Interaction = { ...interaction, kind: "form", toolPath: null, args: null, requestedSchema: schema }
    expect(formatPausedExecution(form, null).text).toContain("The run waits: a person has to give some values.")
    expect(formatPausedExecution(form, null).structured).toMatchObject({ interaction: { requestedSchema: schema } })
    const empty = formatPausedExecution({ ...form, requestedSchema: { type: "object", properties: {} } }, null)
    expect(empty.text).toContain("The run waits: a person has to confirm.")
    expect(empty.structured["interaction"]).not.toHaveProperty("requestedSchema")
  })

  it("that needs a link opened shows it", () => {
    const { text, structured } = formatPausedExecution({ ...interaction, kind: "url", toolPath: null, args: null, url: "https://example.com/" }, null)
    expect(text).toContain("Link: https://example.com/")
    expect(text).toContain("It does not expire.")
    expect(structured).toMatchObject({ interaction: { kind: "url", url: "https://example.com/" } })
  })
})
