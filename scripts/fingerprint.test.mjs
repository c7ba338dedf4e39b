import { expect, test } from "vitest"
import { filesOf, fingerprint } from "./fingerprint.mjs"

test("tests do not make a build stale", () => {
  expect(filesOf(["scripts"])).toContain("scripts/start.mjs")
  expect(filesOf(["scripts"]).filter((path) => path.includes(".test."))).toEqual([])
  expect(filesOf(["scripts"], [], { tests: true })).toContain("scripts/fingerprint.test.mjs")
})

test("what is skipped, and what is not there, is not read", () => {
  expect(filesOf(["scripts", "no-such-folder"], ["scripts/start.mjs"])).not.toContain("scripts/start.mjs")
})

test("the same files give the same fingerprint, other files or another extra another one", () => {
  const own = fingerprint(["scripts/start.mjs", "scripts/lock.mjs"])
  expect(fingerprint(["scripts/lock.mjs", "scripts/start.mjs"])).toBe(own)
  expect(fingerprint(["scripts/start.mjs"])).not.toBe(own)
  expect(fingerprint(["scripts/start.mjs", "scripts/lock.mjs"], { extra: ["20"] })).not.toBe(own)
})
