import { assert, describe, it } from "vitest"
import { InteractionId } from "@/server/domain/ids"
import type { Interaction } from "@/server/domain/interaction"
import { aQuestion } from "@/test/fixtures/run-views"
import { identicalTo } from "./identical-questions"

const idOf = (n: number) => InteractionId.make(`int_0197c4e3-0000-7000-8000-00000000000${n}`)

const asked = (n: number, more: Partial<Interaction> = {}): Interaction =>
  aQuestion({
    id: idOf(n),
    kind: "approval",
    status: "pending",
    toolPath: "demo.tickets.create",
    connection: null,
    effect: "write",
    args: { title: "a", body: "b" },
    ...more
  })

const others = (question: Interaction, ...waiting: ReadonlyArray<Interaction>) => identicalTo(question, [question, ...waiting]).map(({ id }) => id)

describe("approvals of the same call", () => {
  it("are those with the same tool, connection and arguments, however the arguments are ordered", () => {
    assert.deepStrictEqual(others(asked(1), asked(2), asked(3, { args: { body: "b", title: "a" } })), [idOf(2), idOf(3)])
  })
  it("are not those that differ in anything that is sent", () => {
    const different = [
      asked(2, { args: { title: "a", body: "c" } }),
      asked(3, { args: { title: "a", body: "b", more: null } }),
      asked(4, { toolPath: "demo.tickets.delete" }),
      asked(5, { connection: "another" }),
      asked(6, { args: { title: "a", body: ["b"] } })
    ]
    assert.deepStrictEqual(others(asked(1), ...different), [])
  })
  it("are never those that are decided, need several people, were edited, or ask what became of a call", () => {
    const unfit = [
      asked(2, { status: "accepted" }),
      asked(3, { votesNeeded: 2 }),
      asked(4, { proposedArgs: { title: "b" } }),
      asked(5, { options: ["retry", "failed"] }),
      asked(6, { kind: "form" }),
      asked(7, { toolPath: null })
    ]
    assert.deepStrictEqual(others(asked(1), ...unfit), [])
    for (const one of unfit) assert.deepStrictEqual(others(one, asked(1), asked(8)), [])
  })
  it("are none where the call cannot be undone, or nothing is known of that: each is confirmed by itself", () => {
    const { effect: _, ...unknown } = asked(1)
    assert.deepStrictEqual(others(unknown, { ...unknown, id: idOf(2) }), [])
    assert.deepStrictEqual(others(asked(1, { effect: "destructive" }), asked(2, { effect: "destructive" })), [])
    assert.deepStrictEqual(others(asked(1), asked(2, { effect: "destructive" }), asked(3)), [idOf(3)])
  })
  it("are none where a value is hidden, or too long to be seen whole", () => {
    for (const args of [{ token: "[redacted]" }, { text: "x".repeat(400) }]) assert.deepStrictEqual(others(asked(1, { args }), asked(2, { args })), [])
  })
})
