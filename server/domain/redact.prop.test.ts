import { expect, test } from "vitest"
import { credentials } from "../../test/fixtures/credentials"
import { fc } from "../../test/fixtures/properties"
import { redact, redactText } from "./redact"

test.each([
  ["one long word", "a".repeat(8 << 20)],
  ["telling words", "the token of a key is password ".repeat(270_000)],
  ["open quotes", 'key:"'.repeat(1_600_000)],
  ["backslashes", '\\\\\\\\"'.repeat(1_600_000)],
  ["key heads without ends", "-----BEGIN PRIVATE KEY-----".repeat(300_000)],
  ["quoted key heads", '"-----BEGIN PRIVATE KEY-----"'.repeat(280_000)],
  ["whole keys", "-----BEGIN PRIVATE KEY-----abc-----END PRIVATE KEY-----".repeat(150_000)],
  ["URL heads", "https://".repeat(1_000_000)],
  ["base64", "aGVsbG8gd29ybGQ".repeat(550_000)],
  ["JWT heads", "eyJ".repeat(2_700_000)],
  ["JWT heads with dashes", "-eyJ".repeat(2_000_000)],
  ["words of a mail provider's key", "SG.aaaaaaaaaaaaaaaaaaaa".repeat(350_000)],
  ["open header lines", `${"authorization:x ".repeat(500_000)}[redacted]`],
  ["clean header lines", "authorization: [redacted] ".repeat(300_000)],
  ["clean values", "pass=[redacted]".repeat(500_000)],
  ["values in values", `${"pass=".repeat(1_600_000)}[redacted]`],
  ["gaps in values", `${"key:+".repeat(1_600_000)} a`],
  ["names", "pass_".repeat(1_600_000)],
  ["bearers", "bearer ".repeat(1_100_000)]
])("eight megabytes of %s come to an end", (_, text) => {
  expect(redactText(text).length).toBeGreaterThan(0)
})

const snippet = fc.oneof(
  fc.string(),
  fc.constantFrom(...credentials.map(([, secret]) => secret)),
  fc.constantFrom(
    "password=",
    "token: ",
    '"secret":"',
    '\\"apiKey\\":\\"',
    "Bearer ",
    "[redacted]",
    "{",
    "}",
    '"',
    "\\",
    "%22",
    "%3D",
    "://a:b@",
    "&",
    "\n",
    "eyJ",
    "="
  )
)
const messy = fc.array(snippet, { maxLength: 8 }).map((parts) => parts.join(""))
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    messy,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    messy.map((text) => JSON.stringify({ password: text })),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(messy, fc.constantFrom("password", "value", "name", "properties", "token", "type", "default")), tie("value"), { maxKeys: 4 })
  )
})).value

test("doing it twice changes nothing", () => {
  fc.assert(
    fc.property(tree, (value) => {
      const once = redact(JSON.parse(JSON.stringify(value)))
      expect(redact(once)).toEqual(once)
    }),
    { numRuns: 1000 }
  )
})

test("a password survives nowhere in any tree", () => {
  fc.assert(
    fc.property(tree, fc.constantFrom("password", "client_secret", "Authorization", "apiKey"), (value, name) => {
      const planted = JSON.parse(
        JSON.stringify({ before: value, deep: [[{ [name]: "correct-horse-battery-9" }]], text: JSON.stringify({ a: { [name]: "correct-horse-battery-9" } }) })
      )
      expect(JSON.stringify(redact(planted))).not.toContain("correct-horse")
    })
  )
})
