import { describe, expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { type FormField, parseFormSchema, validateContent } from "./form-schema"

const formOf = (property: unknown, required = true) => ({ type: "object", properties: { x: property }, required: required ? ["x"] : [] })
const fieldOf = (property: unknown): FormField => {
  const form = parseFormSchema(formOf(property))
  if ("issues" in form || form.fields[0] === undefined) throw new Error(JSON.stringify(form))
  return form.fields[0]
}
const faultOf = (property: unknown, value: unknown): string | null => {
  const checked = validateContent(formOf(property), { x: value })
  return "issues" in checked ? checked.issues.map(({ path, message }) => `${path} ${message}`).join("; ") : null
}

const size = { type: "string", enum: ["s", "m", "l"], enumNames: ["Small", "Medium", "Large"] }
const colours = { type: "array", items: { type: "string", enum: ["red", "green", "blue"] }, minItems: 1, maxItems: 2 }

describe("an answer that fits is taken", () => {
  test.each<[string, unknown, unknown]>([
    ["any text", { type: "string" }, ""],
    ["text of the least length", { type: "string", minLength: 2 }, "ab"],
    ["text of the greatest length", { type: "string", maxLength: 2 }, "ab"],
    ["text whose characters are counted, not its UTF-16 units", { type: "string", maxLength: 2 }, "👍👍"],
    ["an email address", { type: "string", format: "email" }, "ann.keller+signal@mail.example.com"],
    ["an address", { type: "string", format: "uri" }, "https://example.com/a?b=c#d"],
    ["an address by number", { type: "string", format: "uri" }, "http://ann:x@[::1]:8080//a%20b?c%5B%5D=1#d/?"],
    ["a name", { type: "string", format: "uri" }, "urn:isbn:0451450523"],
    ["an email address in one's own network", { type: "string", format: "email" }, "root@localhost"],
    ["an address that is no URL", { type: "string", format: "uri" }, "mailto:ann@example.com"],
    ["a date", { type: "string", format: "date" }, "2028-02-29"],
    ["a time in UTC", { type: "string", format: "date-time" }, "2026-01-31T08:00:00Z"],
    ["a time with a zone", { type: "string", format: "date-time" }, "2026-01-31T08:00:00.123+05:30"],
    ["text that matches its pattern", { type: "string", pattern: "^[A-Z]{3}-\\d+$" }, "ABC-12"],
    ["a number", { type: "number" }, -1.5],
    ["a number at its bounds", { type: "number", minimum: 1, maximum: 1 }, 1],
    ["a number inside open bounds", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ["a whole number", { type: "integer" }, 3],
    ["true", { type: "boolean" }, true],
    ["false", { type: "boolean" }, false],
    ["a choice", size, "m"],
    ["a titled choice", { oneOf: [{ const: "a", title: "A" }] }, "a"],
    ["several choices", colours, ["red", "blue"]],
    [
      "several titled choices",
      {
        type: "array",
        items: {
          anyOf: [
            { const: "a", title: "A" },
            { const: "b", title: "B" }
          ]
        }
      },
      ["b"]
    ],
    ["no choice where none is needed", { type: "array", items: { enum: ["a"] } }, []]
  ])("%s", (_, property, value) => {
    expect(validateContent(formOf(property), { x: value })).toEqual({ content: { x: value } })
  })
})

describe("an answer that does not fit is refused with the reason", () => {
  test.each<[string, unknown, unknown, string]>([
    ["a number as text", { type: "string" }, 1, "x must be text"],
    ["null as text", { type: "string" }, null, "x must be text"],
    ["text that is too short", { type: "string", minLength: 2 }, "a", "x must have at least 2 characters"],
    ["text that is too long", { type: "string", maxLength: 1 }, "ab", "x must have at most 1 character"],
    ["no email address", { type: "string", format: "email" }, "ann@", "x must be an email address"],
    ["an email address with a space", { type: "string", format: "email" }, "an n@example.com", "x must be an email address"],
    ["an email address with two dots", { type: "string", format: "email" }, "ann@example..com", "x must be an email address"],
    ["no address", { type: "string", format: "uri" }, "example.com/a", "x must be a full address such as https://example.com"],
    ["an email address at what is no host", { type: "string", format: "email" }, "/@#", "x must be an email address"],
    ["an address with half an escape", { type: "string", format: "uri" }, "https://example.com/%2", "x must be a full address such as https://example.com"],
    ["an address with two fragments", { type: "string", format: "uri" }, "https://example.com/#a#b", "x must be a full address such as https://example.com"],
    ["an address with a space", { type: "string", format: "uri" }, "https://example.com/a b", "x must be a full address such as https://example.com"],
    ["a day that is not in the calendar", { type: "string", format: "date" }, "2026-02-29", "x must be a date such as 2026-01-31"],
    ["a date in another order", { type: "string", format: "date" }, "31.01.2026", "x must be a date such as 2026-01-31"],
    ["a time without a zone", { type: "string", format: "date-time" }, "2026-01-31T08:00:00", "x must be a time with its zone such as 2026-01-31T08:00:00Z"],
    ["a time of hour 24", { type: "string", format: "date-time" }, "2026-01-31T24:00:00Z", "x must be a time with its zone such as 2026-01-31T08:00:00Z"],
    ["text that does not match its pattern", { type: "string", pattern: "^\\d+$" }, "12a", "x must match the pattern ^\\d+$"],
    ["text as number", { type: "number" }, "1", "x must be a number"],
    ["infinity", { type: "number" }, Number.POSITIVE_INFINITY, "x must be a number"],
    ["a number below its bound", { type: "number", minimum: 1 }, 0.9, "x must be at least 1"],
    ["a number above its bound", { type: "number", maximum: 1 }, 1.1, "x must be at most 1"],
    ["a number on an open lower bound", { type: "number", exclusiveMinimum: 0 }, 0, "x must be more than 0"],
    ["a number on an open upper bound", { type: "number", exclusiveMaximum: 0 }, 0, "x must be less than 0"],
    ["half a whole number", { type: "integer" }, 0.5, "x must be a whole number"],
    ["a word as boolean", { type: "boolean" }, "true", "x must be true or false"],
    ["a choice that is not offered", size, "xl", "x must be one of s, m, l"],
    ["a title in place of its value", size, "Small", "x must be one of s, m, l"],
    ["one choice where a list is meant", colours, "red", "x must be a list of choices"],
    ["a choice of several that is not offered", colours, ["pink"], "x must be chosen from red, green, blue"],
    ["the same choice twice", colours, ["red", "red"], "x must not name a choice twice"],
    ["too few choices", colours, [], "x needs at least 1 choice"],
    ["too many choices", colours, ["red", "green", "blue"], "x takes at most 2 choices"],
    ["an object", { type: "string" }, {}, "x must be text"]
  ])("%s", (_, property, value, fault) => {
    expect(faultOf(property, value)).toBe(fault)
  })

  test("every fault is named at once", () => {
    const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "integer" }, c: { type: "boolean" } }, required: ["a", "b"] }
    expect(validateContent(schema, { b: "x", c: 1 })).toEqual({
      issues: [
        { path: "a", message: "is required" },
        { path: "b", message: "must be a whole number" },
        { path: "c", message: "must be true or false" }
      ]
    })
  })

  test.each([["text"], [null], [[]], [undefined], [1]])("%s is no content", (content) => {
    expect(validateContent(formOf({ type: "string" }), content)).toEqual({ issues: [{ path: "", message: "must be an object with one entry per field" }] })
  })
})

