import { expect, test } from "vitest"
import { parseFormSchema, validateContent } from "./form-schema"
import { redactForm } from "./redact-form"

const secret = "ghp_Canary0123456789abcdefghijABCDEFGHIJ"
const form = {
  type: "object",
  title: `For ${secret}`,
  "x-note": { token: "abcdefgh" },
  properties: {
    note: { type: "string", title: secret, description: `Bearer ${secret}`, default: secret, pattern: "^\\w+$", minLength: 2 },
    password: { type: "string", description: "Yours", default: "plain words" },
    title: { type: "string", default: "Mr" },
    size: { type: "string", enum: [secret, "b"], enumNames: [secret, "B"], default: "b" },
    kind: { oneOf: [{ const: "a", title: `A ${secret}` }], default: "a" },
    many: { type: "array", items: { anyOf: [{ const: secret, title: secret }] }, default: [secret] },
    count: { type: "integer", default: 3, minimum: 1 }
  },
  required: ["note"]
}

test("what a form says in words is redacted, a default that is a secret is none, and what answers are checked by stays", () => {
  expect(redactForm(form)).toEqual({
    type: "object",
    title: "For [redacted]",
    "x-note": { token: "[redacted]" },
    properties: {
      note: { type: "string", title: "[redacted]", description: "Bearer [redacted]", pattern: "^\\w+$", minLength: 2 },
      password: { type: "string", description: "Yours" },
      title: { type: "string", default: "Mr" },
      size: { type: "string", enum: [secret, "b"], enumNames: ["[redacted]", "B"], default: "b" },
      kind: { oneOf: [{ const: "a", title: "A [redacted]" }], default: "a" },
      many: { type: "array", items: { anyOf: [{ const: secret, title: "[redacted]" }] } },
      count: { type: "integer", default: 3, minimum: 1 }
    },
    required: ["note"]
  })
})

test("it takes the answers that it took", () => {
  const shown = redactForm(form)
  expect("fields" in parseFormSchema(shown)).toBe(true)
  for (const content of [{ note: "a1", size: secret, many: [secret], count: 1 }, { note: "A" }, { size: "b" }, { note: "a!", count: 0 }])
    expect(validateContent(shown, content)).toEqual(validateContent(form, content))
})

test("a form without secrets is left as it is, and doing it twice changes nothing", () => {
  const plain = { type: "object", properties: { database: { type: "string", title: "Database", enum: ["a"], default: "a" }, urgent: { type: "boolean" } } }
  expect(redactForm(plain)).toEqual(plain)
  expect(redactForm(redactForm(form))).toEqual(redactForm(form))
})
