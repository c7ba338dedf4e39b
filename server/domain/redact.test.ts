import fc from "fast-check"
import { expect, test } from "vitest"
import { redact, redactText } from "./redact"

/** Each is recognised by its look alone, under whatever name and in whatever sentence it stands. */
const credentials: ReadonlyArray<readonly [string, string]> = [
  ["a GitHub token", "ghp_9fK2mQ7xT4vB8nW1zR5yL3cD6hJ0pS2aE7uG"],
  ["a fine-grained GitHub token", "github_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ0123456789abcdefghij"],
  ["a GitLab token", "glpat-xYz1234567890AbCdEfG"],
  ["a Slack bot token", "xoxb-123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"],
  ["a Slack app token", "xapp-1-A012BCD3EFG-1234567890123-abcdef0123456789"],
  ["a Slack webhook", "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"],
  ["an AWS access key id", "AKIAIOSFODNN7EXAMPLE"],
  ["a Stripe key", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"],
  ["a webhook secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  ["an API key of a model provider", "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"],
  ["a Google API key", "AIzaSyA1234567890abcdefghijklmnopqrstuvw"],
  ["a Google access token", "ya29.a0AfH6SMBx1234567890abcdef"],
  ["an npm token", "npm_abcdefghijklmnopqrstuvwxyz0123456789"],
  ["a JSON Web Token", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAtLZ1mQ9xT4vB8nW1zR5yL3cD6hJ0pS2aE7uG\n-----END RSA PRIVATE KEY-----"],
  ["an OpenSSH key", "-----BEGIN OPENSSH PRIVATE KEY-----\r\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\r\n-----END OPENSSH PRIVATE KEY-----"]
]

/** The part that must not be seen anywhere: enough of it to be of use to a thief. */
const core = (secret: string): string => secret.replace(/-----[^-]+-----/g, "").replace(/^https:\/\/[^/]+\/services\//, "").trim().slice(4, 24)
const base64 = (text: string): string => btoa(text)
const inJson = (text: string): string => JSON.stringify(JSON.stringify({ deeper: JSON.stringify({ note: text }) }))

const ways: ReadonlyArray<readonly [string, (secret: string) => string, (core: string) => ReadonlyArray<string>]> = [
  ["alone", (secret) => secret, (part) => [part]],
  ["within a sentence", (secret) => `use ${secret}, it works`, (part) => [part]],
  ["JSON inside JSON", inJson, (part) => [part]],
  ["base64", base64, (part) => [part, base64(part).slice(2, -4)]],
  ["base64 within a sentence", (secret) => `value ${base64(secret)} sent`, (part) => [part, base64(part).slice(2, -4)]],
  ["URL-escaped", (secret) => `?q=${encodeURIComponent(secret)}&x=1`, (part) => [part, encodeURIComponent(part)]],
  ["URL-escaped JSON", (secret) => encodeURIComponent(JSON.stringify({ note: secret })), (part) => [part, encodeURIComponent(part)]],
  ["after an escaped line end", (secret) => `log: {\\"note\\":\\"first\\\\n${secret}\\" and`, (part) => [part]],
  ["as a key", (secret) => secret, (part) => [part]]
]

for (const [what, secret] of credentials) {
  test.each(ways)(`${what} is not seen: %s`, (way, write, forbidden) => {
    const text = write(secret)
    const shown = way === "as a key" ? JSON.stringify(redact({ a: [{ [text]: 1 }] })) : JSON.stringify(redact({ a: [{ note: text }, text] }))
    for (const part of forbidden(core(secret))) expect(shown).not.toContain(part)
    expect(shown).toContain("[redacted]")
  })
}

test("a base64 text that is wrapped at 76 columns is looked into as a whole", () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo".repeat(8)}\n-----END PRIVATE KEY-----`
  const wrapped = base64(key).replace(/(.{76})/g, "$1\n")
  expect(redactText(`config:\n${wrapped}\nend`)).toBe("config:\n[redacted]\nend")
})

test.each([
  "password", "Password", "db_password", "userPassword", "passwd", "pwd", "passphrase", "secret", "clientSecret", "client-secret", "SIGNING_SECRET", "token", "accessToken", "refresh_token", "id-token", "csrfToken", "X-Auth-Token",
  "apiKey", "api_key", "API-KEY", "apikey", "X-Api-Key", "accessKey", "AWS_SECRET_ACCESS_KEY", "privateKey", "encryption_key", "authorization", "Authorization", "Proxy-Authorization", "cookie", "Set-Cookie", "credentials", "bearer", "jwt", "connectionString",
  "pin", "otp", "cvv", "passwordHash"
])("the value under %s is replaced at every depth", (name) => {
  expect(redact({ a: [{ [name]: "hunter2" }] })).toEqual({ a: [{ [name]: "[redacted]" }] })
})

test.each([
  "passwordUpdatedAt", "tokenExpiresAt", "token_type", "secretName", "apiKeyId", "credentialId", "passwordPolicy", "nextPageToken", "pageToken", "next_token", "tokenizer", "secretary", "author", "key", "id", "monkey", "keyboard", "issueKey", "compass", "spinning", "authorName"
])("the value under %s is shown", (name) => {
  expect(redact({ a: [{ [name]: "plain words" }] })).toEqual({ a: [{ [name]: "plain words" }] })
})

test("everything under a telling name is replaced, the structure and what says yes, no or nothing is kept", () => {
  expect(redact({ credentials: { user: "ann", codes: [123, "x"], enabled: true, note: null, empty: "" } }))
    .toEqual({ credentials: { user: "[redacted]", codes: ["[redacted]", "[redacted]"], enabled: true, note: null, empty: "" } })
})

test("numbers called tokens are counts", () => {
  const usage = { usage: { tokens: 17, inputTokens: 5, maxTokens: 100, totalTokens: 22 } }
  expect(redact(usage)).toEqual(usage)
  expect(redact({ token: 123456 })).toEqual({ token: "[redacted]" })
})

test("a name and its value in two entries are one secret", () => {
  expect(redact({ headers: [{ name: "Authorization", value: "Zm9v" }, { key: "x-api-key", value: "abc" }, { name: "Accept", value: "text/plain" }] }))
    .toEqual({ headers: [{ name: "Authorization", value: "[redacted]" }, { key: "x-api-key", value: "[redacted]" }, { name: "Accept", value: "text/plain" }] })
})

test("the schema of a password field is shown, its default is not", () => {
  const schema = { type: "object", properties: { password: { type: "string", minLength: 8, title: "Password" }, token: { type: "string", default: "abc", examples: ["def"] } } }
  expect(redact(schema)).toEqual({ ...schema, properties: { ...schema.properties, token: { type: "string", default: "[redacted]", examples: ["[redacted]"] } } })
  expect(redact({ properties: { password: { value: "hunter2" } } })).toEqual({ properties: { password: { value: "[redacted]" } } })
})

test.each([
  ["a query string", "GET /x?user=ann&password=hunter2&page=2", "GET /x?user=ann&password=[redacted]&page=2"],
  ["a URL-escaped query string", "redirect=%2Fx%3Fpassword%3Dhunter2%26page%3D2", "redirect=%2Fx%3Fpassword%3D[redacted]%26page%3D2"],
  ["URL-escaped JSON", "%7B%22password%22%3A%22hunter2%22%2C%22a%22%3A1%7D", "%7B%22password%22%3A%22[redacted]%22%2C%22a%22%3A1%7D"],
  ["an environment line", "DB_PASSWORD=hunter2\nPORT=3000", "DB_PASSWORD=[redacted]\nPORT=3000"],
  ["a quoted environment line", "SECRET='two words'\nPORT=3000", "SECRET='[redacted]'\nPORT=3000"],
  ["a YAML line", "password: hunter2\nport: 3000", "password: [redacted]\nport: 3000"],
  ["a header line", "Authorization: Token abc def\r\nAccept: */*", "Authorization: [redacted]\r\nAccept: */*"],
  ["a cookie line", "Cookie: sid=abc; theme=dark\nHost: x", "Cookie: [redacted]\nHost: x"],
  ["a bearer in a command", "curl -H 'X: 1' -H \"Authorization: Bearer abc.def-1\"", "curl -H 'X: 1' -H \"Authorization: Bearer [redacted]\""],
  ["basic credentials", "sent Basic dXNlcjpwYXNzd29yZA== to host", "sent Basic [redacted] to host"],
  ["a database address", "postgresql://ann:hun:ter2@db.example:5432/x", "postgresql://ann:[redacted]@db.example:5432/x"],
  ["JSON within text", "got {\"password\": \"hunter2\", \"a\": 1} back", "got {\"password\": \"[redacted]\", \"a\": 1} back"],
  ["JSON with an escaped quote", "got {\"password\": \"hun\\\"ter2\", \"a\": 1} back", "got {\"password\": \"[redacted]\", \"a\": 1} back"],
  ["escaped JSON within text", "got {\\\"password\\\":\\\"hunter2\\\",\\\"a\\\":1} back", "got {\\\"password\\\":\\\"[redacted]\\\",\\\"a\\\":1} back"],
  ["twice escaped JSON within text", "got \\\\\\\"password\\\\\\\":\\\\\\\"hunter2\\\\\\\" back", "got \\\\\\\"password\\\\\\\":\\\\\\\"[redacted]\\\\\\\" back"],
  ["a short name behind an escape", "%7B%22pin%22%3A1234%7D and {\\n\\npin=1234 }", "%7B%22pin%22%3A[redacted]%7D and {\\n\\npin=[redacted] }"],
  ["a JavaScript object", "{ apiKey: 'abc123', retries: 3 }", "{ apiKey: '[redacted]', retries: 3 }"]
])("%s keeps all but its secret", (_, text, shown) => {
  expect(redactText(text)).toBe(shown)
  expect(redactText(shown)).toBe(shown)
})

test.each([
  "bad token: it has expired", "The password is required", "Basic auth is used here", "a bearer of good news", "https://example.com/path?page=2&sort=asc", "max_tokens: 4096", "nextPageToken=abc", "tokenExpiresAt: 2026-01-31",
  "key: value", "author: Ann", "0 passed, 1 failed", "see https://example.com:8080/a@b", "2f1c9d1e-7b6a-4c5d-8e9f-0a1b2c3d4e5f", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
])("%s is shown as it is", (text) => {
  expect(redactText(text)).toBe(text)
})

test("JSON in a string that holds no secret keeps its text to the letter", () => {
  const text = "{ \"a\" : 1.0,\n  \"b\":[ ] }"
  expect(redact({ body: text })).toEqual({ body: text })
})

test("a picture in base64 is left alone", () => {
  const bytes = Array.from({ length: 3000 }, (_, index) => String.fromCharCode((index * 37 + (index >> 3)) % 256)).join("")
  expect(redactText(base64(bytes))).toBe(base64(bytes))
})

test("two secrets as keys stay two entries", () => {
  const [one = "", two = ""] = ["ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "ghp_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"]
  expect(redact({ [one]: 1, [two]: 2 })).toEqual({ "[redacted]": 1, "[redacted] 2": 2 })
})

test("a key called __proto__ stays a plain key", () => {
  const clean = redact(JSON.parse("{\"__proto__\":{\"password\":\"hunter2\"},\"password\":\"hunter2\"}"))
  expect(JSON.stringify(clean)).toBe("{\"__proto__\":{\"password\":\"[redacted]\"},\"password\":\"[redacted]\"}")
})

test("a value nested a hundred thousand levels deep is cut, not followed", () => {
  let value: Parameters<typeof redact>[0] = "hunter2"
  for (let level = 0; level < 100_000; level++) value = { password: value }
  const text = JSON.stringify(redact(value))
  expect(text).toContain("nested too deeply")
  expect(text).not.toContain("hunter2")
  expect(redactText("[".repeat(100_000) + "]".repeat(100_000))).toContain("nested too deeply")
})

test.each([
  ["one long word", "a".repeat(8 << 20)], ["telling words", "the token of a key is password ".repeat(270_000)], ["open quotes", "key:\"".repeat(1_600_000)], ["backslashes", "\\\\\\\\\"".repeat(1_600_000)],
  ["key heads without ends", "-----BEGIN PRIVATE KEY-----".repeat(300_000)], ["quoted key heads", "\"-----BEGIN PRIVATE KEY-----\"".repeat(280_000)], ["whole keys", "-----BEGIN PRIVATE KEY-----abc-----END PRIVATE KEY-----".repeat(150_000)], ["URL heads", "https://".repeat(1_000_000)], ["base64", "aGVsbG8gd29ybGQ".repeat(550_000)], ["JWT heads", "eyJ".repeat(2_700_000)], ["JWT heads with dashes", "-eyJ".repeat(2_000_000)], ["words of a mail provider's key", "SG.aaaaaaaaaaaaaaaaaaaa".repeat(350_000)], ["open header lines", `${"authorization:x ".repeat(500_000)}[redacted]`], ["clean header lines", "authorization: [redacted] ".repeat(300_000)], ["clean values", "pass=[redacted]".repeat(500_000)],
  ["values in values", `${"pass=".repeat(1_600_000)}[redacted]`], ["gaps in values", `${"key:+".repeat(1_600_000)} a`], ["names", "pass_".repeat(1_600_000)], ["bearers", "bearer ".repeat(1_100_000)]
])("eight megabytes of %s come to an end", (_, text) => {
  expect(redactText(text).length).toBeGreaterThan(0)
})

test("a value without secrets is given back as it came, not copied", () => {
  const value = { list: [{ a: 1, b: ["x"] }], text: "plain" }
  expect(redact(value)).toBe(value)
})

const snippet = fc.oneof(
  fc.string(), fc.constantFrom(...credentials.map(([, secret]) => secret)), fc.constantFrom("password=", "token: ", "\"secret\":\"", "\\\"apiKey\\\":\\\"", "Bearer ", "[redacted]", "{", "}", "\"", "\\", "%22", "%3D", "://a:b@", "&", "\n", "eyJ", "=")
)
const messy = fc.array(snippet, { maxLength: 8 }).map((parts) => parts.join(""))
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, messy, fc.integer(), fc.boolean(), fc.constant(null), messy.map((text) => JSON.stringify({ password: text })), fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(messy, fc.constantFrom("password", "value", "name", "properties", "token", "type", "default")), tie("value"), { maxKeys: 4 }))
})).value

test("doing it twice changes nothing", () => {
  fc.assert(fc.property(tree, (value) => {
    const once = redact(JSON.parse(JSON.stringify(value)))
    expect(redact(once)).toEqual(once)
  }), { numRuns: 1000 })
})

test("a password survives nowhere in any tree", () => {
  fc.assert(fc.property(tree, fc.constantFrom("password", "client_secret", "Authorization", "apiKey"), (value, name) => {
    const planted = JSON.parse(JSON.stringify({ before: value, deep: [[{ [name]: "correct-horse-battery-9" }]], text: JSON.stringify({ a: { [name]: "correct-horse-battery-9" } }) }))
    expect(JSON.stringify(redact(planted))).not.toContain("correct-horse")
  }))
})
