import { expect, test } from "vitest"
import { bindingHash, boundAs, boundTo, differenceOf } from "./binding"

const prepared = {
  path: "bank.pay",
  source: "bank",
  connection: "bearer token for bank.example",
  connectionId: "src_1",
  description: "Pays.",
  effect: "write",
  repeatable: false,
  schemaHash: "v1"
} as const
const now = boundTo({ code: "return 1" }, prepared, "rule_1")

test("a question that was asked before connections were bound still binds all it bound then", () => {
  const { connectionId: _, ...older } = now
  const hash = bindingHash(older, "{}")
  expect(bindingHash(boundAs(older, now), "{}")).toBe(hash)
  expect(bindingHash(boundAs(older, { ...now, schemaHash: "v2" }), "{}")).not.toBe(hash)
  expect(differenceOf(older, now)).toBeNull()
})

test("a connection that was bound and is no more is another one", () => {
  const { connectionId: _, ...without } = now
  expect(bindingHash(boundAs(now, without), "{}")).not.toBe(bindingHash(now, "{}"))
  expect(differenceOf(now, without)).toContain("removed and added again")
})
