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
    { pointer: "/labels", equals: ["x", "y"] },
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
    { ...args, labels: ["x", "y", "z"] },
    { ...args, none: 1 }
  ])
    expect(fulfils({ args: conditions }, { ...call, args: other })).toBe("no")
})

test("a call without arguments is allowed by its path alone", () => {
  for (const none of [null, {}, []]) expect(narrowestRule("a.b", none)).toEqual({ pattern: "a.b", conditions: [], left: [] })
})

test.each(["id", "issueNumber", "issue_number", "number", "userId", "user-id", "repository/id", "version", "prNumber"])(
  "a number that names a thing is not a limit: %s",
  (name) => {
    const pointer = `/${name.replaceAll("/", "~1")}`
    expect(narrowestRule("a.delete", { [name]: 512 }).conditions).toEqual([{ pointer, equals: 512 }])
  }
)

test.each(["amount", "count", "limit", "paid", "mid", "euro"])("a number that is an amount is its upper limit: %s", (name) => {
  expect(narrowestRule("a.pay", { [name]: 512 }).conditions).toEqual([{ pointer: `/${name}`, atMost: 512 }])
})

test("an amount below nothing is no limit: everything below it would pass", () => {
  expect(narrowestRule("a.pay", { amount: -5 }).conditions).toEqual([{ pointer: "/amount", equals: -5 }])
})

test("a list of which something is hidden or that is long is left, item by item", () => {
  const { conditions, left } = narrowestRule("a.send", { to: ["a@example.com", "[redacted]"] })
  expect(conditions).toEqual([{ pointer: "/to/0", equals: "a@example.com" }])
  expect(left).toEqual(["/to/1"])
})
