import Ajv2020 from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { contentOf, controlName, draftFrom, type FormDraft } from "../domain/form-draft"
import { checkFields, type FormField, parseFormSchema, validateContent } from "../domain/form-schema"

/*
 * What the browser says of a filled form is what the server says of what it posts, and what JSON Schema says, by a
 * validator that others wrote. The browser posts the values that it reads from the controls as JSON; before JavaScript
 * has loaded it posts the controls themselves, and the server reads them.
 */

const bounds = (most: number) => fc.option(fc.integer({ min: 0, max: most }), { nil: undefined })
const number = fc.option(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, -0.5, 1e21)), { nil: undefined })
const words = fc.constantFrom("a", "b", "é", "👍", " ", "a,b", "a\nb", "toString")
const options = fc.uniqueArray(words, { minLength: 1, maxLength: 4 })
const titled = (values: ReadonlyArray<string>) => values.map((value) => ({ const: value, title: `The ${value}` }))

const text = fc.record({
  type: fc.constant("string"),
  minLength: bounds(3),
  maxLength: bounds(4),
  pattern: fc.constantFrom(undefined, "^a", "b$", "^[a-zé]*$", "👍", "^\\d{1,3}$", "a|^$", "\\s")
})
const formatted = fc.record({ type: fc.constant("string"), format: fc.constantFrom("email", "uri", "date", "date-time") })
const numeric = fc.record({ type: fc.constantFrom("number", "integer"), minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number })
const choice = fc.oneof(
  options.map((values) => ({ type: "string", enum: values })),
  options.map((values) => ({ type: "string", oneOf: titled(values) })),
  options.map((values) => ({ oneOf: titled(values) }))
)
const choices = fc.record({ values: options, isTitled: fc.boolean(), minItems: bounds(3), maxItems: bounds(3) }).map(({ values, isTitled, ...bound }) => ({
  type: "array",
  uniqueItems: true,
  items: isTitled ? { anyOf: titled(values) } : { type: "string", enum: values },
  ...bound
}))
const plain = fc.oneof(text, numeric, fc.constant({ type: "boolean" }), choice, choices)

/** As JSON: what is undefined is not there. */
const asJson = <A>(value: A): A => JSON.parse(JSON.stringify(value))
const formOf = (property: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom("first", "second", "third one", "ü", "constructor"), fc.tuple(property, fc.boolean()), { minKeys: 1 }).map((fields) => ({
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).map(([name, [schema]]) => [name, asJson(schema)])),
    required: Object.entries(fields).flatMap(([name, [, isRequired]]) => (isRequired ? [name] : []))
  }))

const typed = fc.oneof(
  words,
  fc.constantFrom("", "aa", "aaa", "ab", "abcde", "12", "1234", "éé", "👍👍👍👍👍", "\n", "a\nb", "a\r\nb", "true", "The a"),
  fc.constantFrom("0", "-1", "1", "2", "+3", "0.5", "1e3", "1e400", "-0", "0x10", "1,5", "NaN", "Infinity", " 2 ", "1e21", "9007199254740993"),
  fc.constantFrom("ann@example.com", "ann@", "a b@example.com", "https://example.com/a?b=c", "mailto:a@b.example", "x", "http://", "https://a b"),
  fc.constantFrom("2026-01-31", "2026-02-29", "2026-01-31T08:00", "2026-03-29T02:30", "2026-10-25T02:30:15", "2026-01-31T24:00", "2026-01-31T08:00:00Z"),
  fc.string({ maxLength: 5 })
)
const zone = fc.constantFrom("UTC", "Europe/Zurich", "America/St_Johns", "Asia/Kathmandu")
const two = (value: number): string => String(value).padStart(2, "0")
const date = fc
  .tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`)
const fitting = {
  email: fc.emailAddress(),
  uri: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  date,
  "date-time": fc
    .tuple(date, fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([day, hour, minute]) => `${day}T${two(hour)}:${two(minute)}`)
}
const textsFor = (field: FormField): fc.Arbitrary<string> => {
  if ("options" in field) return fc.oneof(typed, fc.constantFrom(...field.options.map(({ value }) => value)))
  return field.kind === "text" && field.format !== null ? fc.oneof({ weight: 4, arbitrary: fitting[field.format] }, typed) : typed
}
const filled = (fields: ReadonlyArray<FormField>): fc.Arbitrary<FormDraft> =>
  fc
    .tuple(...fields.map((field) => fc.array(textsFor(field), { maxLength: 3 })))
    .map((texts) => Object.fromEntries(fields.map(({ name }, index) => [name, texts[index] ?? []])))

interface Filled {
  readonly schema: object
  readonly fields: ReadonlyArray<FormField>
  readonly draft: FormDraft
  readonly zone: string
}
const filledForm = (property: fc.Arbitrary<unknown>): fc.Arbitrary<Filled> =>
  formOf(property)
    .map((schema) => ({ schema, form: parseFormSchema(schema) }))
    .chain(({ schema, form }) =>
      "fields" in form ? fc.record({ schema: fc.constant(schema), fields: fc.constant(form.fields), draft: filled(form.fields), zone }) : fc.constant(null)
    )
    .filter((one) => one !== null)

const verdictOf = (checked: ReturnType<typeof checkFields>): boolean => "content" in checked

test("the server says of what the browser posts what the browser says of it, field by field and word by word", () => {
  fc.assert(
    fc.property(filledForm(fc.oneof(plain, formatted)), (form) => {
      const content = contentOf(form.fields, form.draft, form.zone)
      expect(validateContent(form.schema, asJson(content))).toEqual(checkFields(form.fields, content))
    }),
    { numRuns: 1000 }
  )
})

test("a form that is posted before JavaScript has loaded is the same answer", async () => {
  await fc.assert(
    fc.asyncProperty(filledForm(fc.oneof(plain, formatted)), async (form) => {
      const sent = new FormData()
      for (const field of form.fields) for (const value of form.draft[field.name] ?? []) sent.append(controlName(field), value)
      const received = await new Response(sent).formData()
      const read = draftFrom(form.fields, (name) => received.getAll(name).map(String))
      const content = contentOf(form.fields, read, form.zone)
      expect(content).toEqual(contentOf(form.fields, form.draft, form.zone))
      expect(validateContent(form.schema, asJson(content))).toEqual(checkFields(form.fields, content))
    }),
    { numRuns: 200 }
  )
})

const judge = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, ownProperties: true })
addFormats(judge)
// This judge wants a dot in the host, which the RFC of JSON Schema's format does not: one within a network is judged as if it were below a domain.
const strictEmail = addFormats.get("email")
judge.addFormat("email", (value) => [value, `${value}.example`].some((address) => strictEmail instanceof RegExp && strictEmail.test(address)))

test("JSON Schema takes and refuses the same answers", () => {
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(filledForm(plain), ({ schema, fields, draft, zone: where }) => {
      const content = asJson(contentOf(fields, draft, where))
      const verdict = verdictOf(validateContent(schema, content))
      seen[verdict ? "taken" : "refused"]++
      expect(judge.validate(schema, content)).toBe(verdict)
    }),
    { numRuns: 1000 }
  )
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(100)
})

test("an answer of a format that is taken is one of JSON Schema as well", () => {
  let taken = 0
  fc.assert(
    fc.property(filledForm(formatted), ({ schema, fields, draft, zone: where }) => {
      const content = asJson(contentOf(fields, draft, where))
      if (!verdictOf(validateContent(schema, content))) return
      taken++
      expect(judge.validate(schema, content)).toBe(true)
    }),
    { numRuns: 1000 }
  )
  expect(taken).toBeGreaterThan(100)
})
