import type { Schema } from "effect"
import { checkValue, type FieldHead, type FormField, type FormIssue, type Option } from "./form-field"
import { compilePattern } from "./safe-pattern"
import { type TextFormat, textFormats } from "./text-format"

export type { BooleanField, ChoiceField, ChoicesField, FormField, FormIssue, NumberField, Option, TextField } from "./form-field"

/** Bounds that keep a form a form. */
export const formLimits = { fields: 100, options: 1000, nameCharacters: 100, characters: 200_000 } as const

export type ParsedForm = { readonly fields: ReadonlyArray<FormField> } | { readonly issues: ReadonlyArray<FormIssue> }
export type CheckedContent = { readonly content: { readonly [key: string]: Schema.Json } } | { readonly issues: ReadonlyArray<FormIssue> }

type JsonObject = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === "string"
const own = (object: JsonObject, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined)

/** Reads a schema. A keyword that would forbid something and is not known here is a fault: ignoring it would accept too much. */
export const parseFormSchema = (schema: unknown): ParsedForm => {
  if (!isObject(schema)) return { issues: [{ path: "", message: "must be a JSON Schema object" }] }
  if (own(schema, "type") !== undefined && own(schema, "type") !== "object") return { issues: [{ path: "type", message: 'must be "object"' }] }
  const properties = own(schema, "properties") ?? {}
  if (!isObject(properties)) return { issues: [{ path: "properties", message: "must be an object with one schema per field" }] }
  const required = own(schema, "required") ?? []
  if (!Array.isArray(required) || !required.every(isText)) return { issues: [{ path: "required", message: "must be a list of field names" }] }
  // Whoever is asked loads all of it, and so does everybody whose inbox it is in.
  if (isLongerThan(schema, formLimits.characters)) return { issues: [{ path: "", message: `must have at most ${formLimits.characters} characters as JSON` }] }
  const names = Object.keys(properties)
  if (names.length > formLimits.fields) return { issues: [{ path: "properties", message: `must have at most ${formLimits.fields} fields` }] }
  const issues: Array<FormIssue> = []
  for (const keyword of foreignTopKeywords) if (own(schema, keyword) !== undefined) issues.push({ path: keyword, message: "is not supported in a form" })
  for (const name of required) if (!names.includes(name)) issues.push({ path: "required", message: `names "${name}", which is not a field` })
  const fields: Array<FormField> = []
  for (const name of names) {
    const read = readField(name, own(properties, name), required.includes(name))
    if ("issue" in read) issues.push({ path: `properties.${name}`, message: read.issue })
    else fields.push(read.field)
  }
  return issues.length > 0 ? { issues } : { fields }
}

/** Without writing it out: it may be as large as a message can be. */
const isLongerThan = (schema: unknown, most: number): boolean => {
  let left = most
  const open: Array<unknown> = [schema]
  for (let part = open.pop(); part !== undefined && left >= 0; part = open.pop()) {
    if (isText(part)) left -= part.length
    else if (typeof part === "object" && part !== null) {
      for (const [key, inner] of Object.entries(part)) {
        left -= key.length + 1
        open.push(inner)
      }
    } else left -= 1
  }
  return left < 0
}

const foreignTopKeywords = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "patternProperties",
  "dependentRequired",
  "dependentSchemas",
  "minProperties",
  "maxProperties"
]
const foreignKeywords = ["$ref", "allOf", "not", "if", "then", "else", "const", "multipleOf", "contains", "prefixItems", "properties"]

type Read = { readonly field: FormField } | { readonly issue: string }

const readField = (name: string, schema: unknown, required: boolean): Read => {
  if (name === "" || name.length > formLimits.nameCharacters) return { issue: `needs a name of 1 to ${formLimits.nameCharacters} characters` }
  if (!isObject(schema)) return { issue: "must be a schema" }
  const foreign = foreignKeywords.find((keyword) => own(schema, keyword) !== undefined)
  if (foreign !== undefined) return { issue: `uses "${foreign}", which is not supported in a form` }
  const title = own(schema, "title")
  const description = own(schema, "description")
  const head = {
    name,
    title: isText(title) && title !== "" ? title : name,
    description: isText(description) && description !== "" ? description : null,
    required
  }
  const read = readKind(head, schema)
  if ("issue" in read || read.field.default === null) return read
  const checked = checkValue(read.field, read.field.default)
  return "value" in checked ? read : { issue: `has a default that ${checked.fault}` }
}

