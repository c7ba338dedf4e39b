import { expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { matchesPath, parsePattern, specificityOf } from "./pattern"

const matches = (source: string, path: string): boolean => {
  const pattern = parsePattern(source)
  if (typeof pattern === "string") throw new Error(`${source} ${pattern}`)
  return matchesPath(pattern, path)
}

test.each<[string, string, boolean]>([
  ["github.issues.create", "github.issues.create", true],
  ["github.issues.create", "github.issues.create.now", false],
  ["github.issues.create", "github.issues.creates", false],
  ["github.issues.create", "x.github.issues.create", false],
  ["github.issues.create", "github.Issues.create", false],
  ["github.*", "github.issues", true],
  ["github.*", "github.issues.create", true],
  ["github.*", "github", false],
  ["github.*", "githubx.issues", false],
  ["github.issues.*", "github.issues.create", true],
  ["github.issues.*", "github.issues", false],
  ["github.issues.*", "github.issuesx.create", false],
  ["github.*.create", "github.issues.create", true],
  ["github.*.create", "github.create", false],
  ["github.*.create", "github.a.b.create", false],
  ["github.issues.create_*", "github.issues.create_many", true],
  ["github.issues.create_*", "github.issues.create_", true],
  ["github.issues.create_*", "github.issues.create", false],
  ["github.issues.create_*", "github.issues.create_a.b", false],
  ["*.issues.list", "github.issues.list", true],
  ["*.issues.list", "issues.list", false],
  ["a*c*e.x", "abcde.x", true],
  ["a*c*e.x", "aXcYcZe.x", true],
  ["a*c*e.x", "abcd.x", false],
  ["**.delete_*", "delete_all", true],
  ["**.delete_*", "github.delete_repo", true],
  ["**.delete_*", "github.repos.delete_repo", true],
  ["**.delete_*", "github.delete_repo.now", false],
  ["**.delete_*", "github.undelete_x", false],
  ["**.admin.*", "admin.users", true],
  ["**.admin.*", "github.admin.users.list", true],
  ["**.admin.*", "github.admin", false],
  ["**.*", "search", true],
  ["**.*", "a.b.c.d", true],
  ["demo-desk.tickets$.*", "demo-desk.tickets$.x", true]
])("%s and %s: %s", (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected)
})

test.each(["", "*", "**", "a..b", ".a", "a.", "a.**", "a.**.b", "**.**.a", "a**.b", "a b", "a.b c", "a/b", "a.?", "x".repeat(301), "**"])(
  "%j is no pattern, and the reason is told",
  (source) => {
    expect(typeof parsePattern(source)).toBe("string")
  }
)

test.each<[string, readonly [number, number]]>([
  ["github.issues.create", [3, 18]],
  ["github.issues.*", [2, 12]],
  ["github.*", [1, 6]],
  ["github.*.create", [2, 12]],
  ["github.create_*", [1, 13]],
  ["**.delete_*", [0, 7]],
  ["**.*", [0, 0]]
])("%s is as narrow as its literal segments and characters", (source, specificity) => {
  const pattern = parsePattern(source)
  expect(typeof pattern === "string" ? pattern : specificityOf(pattern)).toEqual(specificity)
})

const segment = fc.stringMatching(/^[a-z_]{1,4}$/)
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("."))
const glob = fc.array(fc.constantFrom("a", "b", "_", "*"), { minLength: 1, maxLength: 5 }).map((parts) => parts.join("").replace(/\*+/g, "*"))
const word = fc.array(fc.constantFrom("a", "b", "_"), { minLength: 1, maxLength: 7 }).map((letters) => letters.join(""))

test("a path is matched by itself, by its source with .*, and by **.*", () => {
  fc.assert(
    fc.property(path, (one) => {
      expect(matches(one, one)).toBe(true)
      expect(matches("**.*", one)).toBe(true)
      if (one.includes(".")) expect(matches(`${one.split(".")[0]}.*`, one)).toBe(true)
    })
  )
})

test("a glob within a segment means what the same regular expression means", () => {
  fc.assert(
    fc.property(glob, word, (source, text) => {
      expect(matches(`x.${source}.y`, `x.${text}.y`)).toBe(new RegExp(`^${source.replaceAll("*", "[^.]*")}$`).test(text))
    }),
    { numRuns: 2000 }
  )
})

test("many stars in one segment do not make matching slow", () => {
  expect(matches(`${"a*".repeat(140)}b.x`, `${"a".repeat(20_000)}.x`)).toBe(false)
})
