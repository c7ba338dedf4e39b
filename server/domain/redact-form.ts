import type { Schema } from "effect"
import { canonicalJson } from "./canonical-json"
import { redact } from "./redact"

type JsonObject = { readonly [key: string]: Schema.Json }
const isObject = (value: Schema.Json): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)
const isList = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/** What an answer is checked by: a form whose choices or patterns were replaced would be another form. */
const checking = new Set([
  "type",
  "enum",
  "const",
  "format",
  "pattern",
  "required",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "additionalProperties"
])

/**
 * A form's schema as it may be stored and shown: what it says in words is redacted like any text, and a default that is a
 * secret is none. What answers are checked by stays as it is.
 */
export const redactForm = (schema: Schema.Json): Schema.Json =>
  isObject(schema)
    ? mapped(schema, (key, value) => (key === "properties" && isObject(value) ? mapped(value, fieldOf) : wordsOf("", key, value)))
    : redact(schema)

const fieldOf = (name: string, schema: Schema.Json): Schema.Json | undefined =>
  isObject(schema) ? mapped(schema, (key, value) => wordsOf(name, key, value)) : schema

const wordsOf = (name: string, key: string, value: Schema.Json): Schema.Json | undefined => {
  if (checking.has(key)) return value
  if (key === "items") return fieldOf(name, value)
  if ((key === "oneOf" || key === "anyOf") && isList(value)) return value.map((option) => fieldOf(name, option) ?? null)
  if (key !== "default") return redact(value)
  // Under its field's name: whether a text is a secret may depend on that.
  const named = { [name]: value }
  return canonicalJson(redact(named)) === canonicalJson(named) ? value : undefined
}

const mapped = (object: JsonObject, of: (key: string, value: Schema.Json) => Schema.Json | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const made = of(key, value)
      return made === undefined ? [] : [[key, made]]
    })
  )