test("what the form does not ask for is left out, also what hides in the prototype", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } }
  expect(validateContent(schema, JSON.parse('{"a":"1","b":2,"__proto__":{"isAdmin":true}}'))).toEqual({ content: { a: "1" } })
  expect(validateContent(formOf({ type: "string" }), Object.create({ x: "inherited" }))).toEqual({ issues: [{ path: "x", message: "is required" }] })
})

test("a field that is not required may be missing, and its default is not put in its place", () => {
  expect(validateContent(formOf({ type: "integer", default: 3 }, false), {})).toEqual({ content: {} })
})

test("a form without fields takes an empty answer", () => {
  expect(validateContent({ type: "object", properties: {} }, { anything: 1 })).toEqual({ content: {} })
  expect(validateContent({ type: "object" }, {})).toEqual({ content: {} })
})

describe("a schema is read field by field", () => {
  const head = { name: "x", title: "x", description: null, required: true }
  test.each<[string, unknown, unknown]>([
    [
      "text",
      { type: "string", title: "Name", description: "Yours", minLength: 1, maxLength: 9, pattern: "a", default: "a" },
      { ...head, kind: "text", title: "Name", description: "Yours", format: null, minLength: 1, maxLength: 9, pattern: "a", default: "a" }
    ],
    [
      "a number",
      { type: "number", minimum: 1, maximum: 2, default: 1.5 },
      { ...head, kind: "number", integer: false, minimum: 1, maximum: 2, exclusiveMinimum: null, exclusiveMaximum: null, default: 1.5 }
    ],
    [
      "a whole number",
      { type: "integer" },
      { ...head, kind: "number", integer: true, minimum: null, maximum: null, exclusiveMinimum: null, exclusiveMaximum: null, default: null }
    ],
    ["a tick", { type: "boolean", default: false }, { ...head, kind: "boolean", default: false }],
    [
      "a choice",
      size,
      {
        ...head,
        kind: "choice",
        options: [
          { value: "s", title: "Small" },
          { value: "m", title: "Medium" },
          { value: "l", title: "Large" }
        ],
        default: null
      }
    ],
    [
      "a choice without titles",
      { enum: ["a", "b"], default: "b" },
      {
        ...head,
        kind: "choice",
        options: [
          { value: "a", title: "a" },
          { value: "b", title: "b" }
        ],
        default: "b"
      }
    ],
    [
      "several choices",
      { ...colours, default: ["red"] },
      {
        ...head,
        kind: "choices",
        options: [
          { value: "red", title: "red" },
          { value: "green", title: "green" },
          { value: "blue", title: "blue" }
        ],
        minItems: 1,
        maxItems: 2,
        default: ["red"]
      }
    ]
  ])("%s", (_, property, field) => {
    expect(fieldOf(property)).toEqual(field)
  })

  test("fields keep the order of the schema", () => {
    const form = parseFormSchema({ type: "object", properties: { b: { type: "string" }, a: { type: "boolean" } } })
    expect("fields" in form ? form.fields.map(({ name }) => name) : form).toEqual(["b", "a"])
  })
})

