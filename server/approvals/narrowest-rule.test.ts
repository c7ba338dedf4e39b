import { expect, test } from "vitest"
import { fulfils } from "./conditions"
import { narrowestRule } from "./narrowest-rule"

const args = { amount: 500, currency: "eur", card: { token: "[redacted]" }, "a/b~c": true, labels: ["x", "y"], none: null, empty: {}, note: "x".repeat(200) }
const call = { args, actor: { kind: "user", id: "a", label: "A" }, trigger: "api" } as const

test("it names the tool and every argument that can be named, numbers as their upper limit", () => {
  const { pattern, conditions, left } = narrowestRule("stripe.refunds.create", args)
  expect(pattern).toBe("stripe.refunds.create")
  expect(conditions).toEqual([
    { pointer: "/amount", atMost: 500 },
    { pointer: "/currency", equals: "eur" },
    { pointer: "/a~1b~0c", equals: true },
    { pointer: "/labels/0", equals: "x" },
    { pointer: "/labels/1", equals: "y" },
    { pointer: "/none", equals: null },
    { pointer: "/empty", equals: {} }
  ])
  expect(left).toEqual(["/card/token", "/note"])
})

test("it is about the call at hand, and not about one that differs", () => {
  const { conditions } = narrowestRule("t", args)
  expect(fulfils({ args: conditions }, call)).toBe("yes")
  for (const other of [
    { ...args, amount: 501 },
    { ...args, currency: "usd" },
    { ...args, labels: ["x"] },
    { ...args, none: 1 }
  ])
    expect(fulfils({ args: conditions }, { ...call, args: other })).toBe("no")
})

test("a call without arguments is allowed by its path alone", () => {
  for (const none of [null, {}, []]) expect(narrowestRule("a.b", none)).toEqual({ pattern: "a.b", conditions: [], left: [] })
})
