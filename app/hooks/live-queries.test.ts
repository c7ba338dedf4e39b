import { assert, describe, it } from "vitest"
import { aQuestion, aRun, aRunSummary } from "@/test/fixtures/run-views"
import { followed, newer, stillToCome, withChild } from "./live-queries"

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

describe("withChild", () => {
  const id = (n: number) => `run_0198e0a0-0000-7000-8000-00000000000${n}`
  const [first, second] = [aRunSummary({ id: id(1), startedAt: 1, version: 3 }), aRunSummary({ id: id(2), startedAt: 2, version: 1 })]
  const below = { items: [first], hasMore: false, asOf: "a" }

  it("takes a newer standing of a run in its place, and no older one", () => {
    const later = { ...first, version: 4 }
    assert.deepStrictEqual(withChild({ ...below, items: [first, second] }, later).items, [later, second])
    for (const old of [first, { ...first, version: 2 }]) assert.strictEqual(withChild(below, old), below)
  })
  it("adds a run that began, the oldest first, unless later ones are left out", () => {
    assert.deepStrictEqual(withChild(below, second).items, [first, second])
    assert.deepStrictEqual(withChild({ ...below, items: [second] }, first).items, [first, second])
    const cut = { ...below, hasMore: true }
    assert.strictEqual(withChild(cut, second), cut)
  })
})