describe("a schema that is no flat form is refused, naming the field", () => {
  test.each<[string, unknown, string]>([
    ["an object inside", { type: "object", properties: {} }, 'uses "properties"'],
    ["a list of objects", { type: "array", items: { type: "object" } }, "choices that are text"],
    ["a list of anything", { type: "array" }, "items that offer choices"],
    ["a list of numbers", { type: "array", items: { type: "number", enum: [1] } }, "choices that are text"],
    ["no type", {}, "needs a type"],
    ["an unknown type", { type: "null" }, "must be of type"],
    ["several types", { type: ["string", "null"] }, "must be of type"],
    ["a reference", { $ref: "#/$defs/a" }, 'uses "$ref"'],
    ["a constraint that is not known", { type: "number", multipleOf: 2 }, 'uses "multipleOf"'],
    ["an unknown format", { type: "string", format: "uuid" }, "a format that is not one of"],
    ["a pattern that cannot be matched safely", { type: "string", pattern: "(?=a)" }, "look-around"],
    ["bounds the wrong way round", { type: "string", minLength: 3, maxLength: 2 }, "minLength above its maxLength"],
    ["numeric bounds the wrong way round", { type: "number", minimum: 3, maximum: 2 }, "minimum above its maximum"],
    ["a length that is no count", { type: "string", maxLength: -1 }, "whole numbers from 0"],
    ["choices that are no text", { type: "string", enum: [1] }, "choices that are text"],
    ["no choices", { type: "string", enum: [] }, "at least one choice"],
    ["a choice offered twice", { type: "string", enum: ["a", "a"] }, "twice"],
    ["a titled choice without a value", { oneOf: [{ title: "A" }] }, "const and a title"],
    ["more titles than choices", { enum: ["a"], enumNames: ["A", "B"] }, "enumNames"],
    ["numbers as choices", { type: "integer", enum: [1, 2] }, "type string to offer choices"],
    ["more choices needed than there are", { type: "array", items: { enum: ["a"] }, minItems: 2 }, "more choices than there can be"],
    ["a default of the wrong kind", { type: "integer", default: "1" }, "must be a number"],
    ["a default outside the bounds", { type: "integer", default: 1, minimum: 2 }, "a default that must be at least 2"],
    ["a default that is not offered", { enum: ["a"], default: "b" }, "a default that must be one of a"],
    ["no schema", "string", "must be a schema"]
  ])("%s", (_, property, reason) => {
    const form = parseFormSchema(formOf(property))
    const [issue] = "issues" in form ? form.issues : []
    expect(issue?.path).toBe("properties.x")
    expect(issue?.message).toContain(reason)
    const checked = validateContent(formOf(property), { x: "a" })
    expect("issues" in checked && checked.issues[0]?.message).toContain("the form itself is wrong")
  })

  test.each<[string, unknown, string]>([
    ["no object", [], ""],
    ["another type", { type: "array" }, "type"],
    ["properties that are none", { properties: [] }, "properties"],
    ["a required field that is none", { properties: {}, required: ["x"] }, "required"],
    ["conditions", { properties: {}, allOf: [] }, "allOf"],
    ["too many fields", { properties: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, { type: "string" }])) }, "properties"]
  ])("%s at the top", (_, schema, path) => {
    const form = parseFormSchema(schema)
    expect("issues" in form && form.issues[0]?.path).toBe(path)
  })
})

