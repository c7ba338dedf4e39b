import { describe, expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { TeamId } from "../domain/ids"
import type { GatedCall, Verdict } from "../engine/call-gate"
import { agentExpiryMs } from "../engine/call-gate"
import { verdictOf } from "./gate"
import { type Rule, type RuleEffect, ruleFor } from "./rules"

const now = 1_000_000
const callOf = (path: string, effect: GatedCall["call"]["effect"] = "write", actor: GatedCall["actor"]["kind"] = "user"): GatedCall => ({
  teamId: TeamId.make("team"),
  actor: { kind: actor, id: "a", label: "Ann" },
  trigger: "console",
  args: {},
  call: { path, source: path.split(".")[0] ?? "", connection: null, description: "Does it.", effect, repeatable: false, schemaHash: "h" }
})
const rule = (pattern: string, effect: RuleEffect, more: Partial<Rule> = {}): Rule => ({ id: `${effect} ${pattern}`, pattern, effect, position: 0, ...more })
const decided = (rules: ReadonlyArray<Rule | object>, call = callOf("github.issues.create")): string => {
  const ruling = ruleFor(JSON.parse(JSON.stringify(rules)), call, now)
  return ruling._tag === "Unruled" ? "none" : `${ruling._tag === "Unreadable" ? "unreadable " : ""}${ruling.rule.id}`
}

describe("which of two matching rules decides", () => {
  test.each<[string, ReadonlyArray<Rule>, string]>([
    ["a block wins over a narrower allow", [rule("github.*", "block"), rule("github.issues.create", "allow")], "block github.*"],
    ["a block wins over a narrower approval", [rule("**.*", "block"), rule("github.issues.create", "require_approval")], "block **.*"],
    ["of two blocks the narrower one is named", [rule("github.*", "block"), rule("github.issues.*", "block")], "block github.issues.*"],
    ["more literal segments win", [rule("github.*", "require_approval"), rule("github.issues.*", "allow")], "allow github.issues.*"],
    [
      "more literal segments win over more literal characters",
      [rule("**.issues.create_something_*", "allow"), rule("github.issues.*", "require_approval")],
      "require_approval github.issues.*"
    ],
    [
      "of equally many segments more literal characters win",
      [rule("github.*.*", "allow"), rule("github.is*.*", "require_approval")],
      "require_approval github.is*.*"
    ],
    [
      "on a tie approval wins over allow",
      [rule("github.issues.*", "allow"), { ...rule("github.issues.*", "require_approval"), position: 9 }],
      "require_approval github.issues.*"
    ],
    [
      "on a tie of effect the lower position wins",
      [
        { ...rule("github.issues.*", "allow"), id: "second", position: 2 },
        { ...rule("github.issues.*", "allow"), id: "first", position: 1 }
      ],
      "first"
    ],
    [
      "on a tie of all the lower id wins, so that the order of reading does not matter",
      [
        { ...rule("github.issues.*", "allow"), id: "b" },
        { ...rule("github.issues.*", "allow"), id: "a" }
      ],
      "a"
    ],
    [
      "an exact path wins over all",
      [rule("github.issues.*", "require_approval"), rule("github.issues.create", "allow"), rule("**.create", "require_approval")],
      "allow github.issues.create"
    ],
    ["a rule for another tool is not asked", [rule("github.issues.close", "block"), rule("stripe.*", "block"), rule("github.*", "allow")], "allow github.*"],
    [
      "a rule that has ended does not count",
      [rule("github.issues.create", "block", { endsAt: now }), rule("github.*", "allow", { endsAt: now + 1 })],
      "allow github.*"
    ]
  ])("%s", (_, rules, winner) => {
    const tools = callOf(rules.some((one) => one.pattern.includes("_something_")) ? "github.issues.create_something_new" : "github.issues.create")
    expect(decided(rules, tools)).toBe(winner)
    expect(decided([...rules].reverse(), tools)).toBe(winner)
  })

  test("without a matching rule none decides", () => {
    expect(decided([])).toBe("none")
    expect(decided([rule("stripe.*", "allow")])).toBe("none")
  })
})

describe("a rule that cannot be read means approval", () => {
  const allow = rule("github.issues.create", "allow")
  test.each<[string, object]>([
    ["a pattern that is none", { ...rule("a..b", "allow"), id: "bad" }],
    ["a lone star, which is ambiguous", { ...rule("*", "allow"), id: "bad" }],
    ["an unknown effect", { ...rule("github.*", "allow"), effect: "alow", id: "bad" }],
    ["a pattern that is no text", { id: "bad", pattern: 3, effect: "block", position: 0 }],
    ["conditions this version does not know", { ...rule("github.*", "allow", { when: { amount: { less: 10 } } }), id: "bad" }],
    ["an end that is no time", { ...rule("github.*", "allow"), endsAt: "soon", id: "bad" }],
    ["a waiting time of nothing", { ...rule("github.*", "allow"), interactionExpiresAfterMs: 0, id: "bad" }],
    ["a position that is no number", { ...rule("github.*", "block"), position: null, id: "bad" }]
  ])("%s", (_, bad) => {
    expect(decided([bad])).toBe("unreadable bad")
    expect(decided([allow, bad])).toBe("unreadable bad")
    expect(verdictOf(JSON.parse(JSON.stringify([allow, bad])), callOf("github.issues.create", "read"), now)._tag).toBe("Ask")
  })

  test("what is no object at all means approval for every call", () => {
    for (const stored of [null, "x", 3, [], {}]) expect(ruleFor([stored], callOf("github.issues.create"), now)._tag).toBe("Unreadable")
  })

  test("for a call that its pattern does not match it says nothing", () => {
    expect(decided([{ ...rule("stripe.*", "allow", { when: {} }), id: "bad" }, allow])).toBe("allow github.issues.create")
  })

  test("a block still blocks", () => {
    expect(decided([{ ...rule("github.*", "allow", { when: {} }), id: "bad" }, rule("github.*", "block")])).toBe("block github.*")
  })
})

describe("what becomes of a call", () => {
  test.each<[string, ReadonlyArray<Rule>, GatedCall, Partial<Verdict>]>([
    ["a read without a rule is allowed", [], callOf("a.b", "read"), { _tag: "Allow" }],
    [
      "a write without a rule is asked about",
      [],
      callOf("a.b", "write"),
      { _tag: "Ask", message: "Does it.", rule: null, votesNeeded: 1, expiresAfterMs: null }
    ],
    [
      "a destructive call without a rule is asked about, saying so",
      [],
      callOf("a.b", "destructive"),
      { _tag: "Ask", message: "Does it. It cannot be undone." }
    ],
    ["an agent's question expires after a day", [], callOf("a.b", "write", "agent"), { _tag: "Ask", expiresAfterMs: agentExpiryMs }],
    ["a token's question expires after a day", [], callOf("a.b", "write", "service_token"), { _tag: "Ask", expiresAfterMs: agentExpiryMs }],
    ["an allowed write goes out", [rule("a.*", "allow")], callOf("a.b"), { _tag: "Allow" }],
    ["an allowed destructive call goes out", [rule("a.*", "allow")], callOf("a.b", "destructive"), { _tag: "Allow" }],
    [
      "a read that needs approval is asked about, naming the rule",
      [rule("a.*", "require_approval")],
      callOf("a.b", "read"),
      { _tag: "Ask", rule: { id: "require_approval a.*", pattern: "a.*" } }
    ],
    [
      "a rule's own waiting time counts",
      [rule("a.*", "require_approval", { interactionExpiresAfterMs: 5000 })],
      callOf("a.b"),
      { _tag: "Ask", expiresAfterMs: 5000 }
    ],
    [
      "a rule may let an agent's question wait for ever",
      [rule("a.*", "require_approval", { interactionExpiresAfterMs: null })],
      callOf("a.b", "write", "agent"),
      { _tag: "Ask", expiresAfterMs: null }
    ],
    ["four eyes need two votes", [rule("a.*", "require_approval", { fourEyes: true })], callOf("a.b"), { _tag: "Ask", votesNeeded: 2 }],
    ["a blocked call is refused, naming the rule", [rule("a.*", "block")], callOf("a.b", "read"), { _tag: "Block", message: "a.b is blocked by the rule a.*" }]
  ])("%s", (_, rules, call, verdict) => {
    expect(verdictOf(JSON.parse(JSON.stringify(rules)), call, now)).toMatchObject(verdict)
  })
})

const segment = fc.constantFrom("a", "b", "c", "delete_x")
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join("."))
const part = fc.constantFrom("a", "b", "c", "*", "a*", "delete_*")
const pattern = fc
  .tuple(fc.boolean(), fc.array(part, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([open, parts, end]) => `${open ? "**." : ""}${parts.join(".")}${end ? ".*" : ""}`)
const anyRule = fc
  .record(
    {
      id: fc.uuid(),
      pattern: fc.oneof(pattern, fc.constantFrom("", "a..b", "*")),
      effect: fc.constantFrom<RuleEffect>("allow", "require_approval", "block"),
      position: fc.integer(),
      endsAt: fc.option(fc.integer({ min: 0, max: now * 2 }), { nil: undefined })
    },
    { requiredKeys: ["id", "pattern", "effect", "position"] }
  )
  .map((one) => JSON.parse(JSON.stringify(one)))
const anyCall = fc
  .tuple(path, fc.constantFrom("read", "write", "destructive"))
  .map(([where, effect]) => callOf(where, effect === "read" ? "read" : effect === "write" ? "write" : "destructive"))
const matches = (one: { readonly pattern: string }, call: GatedCall): boolean => ruleFor([{ ...rule(one.pattern, "block") }], call, now)._tag !== "Unruled"

test("adding an allow rule never lets a call through that it does not match", () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 6 }), anyRule, anyCall, (rules, added, call) => {
      const allow = { ...added, effect: "allow" }
      const [before, after] = [verdictOf(rules, call, now), verdictOf([...rules, allow], call, now)]
      if (!matches(allow, call)) expect(after).toEqual(before)
      if (before._tag === "Block") expect(after).toEqual(before)
    }),
    { numRuns: 5000 }
  )
})

test("adding a block or an approval never lets a call through", () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 6 }), anyRule, anyCall, (rules, added, call) => {
      // An approval may be narrower than another approval, and so change who is named, but never opens what was closed.
      const stricter = { ...added, effect: added.effect === "allow" ? "block" : added.effect }
      if (verdictOf(rules, call, now)._tag !== "Allow") expect(verdictOf([...rules, stricter], call, now)._tag).not.toBe("Allow")
    }),
    { numRuns: 5000 }
  )
})

test("the order in which rules are read never matters", () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyRule, { maxLength: 6, selector: (one) => one.id }), anyCall, (rules, call) => {
      const [one, other] = [verdictOf(rules, call, now), verdictOf([...rules].reverse(), call, now)]
      expect(other._tag).toBe(one._tag)
    }),
    { numRuns: 3000 }
  )
})
