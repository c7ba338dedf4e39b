import { expect, test } from "vitest"
import { redact, redactText } from "./redact"

test.each([
  "password",
  "Password",
  "db_password",
  "userPassword",
  "passwd",
  "pwd",
  "passphrase",
  "secret",
  "clientSecret",
  "client-secret",
  "SIGNING_SECRET",
  "token",
  "accessToken",
  "refresh_token",
  "id-token",
  "csrfToken",
  "X-Auth-Token",
  "apiKey",
  "api_key",
  "API-KEY",
  "apikey",
  "X-Api-Key",
  "accessKey",
  "AWS_SECRET_ACCESS_KEY",
  "privateKey",
  "encryption_key",
  "authorization",
  "Authorization",
  "Proxy-Authorization",
  "cookie",
  "Set-Cookie",
  "credentials",
  "bearer",
  "jwt",
  "connectionString",
  "pin",
  "otp",
  "cvv",
  "passwordHash"
])("the value under %s is replaced at every depth", (name) => {
  expect(redact({ a: [{ [name]: "hunter2" }] })).toEqual({ a: [{ [name]: "[redacted]" }] })
})

test.each([
  "passwordUpdatedAt",
  "tokenExpiresAt",
  "token_type",
  "secretName",
  "apiKeyId",
  "credentialId",
  "passwordPolicy",
  "nextPageToken",
  "pageToken",
  "next_token",
  "tokenizer",
  "secretary",
  "author",
  "key",
  "id",
  "monkey",
  "keyboard",
  "issueKey",
  "compass",
  "spinning",
  "authorName"
])("the value under %s is shown", (name) => {
  expect(redact({ a: [{ [name]: "plain words" }] })).toEqual({ a: [{ [name]: "plain words" }] })
})

test("everything under a telling name is replaced, the structure and what says yes, no or nothing is kept", () => {
  expect(redact({ credentials: { user: "ann", codes: [123, "x"], enabled: true, note: null, empty: "" } })).toEqual({
    credentials: { user: "[redacted]", codes: ["[redacted]", "[redacted]"], enabled: true, note: null, empty: "" }
  })
})

test("numbers called tokens are counts", () => {
  const usage = { usage: { tokens: 17, inputTokens: 5, maxTokens: 100, totalTokens: 22 } }
  expect(redact(usage)).toEqual(usage)
  expect(redact({ token: 123456 })).toEqual({ token: "[redacted]" })
})

test("a name and its value in two entries are one secret", () => {
  expect(
    redact({
      headers: [
        { name: "Authorization", value: "Zm9v" },
        { key: "x-api-key", value: "abc" },
        { name: "Accept", value: "text/plain" }
      ]
    })
  ).toEqual({
    headers: [
      { name: "Authorization", value: "[redacted]" },
      { key: "x-api-key", value: "[redacted]" },
      { name: "Accept", value: "text/plain" }
    ]
  })
})

test("the schema of a password field is shown, its default is not", () => {
  const schema = {
    type: "object",
    properties: { password: { type: "string", minLength: 8, title: "Password" }, token: { type: "string", default: "abc", examples: ["def"] } }
  }
  expect(redact(schema)).toEqual({
    ...schema,
    properties: { ...schema.properties, token: { type: "string", default: "[redacted]", examples: ["[redacted]"] } }
  })
  expect(redact({ properties: { password: { value: "hunter2" } } })).toEqual({ properties: { password: { value: "[redacted]" } } })
})

test("JSON in a string that holds no secret keeps its text to the letter", () => {
  const text = '{ "a" : 1.0,\n  "b":[ ] }'
  expect(redact({ body: text })).toEqual({ body: text })
})

test("two secrets as keys stay two entries", () => {
  const [one = "", two = ""] = ["ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "ghp_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"]
  expect(redact({ [one]: 1, [two]: 2 })).toEqual({ "[redacted]": 1, "[redacted] 2": 2 })
})

test("a key called __proto__ stays a plain key", () => {
  const clean = redact(JSON.parse('{"__proto__":{"password":"hunter2"},"password":"hunter2"}'))
  expect(JSON.stringify(clean)).toBe('{"__proto__":{"password":"[redacted]"},"password":"[redacted]"}')
})

test("a value nested a hundred thousand levels deep is cut, not followed", () => {
  let value: Parameters<typeof redact>[0] = "hunter2"
  for (let level = 0; level < 100_000; level++) value = { password: value }
  const text = JSON.stringify(redact(value))
  expect(text).toContain("nested too deeply")
  expect(text).not.toContain("hunter2")
  expect(redactText("[".repeat(100_000) + "]".repeat(100_000))).toContain("nested too deeply")
})

test("a value without secrets is given back as it came, not copied", () => {
  const value = { list: [{ a: 1, b: ["x"] }], text: "plain" }
  expect(redact(value)).toBe(value)
})
