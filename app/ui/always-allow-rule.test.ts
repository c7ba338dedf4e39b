import { assert, describe, it } from "vitest"
import { InteractionId } from "@/server/domain/ids"
import { aQuestion } from "@/test/fixtures/run-views"
import { ruleToAdd, wishOf } from "./always-allow-rule"

const wish = wishOf("demo.tickets.create", [{ pointer: "/title", equals: "as asked" }])
const ann = { kind: "user", id: "ann", label: "Ann Keller" } as const
const asked = aQuestion({ args: { title: "as asked", body: "b" } })
const recorded = aQuestion({ status: "accepted", resolvedBy: ann, resolvedVia: "console", args: { body: "b", title: "as asked" } })
const given = { wish, sent: { action: "accept" }, asked, recorded, userId: "ann" } as const

describe("the rule that an answer brings with it", () => {
  it("is the wish that was sent with it", () => assert.strictEqual(ruleToAdd(given), wish))
  it("is none where none was wished for: an earlier wish is not remembered", () => assert.isNull(ruleToAdd({ ...given, wish: undefined })))
  it("is none where nothing says that the answer was recorded", () => assert.isNull(ruleToAdd({ ...given, recorded: null })))
  it("is none where the call was not let through", () => {
    for (const status of ["pending", "declined", "cancelled", "expired", "failed"] as const)
      assert.isNull(ruleToAdd({ ...given, recorded: { ...recorded, status } }), status)
    assert.isNull(ruleToAdd({ ...given, sent: { action: "decline" } }))
  })
  it("is none where somebody or something else let it through", () => {
    assert.isNull(ruleToAdd({ ...given, recorded: { ...recorded, resolvedBy: { ...ann, id: "tom" } } }))
    assert.isNull(ruleToAdd({ ...given, recorded: { ...recorded, resolvedBy: { ...ann, kind: "agent" } } }))
    assert.isNull(ruleToAdd({ ...given, recorded: { ...recorded, resolvedBy: null } }))
    assert.isNull(ruleToAdd({ ...given, recorded: { ...recorded, id: InteractionId.make("int_0197c4e3-0000-7000-8000-0000000000ff") } }))
  })
  it("is none where other arguments were approved than were asked about", () => {
    assert.isNull(ruleToAdd({ ...given, sent: { action: "accept", args: { title: "as made harmless", body: "b" } } }))
    // Recorded by an earlier try whose answer was lost.
    assert.isNull(ruleToAdd({ ...given, recorded: { ...recorded, args: { title: "as made harmless", body: "b" } } }))
  })
})
