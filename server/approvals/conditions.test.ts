import { describe, expect, test } from "vitest"
import { type ConditionedCall, type Conditions, fulfils, readConditions, valueAt } from "./conditions"

const call: ConditionedCall = {
  actor: { kind: "agent", id: "tok_1", label: "billing-agent" },
  trigger: "mcp",
  args: { amount: 500, currency: "eur", labels: ["bug", "urgent"], nested: { "a/b": 1, "m~n": 2 }, note: "refund for 77310", none: null }
}
const of = (...args: NonNullable<Conditions["args"]>): Conditions => ({ args })

describe("a JSON pointer", () => {
  test.each([
    ["", call.args],
    ["/amount", 500],
    ["/labels/1", "urgent"],
    ["/labels/01", undefined],
    ["/labels/length", undefined],
    ["/labels/9", undefined],
    ["/nested/a~1b", 1],
    ["/nested/m~0n", 2],
    ["/none", null],
    ["/none/x", undefined],
    ["/missing", undefined],
    ["/constructor", undefined],
    ["/__proto__", undefined]
  ])("%s", (pointer, found) => {
    expect(valueAt(call.args, pointer)).toEqual(found)
  })
})

describe("what holds of the arguments", () => {
  test.each<[string, Conditions, "yes" | "no"]>([
    ["equals", of({ pointer: "/currency", equals: "eur" }), "yes"],
    ["equals compares values, not their spelling", of({ pointer: "/nested", equals: { "m~n": 2, "a/b": 1 } }), "yes"],
    ["equals tells a number from its text", of({ pointer: "/amount", equals: "500" }), "no"],
    ["equals null is not absent", of({ pointer: "/missing", equals: null }), "no"],
    ["equals null", of({ pointer: "/none", equals: null }), "yes"],
    ["in", of({ pointer: "/currency", in: ["usd", "eur"] }), "yes"],
    ["not in", of({ pointer: "/currency", in: ["usd"] }), "no"],
    ["glob over the whole text", of({ pointer: "/note", glob: "refund for *" }), "yes"],
    ["glob is no search", of({ pointer: "/note", glob: "refund" }), "no"],
    ["glob is for text only", of({ pointer: "/amount", glob: "*" }), "no"],
    ["less excludes", of({ pointer: "/amount", less: 500 }), "no"],
    ["at most includes", of({ pointer: "/amount", atMost: 500 }), "yes"],
    ["greater excludes", of({ pointer: "/amount", greater: 500 }), "no"],
    ["at least includes", of({ pointer: "/amount", atLeast: 500 }), "yes"],
    ["numbers only are compared", of({ pointer: "/currency", less: 1 }), "no"],
    ["a range", of({ pointer: "/amount", greater: 1, less: 501 }), "yes"],
    ["what is absent fulfils nothing", of({ pointer: "/missing", less: 1 }), "no"],
    ["only these names", of({ pointer: "/nested", only: ["a/b", "m~n", "more"] }), "yes"],
    ["a name more", of({ pointer: "/nested", only: ["a/b"] }), "no"],
    ["only is for objects", of({ pointer: "/currency", only: ["eur"] }), "no"],
    ["null has no names, but is no object", of({ pointer: "/none", only: [] }), "no"],
    ["what is absent has no names either", of({ pointer: "/missing", only: [] }), "no"],
    ["only beside another test", of({ pointer: "/nested", only: ["a/b", "m~n"], equals: {} }), "no"],
    ["all have to hold", of({ pointer: "/currency", equals: "eur" }, { pointer: "/amount", less: 10 }), "no"]
  ])("%s", (_, when, truth) => {
    expect(readConditions(JSON.parse(JSON.stringify(when)))).toEqual(when)
    expect(fulfils(when, call)).toBe(truth)
  })
})

test.each<[string, Conditions, "yes" | "no"]>([
  ["a trigger", { trigger: ["mcp"] }, "yes"],
  ["another trigger", { trigger: ["console", "api"] }, "no"],
  ["a kind of actor", { actor: { kind: ["agent"] } }, "yes"],
  ["an actor", { actor: { id: ["tok_2"] } }, "no"],
  ["a kind and an actor", { actor: { kind: ["agent"], id: ["tok_1"] } }, "yes"]
])("who and how: %s", (_, when, truth) => expect(fulfils(when, call)).toBe(truth))

test("of a record in which the value was replaced nothing can be said", () => {
  const recorded = { ...call, args: { card: "[redacted]", url: "https://x/?token=[redacted]", amount: 5 } }
  expect(fulfils(of({ pointer: "/card", equals: "4242" }), recorded, true)).toBe("unknown")
  expect(fulfils(of({ pointer: "/url", glob: "https://x/*" }), recorded, true)).toBe("unknown")
  expect(fulfils(of({ pointer: "/amount", less: 9 }), recorded, true)).toBe("yes")
  expect(fulfils(of({ pointer: "/card", equals: "4242" }, { pointer: "/amount", less: 1 }), recorded, true)).toBe("no")
  expect(fulfils(of({ pointer: "/card", equals: "[redacted]" }), recorded)).toBe("yes")
})

test.each([
  [{ args: [] }],
  [{ args: [{ pointer: "amount", equals: 1 }] }],
  [{ args: [{ pointer: "/a~2", equals: 1 }] }],
  [{ args: [{ pointer: "/amount" }] }],
  [{ args: [{ pointer: "/amount", lesser: 1 }] }],
  [{ args: [{ pointer: "/amount", less: "1" }] }],
  [{ actors: {} }],
  [{ trigger: ["post"] }],
  [{ amount: { less: 10 } }],
  ["/amount"],
  [null]
])("conditions that are not understood are none: %j", (when) => expect(readConditions(when)).toBeNull())
