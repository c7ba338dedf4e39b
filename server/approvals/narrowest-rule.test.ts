import { expect, test } from "vitest"
import { fulfils, readConditions } from "./conditions"
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
    { pointer: "/empty", equals: {} },
    { pointer: "", only: ["amount", "currency", "card", "a/b~c", "labels", "none", "empty", "note"] },
    { pointer: "/card", only: ["token"] }
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
    { ...args, none: 1 },
    { ...args, force: true },
    { ...args, card: { ...args.card, limit: 10 } },
    { ...args, empty: { all: true } },
    [args],
    null
  ])
    expect(fulfils({ args: conditions }, { ...call, args: other })).toBe("no")
})

test("a call without arguments allows no call that has some", () => {
  for (const none of [null, {}]) {
    const { conditions, left } = narrowestRule("a.b", none)
    expect({ conditions, left }).toEqual({ conditions: [{ pointer: "", only: [] }], left: [] })
    for (const same of [null, {}]) expect(fulfils({ args: conditions }, { ...call, args: same })).toBe("yes")
    for (const other of [{ all: true }, [], "all"]) expect(fulfils({ args: conditions }, { ...call, args: other })).toBe("no")
  }
  expect(narrowestRule("a.b", []).conditions).toEqual([{ pointer: "", equals: [] }])
})

test("arguments of which the person does not want a condition may be anything, but no others may come", () => {
  const conditions = narrowestRule("a.pay", { amount: 5, to: "ann" }).conditions.filter(({ pointer }) => pointer !== "/to")
  expect(fulfils({ args: conditions }, { ...call, args: { amount: 4, to: "tom" } })).toBe("yes")
  expect(fulfils({ args: conditions }, { ...call, args: { amount: 4, to: "tom", force: true } })).toBe("no")
})

test("many objects and odd names stay within what a rule may have", () => {
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`part${n}`, { inner: { n, "[redacted]": 1 } }]))
  expect(readConditions({ args: [...narrowestRule("a.b", wide).conditions] })).not.toBeNull()
})

test.each(["id", "issueNumber", "issue_number", "number", "userId", "user-id", "repository/id", "version", "prNumber"])(
  "a number that names a thing is not a limit: %s",
  (name) => {
    const pointer = `/${name.replaceAll("/", "~1")}`
    expect(narrowestRule("a.delete", { [name]: 512 }).conditions).toContainEqual({ pointer, equals: 512 })
  }
)

test.each(["amount", "count", "limit", "paid", "mid", "euro"])("a number that is an amount is its upper limit: %s", (name) => {
  expect(narrowestRule("a.pay", { [name]: 512 }).conditions).toContainEqual({ pointer: `/${name}`, atMost: 512 })
})

test("an amount below nothing is no limit: everything below it would pass", () => {
  expect(narrowestRule("a.pay", { amount: -5 }).conditions).toContainEqual({ pointer: "/amount", equals: -5 })
})

test("a list of which something is hidden or that is long is left, item by item", () => {
  const { conditions, left } = narrowestRule("a.send", { to: ["a@example.com", "[redacted]"] })
  expect(conditions).toEqual([
    { pointer: "/to/0", equals: "a@example.com" },
    { pointer: "", only: ["to"] }
  ])
  expect(left).toEqual(["/to/1"])
})