const readKind = (head: FieldHead, schema: JsonObject): Read => {
  switch (own(schema, "type")) {
    case "string":
      return own(schema, "enum") !== undefined || own(schema, "oneOf") !== undefined || own(schema, "anyOf") !== undefined
        ? readChoice(head, schema)
        : readText(head, schema)
    case "number":
      return readNumber(head, schema, false)
    case "integer":
      return readNumber(head, schema, true)
    case "boolean":
      return readBoolean(head, schema)
    case "array":
      return readChoices(head, schema)
    case undefined:
      return own(schema, "enum") !== undefined || own(schema, "oneOf") !== undefined
        ? readChoice(head, schema)
        : { issue: "needs a type: string, number, integer, boolean or array" }
    default:
      return { issue: "must be of type string, number, integer, boolean or array" }
  }
}

const textDefault = (schema: JsonObject): { readonly value: string | null } | null => {
  const value = own(schema, "default")
  return value === undefined || value === null ? { value: null } : isText(value) ? { value } : null
}

/** A bound that is a whole number from 0, null when absent, undefined when it is something else. */
const count = (schema: JsonObject, keyword: string): number | null | undefined => {
  const value = own(schema, keyword)
  return value === undefined ? null : typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined
}

const bound = (schema: JsonObject, keyword: string): number | null | undefined => {
  const value = own(schema, keyword)
  return value === undefined ? null : typeof value === "number" && Number.isFinite(value) ? value : undefined
}

const isFormat = (value: unknown): value is TextFormat => textFormats.some((format) => format === value)

const readText = (head: FieldHead, schema: JsonObject): Read => {
  const format = own(schema, "format")
  if (format !== undefined && !isFormat(format)) return { issue: `has a format that is not one of ${textFormats.join(", ")}` }
  const pattern = own(schema, "pattern") ?? null
  if (pattern !== null && !isText(pattern)) return { issue: "has a pattern that is not text" }
  const compiled = pattern === null ? null : compilePattern(pattern)
  if (compiled !== null && "fault" in compiled) return { issue: `has a pattern that ${compiled.fault}` }
  const minLength = count(schema, "minLength")
  const maxLength = count(schema, "maxLength")
  const preset = textDefault(schema)
  if (minLength === undefined || maxLength === undefined) return { issue: "needs whole numbers from 0 as minLength and maxLength" }
  if (minLength !== null && maxLength !== null && minLength > maxLength) return { issue: "has a minLength above its maxLength" }
  if (preset === null) return { issue: "has a default that must be text" }
  return { field: { ...head, kind: "text", format: format ?? null, minLength, maxLength, pattern, default: preset.value } }
}

const readNumber = (head: FieldHead, schema: JsonObject, integer: boolean): Read => {
  if (own(schema, "enum") !== undefined || own(schema, "oneOf") !== undefined) return { issue: "must have type string to offer choices" }
  const minimum = bound(schema, "minimum")
  const maximum = bound(schema, "maximum")
  const preset = own(schema, "default") ?? null
  const exclusiveMinimum = bound(schema, "exclusiveMinimum")
  const exclusiveMaximum = bound(schema, "exclusiveMaximum")
  if (minimum === undefined || maximum === undefined || exclusiveMinimum === undefined || exclusiveMaximum === undefined)
    return { issue: "needs numbers as its bounds" }
  if (minimum !== null && maximum !== null && minimum > maximum) return { issue: "has a minimum above its maximum" }
  if (preset !== null && typeof preset !== "number") return { issue: "has a default that must be a number" }
  return { field: { ...head, kind: "number", integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, default: preset } }
}

