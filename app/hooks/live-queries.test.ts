import { assert, describe, it } from "vitest"
import { aQuestion, aRun } from "@/test/fixtures/run-views"
import { followed, newer, stillToCome } from "./live-queries"

const accepted = aQuestion({ status: "accepted", resolvedAt: 5 })

describe("newer", () => {
  it("never takes a decision back", () => assert.strictEqual(newer(accepted, aQuestion({})), accepted))
  it("learns that the run has acted upon it, and keeps that", () => {
    const applied = aQuestion({ status: "accepted", resolvedAt: 5, appliedAt: 6 })
    assert.strictEqual(newer(accepted, applied), applied)
    assert.strictEqual(newer(applied, accepted), applied)
  })
})

describe("followed", () => {
  it("gives up where something is missing", () => assert.isNull(followed({ run: aRun({}), seq: 1 }, [{ type: "refetch" }])))
})

describe("stillToCome", () => {
  it("asks for nothing about a run that is over", () => {
    assert.deepStrictEqual(stillToCome(aRun({ status: "completed", finishedAt: 9, durationMs: 9 })), [])
    assert.strictEqual(stillToCome(aRun({})).length, 1)
    assert.deepStrictEqual(stillToCome(undefined), [])
  })
})