test("whatever is sent, the answer is either faults or exactly fields of the form that fit it", () => {
  const property = fc.oneof(fc.constantFrom<unknown>({ type: "string" }, { type: "integer", minimum: 0 }, { type: "boolean" }, size, colours), fc.jsonValue())
  fc.assert(
    fc.property(fc.dictionary(fc.string(), property), fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (properties, other, extra) => {
      const schema = { type: "object", properties }
      for (const content of [other, extra, { ...extra, ...Object.fromEntries(Object.keys(properties).map((name) => [name, "m"])) }]) {
        const checked = validateContent(schema, content)
        if ("issues" in checked) {
          expect(checked.issues.length).toBeGreaterThan(0)
        } else {
          expect(Object.keys(checked.content).every((name) => Object.hasOwn(properties, name))).toBe(true)
          expect(validateContent(schema, checked.content)).toEqual(checked)
        }
      }
    })
  )
})

test.each<[string, unknown]>([
  ["descriptions", { type: "object", properties: { a: { type: "string", description: "x".repeat(300_000) } } }],
  ["choices", { type: "object", properties: { a: { type: "string", enum: Array.from({ length: 1000 }, (_, index) => `${index} ${"x".repeat(300)}`) } } }],
  ["words that nobody reads", { type: "object", properties: {}, "x-more": Array.from({ length: 300_000 }, () => 1) }],
  [
    "names that nobody reads",
    { type: "object", properties: {}, "x-more": Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`name ${index}`, null])) }
  ]
])("a form of more than anybody can load is none: %s", (_, schema) => {
  expect(parseFormSchema(schema)).toEqual({ issues: [{ path: "", message: "must have at most 200000 characters as JSON" }] })
})
