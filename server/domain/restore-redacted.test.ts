import { expect, test } from "vitest"
import { restoreRedacted } from "./restore-redacted"

const exact = {
  to: [
    { name: "a", token: "secret-a" },
    { name: "b", token: "secret-b" }
  ],
  amount: 5,
  keys: ["k1", "k2"]
}
const shown = {
  to: [
    { name: "a", token: "[redacted]" },
    { name: "b", token: "[redacted]" }
  ],
  amount: 5,
  keys: ["[redacted]", "[redacted]"]
}
const [a, b] = shown.to

test("what was left as it was shown becomes what it is", () => {
  expect(restoreRedacted({ ...shown, amount: 6 }, shown, exact)).toEqual({ args: { ...exact, amount: 6 }, misplaced: [] })
})

test("an item may be changed beside its hidden value, and hidden values may be replaced", () => {
  const edited = {
    ...shown,
    to: [
      { ...a, name: "A" },
      { ...b, token: "mine" }
    ]
  }
  expect(restoreRedacted(edited, shown, exact)).toEqual({
    args: {
      ...exact,
      to: [
        { name: "A", token: "secret-a" },
        { name: "b", token: "mine" }
      ]
    },
    misplaced: []
  })
})

test.each<[string, object, ReadonlyArray<string>]>([
  ["taken out in front of it", { ...shown, to: [b] }, ["args.to.0.token"]],
  ["put in front of it", { ...shown, to: [{ name: "new" }, a, b] }, ["args.to.1.token", "args.to.2.token"]],
  ["moved", { ...shown, to: [b, a] }, ["args.to.0.token", "args.to.1.token"]],
  ["doubled", { ...shown, to: [a, a] }, ["args.to.0.token", "args.to.1.token"]],
  ["taken out of a list of hidden values", { ...shown, keys: ["[redacted]"] }, ["args.keys.0"]]
])("no hidden value goes to another item: one was %s", (_, edited, misplaced) => {
  const { misplaced: found } = restoreRedacted(JSON.parse(JSON.stringify(edited)), shown, exact)
  expect(found).toEqual(misplaced)
})

test("lists without hidden values may be changed in any way", () => {
  const edited = { ...shown, to: shown.to, amount: [3, 2, 1] }
  expect(restoreRedacted(edited, { ...shown, amount: [1, 2] }, { ...exact, amount: [1, 2] })).toEqual({ args: { ...exact, amount: [3, 2, 1] }, misplaced: [] })
})

test("a hidden name is not sent as what stands for it; one that was called so itself stays", () => {
  const [seen, real] = [
    { limits: { "[redacted]": 5 }, note: "a" },
    { limits: { sk_live_1234567890abcdef: 5 }, note: "a" }
  ]
  expect(restoreRedacted({ ...seen, note: "b" }, seen, real).misplaced).toEqual(["args.limits.[redacted]"])
  const own = { "[redacted]": 5, note: "a" }
  expect(restoreRedacted({ ...own, note: "b" }, own, own)).toEqual({ args: { ...own, note: "b" }, misplaced: [] })
})
