import { expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { compilePattern } from "./safe-pattern"

const matches = (pattern: string, text: string): boolean => {
  const compiled = compilePattern(pattern)
  if ("fault" in compiled) throw new Error(`${pattern} ${compiled.fault}`)
  return compiled.test(text)
}

const patterns = [
  "^[a-z0-9]+(-[a-z0-9]+)*$",
  "^\\d{3}-\\d{4}$",
  "abc",
  "^a|b$",
  "a{2,3}",
  "^(?:foo|bar)+$",
  "^$",
  "",
  "a??b",
  "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$",
  "\\bword\\b",
  "\\Bx",
  "^[\\w.-]+$",
  "^.{0,5}$",
  "[]a]?b",
  "[^]c]",
  "^[\\]\\-a]+$",
  "x*",
  "(a|ab)(c|bcd)(d*)",
  "\\u0061\\x62",
  "^\\+?[1-9]\\d{1,14}$",
  "a{,2}",
  "^[A-Z]{2}\\d{2}[ ]?(\\d{4} ?){3}$",
  "^[+-]?\\d+$",
  "[a-]",
  "é+"
]
const texts = [
  "",
  "a",
  "ab",
  "abc",
  "abcd",
  "aab",
  "aaa",
  "b",
  "a-b-c",
  "a--b",
  "123-4567",
  "foobarfoo",
  "foob",
  "x@y.io",
  "x@y",
  "a word here",
  "awordb",
  "xx",
  "]-a",
  "a.b-c_d",
  "hello",
  "hello!",
  "+4915112345",
  "DE89 3704 0044 0532",
  "-12",
  "é",
  "\n",
  "a\nb",
  "a{,2}",
  "]b",
  "c"
]

test("patterns mean what JavaScript means by them", () => {
  for (const pattern of patterns) {
    for (const text of texts)
      expect([pattern, text, matches(pattern, text)]).toEqual([pattern, text, new RegExp(pattern, "u".repeat(Number(isUnicode(pattern)))).test(text)])
  }
})

/** `{,2}` is only text without the flag. */
const isUnicode = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, "u").source !== ""
  } catch {
    return false
  }
}

const atom = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "\\d", "\\w", "1", "(?:a|b1)", "(ab)", "^", "$", "\\b")
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,}")
const piece = fc.tuple(atom, quantifier).map(([what, how]) => (/^[\^$]$|^\\b$/.test(what) ? what : what + how))
const branch = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""))
const pattern = fc.array(branch, { minLength: 1, maxLength: 3 }).map((branches) => branches.join("|"))
const text = fc.array(fc.constantFrom("a", "b", "1", " ", "-"), { maxLength: 8 }).map((letters) => letters.join(""))

test("random patterns match random texts exactly when JavaScript's do", () => {
  fc.assert(
    fc.property(pattern, text, (source, value) => {
      expect(matches(source, value)).toBe(new RegExp(source).test(value))
    }),
    { numRuns: 3000 }
  )
})

test.each(["^(a+)+$", "^(a|aa)+$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*(.*)*(.*)*b"])(
  "%s, which hangs a backtracking engine, is answered",
  (source) => {
    expect(matches(source, `${"a".repeat(5000)}!`)).toBe(false)
  }
)

test.each([
  ["(?=a)b", "look-around"],
  ["(?<name>a)", "named group"],
  ["\\1", "not supported"],
  ["\\p{L}", "not supported"],
  ["(a", "its )"],
  ["a)", "its ("],
  ["[a", "its ]"],
  ["*a", "nothing to repeat"],
  ["a**", "two quantifiers"],
  ["a{3,1}", "out of order"],
  ["[z-a]", "out of order"],
  ["a\\", "backslash"],
  ["\\u12", "digits"],
  ["(a{1000}){1000}", "too large"],
  ["^*", "anchor"],
  ["a".repeat(1001), "longer"]
])("%s is refused with the reason", (source, reason) => {
  const compiled = compilePattern(source)
  expect("fault" in compiled ? compiled.fault : "compiled").toContain(reason)
})

test("how much text a pattern can be tried on shrinks with the pattern", () => {
  const small = compilePattern("a+")
  const large = compilePattern("[a-z]{1,1000}")
  if ("fault" in small || "fault" in large) throw new Error("did not compile")
  expect(small.longestText).toBeGreaterThan(1_000_000)
  expect(large.longestText).toBeLessThan(10_000)
})

test.each(["(((){99}){99}){99}", "((|){99}){99}", "(((?:){9999}){9999}){9999}", "((((){2,99}){2,99}){2,99}){2,99}"])(
  "%s, which repeats nothing over and over, is refused",
  (source) => {
    expect(compilePattern(source)).toEqual({ fault: "is too large" })
  }
)

test.each([
  ["a class of many characters", `[${Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + 2 * index)).join("")}]`, 400],
  ["many alternatives", `(?:${"|".repeat(400)})x`, 400]
])("the more %s asks of every character, the shorter is the longest text", (_, source, questions) => {
  const compiled = compilePattern(source)
  if ("fault" in compiled) throw new Error(compiled.fault)
  expect(compiled.longestText * questions).toBeLessThanOrEqual(10_000_000)
  expect(compiled.test("y")).toBe(false)
})
