import { Effect } from "effect"
import { expect, test } from "vitest"
import type { RuleDraft } from "../store/rule-table"
import { checkRule } from "./check-rule"

const now = 1_000_000
const draft = (more: Partial<RuleDraft> = {}): RuleDraft => ({ id: "r", pattern: "github.*", effect: "require_approval", position: null, terms: {}, ...more })
const check = (given: RuleDraft, deciders = 2) => Effect.runSync(Effect.result(checkRule(given, { now, deciders })))

test.each<[string, RuleDraft, string]>([
  ["a pattern that is none", draft({ pattern: "github..x" }), "pattern"],
  ["a lone star", draft({ pattern: "*" }), "pattern"],
  ["conditions that are not understood", draft({ terms: { when: { amount: 1 } } }), "when"],
  ["conditions that say nothing", draft({ terms: { when: {} } }), "when"],
  ["conditions that nobody reads", draft({ terms: { when: { actor: { id: ["x".repeat(32_000)] } } } }), "when"],
  ["an end in the past", draft({ terms: { endsAt: now } }), "endsAt"],
  ["four eyes on what is allowed", draft({ effect: "allow", terms: { fourEyes: true } }), "fourEyes"],
  ["no self-approval on what is blocked", draft({ effect: "block", terms: { selfApproval: false } }), "selfApproval"],
  ["an agent as one of four eyes", draft({ terms: { fourEyes: true, requesterMayConfirm: true } }), "requesterMayConfirm"],
  ["a question that waits for years", draft({ terms: { interactionExpiresAfterMs: 400 * 86_400_000 } }), "interactionExpiresAfterMs"]
])("refuses %s, naming the field", (_, given, path) => {
  expect(check(given)).toMatchObject({ failure: { _tag: "InvalidRule", issues: [{ path }] } })
})

test("four eyes need two who may decide", () => {
  const given = draft({ terms: { fourEyes: true } })
  expect(check(given, 1)).toMatchObject({ failure: { _tag: "FourEyesImpossible", deciders: 1 } })
  expect(check(given, 2)._tag).toBe("Success")
})

test("takes fifty conditions of some length", () => {
  const args = Array.from({ length: 50 }, (_, index) => ({ pointer: `/labels/${index}`, in: ["x".repeat(200), "y".repeat(200)] }))
  expect(check(draft({ terms: { when: { args } } }))._tag).toBe("Success")
})

test("takes a full rule", () => {
  const when = { args: [{ pointer: "/amount", atMost: 50 }], actor: { kind: ["agent"] }, trigger: ["mcp"] }
  const terms = { when, endsAt: now + 1, interactionExpiresAfterMs: 1, fourEyes: true, selfApproval: false }
  expect(check(draft({ terms }))._tag).toBe("Success")
})