const readBoolean = (head: FieldHead, schema: JsonObject): Read => {
  const preset = own(schema, "default") ?? null
  return preset !== null && typeof preset !== "boolean"
    ? { issue: "has a default that must be true or false" }
    : { field: { ...head, kind: "boolean", default: preset } }
}

/** `enum` with optional `enumNames`, or `oneOf`/`anyOf` of `{ const, title }`. */
const readOptions = (schema: JsonObject): ReadonlyArray<Option> | string => {
  const values = own(schema, "enum")
  const titles = own(schema, "enumNames") ?? []
  const pairs = own(schema, "oneOf") ?? own(schema, "anyOf")
  const options: Array<Option> = []
  if (values !== undefined) {
    if (!Array.isArray(values) || !values.every(isText)) return "must offer choices that are text"
    if (!Array.isArray(titles) || !titles.every(isText) || titles.length > values.length) return "needs an enumNames entry per choice"
    options.push(...values.map((value, index) => ({ value, title: titles[index] ?? value })))
  } else {
    if (!Array.isArray(pairs)) return "must offer choices: enum, or oneOf with const and title"
    for (const pair of pairs) {
      const value = isObject(pair) ? own(pair, "const") : undefined
      const title = isObject(pair) ? (own(pair, "title") ?? value) : undefined
      if (!isText(value) || !isText(title)) return "must offer choices with a const and a title that are text"
      options.push({ value, title })
    }
  }
  if (options.length === 0) return "must offer at least one choice"
  if (options.length > formLimits.options) return `must offer at most ${formLimits.options} choices`
  return new Set(options.map((option) => option.value)).size < options.length ? "offers a choice twice" : options
}

const readChoice = (head: FieldHead, schema: JsonObject): Read => {
  const options = readOptions(schema)
  const preset = textDefault(schema)
  if (typeof options === "string") return { issue: options }
  return preset === null ? { issue: "has a default that must be text" } : { field: { ...head, kind: "choice", options, default: preset.value } }
}

const readChoices = (head: FieldHead, schema: JsonObject): Read => {
  const items = own(schema, "items")
  if (!isObject(items)) return { issue: "must have items that offer choices" }
  const itemType = own(items, "type")
  if (itemType !== undefined && itemType !== "string") return { issue: "must offer choices that are text" }
  const options = readOptions(items)
  const minItems = count(schema, "minItems")
  const maxItems = count(schema, "maxItems")
  const preset = own(schema, "default") ?? null
  if (typeof options === "string") return { issue: options }
  if (minItems === undefined || maxItems === undefined) return { issue: "needs whole numbers from 0 as minItems and maxItems" }
  if (minItems !== null && (minItems > (maxItems ?? minItems) || minItems > options.length)) return { issue: "asks for more choices than there can be" }
  if (preset !== null && (!Array.isArray(preset) || !preset.every(isText))) return { issue: "has a default that must be a list of choices" }
  return { field: { ...head, kind: "choices", options, minItems, maxItems, default: preset } }
}

/** Checks an answer against a form: every fault is named, and what the form does not ask for is left out. */
export const validateContent = (schema: unknown, content: unknown): CheckedContent => {
  const form = parseFormSchema(schema)
  if ("issues" in form)
    return { issues: form.issues.map(({ path, message }) => ({ path: "", message: `the form itself is wrong: ${path === "" ? "it" : path} ${message}` })) }
  if (!isObject(content)) return { issues: [{ path: "", message: "must be an object with one entry per field" }] }
  return checkFields(form.fields, content)
}

/** The same with a form that was read before. */
export const checkFields = (fields: ReadonlyArray<FormField>, content: { readonly [key: string]: unknown }): CheckedContent => {
  const issues: Array<FormIssue> = []
  const entries: Array<[string, Schema.Json]> = []
  for (const field of fields) {
    const value = own(content, field.name)
    if (value === undefined) {
      if (field.required) issues.push({ path: field.name, message: "is required" })
      continue
    }
    const checked = checkValue(field, value)
    if ("fault" in checked) issues.push({ path: field.name, message: checked.fault })
    else entries.push([field.name, checked.value])
  }
  return issues.length > 0 ? { issues } : { content: Object.fromEntries(entries) }
}
