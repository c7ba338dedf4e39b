import { expect, test } from "vitest"
import { core, credentials } from "../../test/fixtures/credentials"
import { redact, redactText } from "./redact"

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
  ["JSON within text", 'got {"password": "hunter2", "a": 1} back', 'got {"password": "[redacted]", "a": 1} back'],
  ["JSON with an escaped quote", 'got {"password": "hun\\"ter2", "a": 1} back', 'got {"password": "[redacted]", "a": 1} back'],
  ["escaped JSON within text", 'got {\\"password\\":\\"hunter2\\",\\"a\\":1} back', 'got {\\"password\\":\\"[redacted]\\",\\"a\\":1} back'],
  ["twice escaped JSON within text", 'got \\\\\\"password\\\\\\":\\\\\\"hunter2\\\\\\" back', 'got \\\\\\"password\\\\\\":\\\\\\"[redacted]\\\\\\" back'],
  ["a short name behind an escape", "%7B%22pin%22%3A1234%7D and {\\n\\npin=1234 }", "%7B%22pin%22%3A[redacted]%7D and {\\n\\npin=[redacted] }"],
  ["a JavaScript object", "{ apiKey: 'abc123', retries: 3 }", "{ apiKey: '[redacted]', retries: 3 }"]
])("%s keeps all but its secret", (_, text, shown) => {
  expect(redactText(text)).toBe(shown)
  expect(redactText(shown)).toBe(shown)
})

test.each([
  "bad token: it has expired",
  "The password is required",
  "Basic auth is used here",
  "a bearer of good news",
  "https://example.com/path?page=2&sort=asc",
  "max_tokens: 4096",
  "nextPageToken=abc",
  "tokenExpiresAt: 2026-01-31",
  "key: value",
  "author: Ann",
  "0 passed, 1 failed",
  "see https://example.com:8080/a@b",
  "2f1c9d1e-7b6a-4c5d-8e9f-0a1b2c3d4e5f",
  "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
])("%s is shown as it is", (text) => {
  expect(redactText(text)).toBe(text)
})

test("a picture in base64 is left alone", () => {
  const bytes = Array.from({ length: 3000 }, (_, index) => String.fromCharCode((index * 37 + (index >> 3)) % 256)).join("")
  expect(redactText(base64(bytes))).toBe(base64(bytes))
})
