import type { Schema } from "effect"
import { redacted, redactShapes } from "./secret-shapes"
import { secrecyOf } from "./sensitive-names"

/** Deeper than anything people read; below it a value is not shown. */
const deepest = 500
const tooDeep = "[nested too deeply to show]"
/** JSON inside a string inside JSON …; deeper than this only shapes are looked for. */
const deepestText = 4

type Secrecy = ReturnType<typeof secrecyOf>
type JsonObject = { readonly [key: string]: Schema.Json }

const isArray = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)
const isObject = (value: Schema.Json): value is JsonObject => typeof value === "object" && value !== null && !isArray(value)

/**
 * The value as it may be stored, streamed and logged: what stands under a telling name, and what looks like a
 * credential, is replaced at every depth. Structure, booleans and null are kept. Doing it twice changes nothing.
 */
export const redact = (value: Schema.Json): Schema.Json => redactValue(value, "none", { depth: 0, inText: 0, names: new Map() })

/** The same for text: messages, log lines, reasons. */
export const redactText = (text: string): string => redactString(text, { depth: 0, inText: 0, names: new Map() })

/** Where in the value we are. */
interface Place {
  readonly depth: number
  /** How many strings are around this value. */
  readonly inText: number
  /** The names met so far: lists repeat a few of them a million times. */
  readonly names: Map<string, Name>
}
interface Name {
  readonly secrecy: Secrecy
  readonly clean: string
}
const mostNames = 10_000

const deeper = (place: Place): Place => ({ ...place, depth: place.depth + 1 })

const nameOf = (name: string, { names }: Place): Name => {
  const known = names.get(name)
  if (known !== undefined) return known
  const clean = redactShapes(name)
  const read = { secrecy: secrecyOf(clean), clean }
  if (names.size < mostNames) names.set(name, read)
  return read
}

const redactValue = (value: Schema.Json, secrecy: Secrecy, place: Place): Schema.Json => {
  if (typeof value === "string") return secrecy === "none" ? redactString(value, place) : value === "" ? value : redacted
  if (typeof value === "number") return secrecy === "all" ? redacted : value
  if (typeof value !== "object" || value === null) return value
  if (place.depth >= deepest) return tooDeep
  return isArray(value) ? redactArray(value, secrecy, deeper(place)) : redactObject(value, secrecy, deeper(place))
}

const redactArray = (items: ReadonlyArray<Schema.Json>, secrecy: Secrecy, inside: Place): ReadonlyArray<Schema.Json> => {
  let changed: Array<Schema.Json> | undefined
  for (const [index, item] of items.entries()) {
    const clean = redactValue(item, secrecy, inside)
    if (clean !== item) changed ??= items.slice(0, index)
    changed?.push(clean)
  }
  return changed ?? items
}

const redactObject = (object: JsonObject, secrecy: Secrecy, inside: Place): JsonObject => {
  const pair = secrecyOfPair(object, inside)
  return redactEntries(object, inside, (value, key, own) => {
    const inner = own === "none" && (key === "value" || key === "values") ? pair : own
    if (key === "properties" && secrecy === "none" && isObject(value)) return redactProperties(value, deeper(inside))
    return redactValue(value, secrecy === "all" || inner === "none" ? secrecy : inner, inside)
  })
}

/** The object itself when nothing of it changes. */
const redactEntries = (object: JsonObject, place: Place, clean: (value: Schema.Json, key: string, own: Secrecy) => Schema.Json): JsonObject => {
  let isChanged = false
  const entries: Array<[string, Schema.Json]> = []
  for (const [key, value] of Object.entries(object)) {
    const name = nameOf(key, place)
    const next = clean(value, key, name.secrecy)
    isChanged ||= next !== value || name.clean !== key
    entries.push([name.clean, next])
  }
  // Unlike assignment, `fromEntries` keeps a key called `__proto__` a plain key.
  return isChanged ? Object.fromEntries(withUniqueNames(entries)) : object
}

/** Two secrets as keys must not become one entry. */
const withUniqueNames = (entries: ReadonlyArray<[string, Schema.Json]>): ReadonlyArray<[string, Schema.Json]> => {
  const taken = new Set<string>()
  return entries.map(([name, value]) => {
    let unique = name
    for (let count = 2; taken.has(unique); count++) unique = `${name} ${count}`
    taken.add(unique)
    return [unique, value]
  })
}

/** `{ name: "Authorization", value: "…" }`: the name is in the neighbouring entry. */
const secrecyOfPair = (object: JsonObject, place: Place): Secrecy => {
  if (!Object.hasOwn(object, "value") && !Object.hasOwn(object, "values")) return "none"
  const name = object["name"] ?? object["key"] ?? object["header"] ?? object["field"]
  return typeof name === "string" ? nameOf(name, place).secrecy : "none"
}

const schemaWords = new Set([
  "type",
  "title",
  "description",
  "format",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "enum",
  "enumNames",
  "oneOf",
  "anyOf",
  "allOf",
  "items",
  "minItems",
  "maxItems",
  "uniqueItems",
  "properties",
  "required",
  "additionalProperties",
  "default",
  "const",
  "examples",
  "example",
  "$ref",
  "readOnly",
  "writeOnly",
  "deprecated",
  "nullable"
])
const schemaValues = new Set(["default", "const", "enum", "examples", "example"])

/** A JSON Schema may describe a field called `password`; its words are no secret, its default would be. */
const redactProperties = (properties: JsonObject, inside: Place): JsonObject =>
  redactEntries(properties, inside, (schema, _, own) =>
    own !== "none" && isSchema(schema)
      ? redactEntries(schema, deeper(inside), (value, word) => redactValue(value, schemaValues.has(word) ? own : "none", deeper(inside)))
      : redactValue(schema, own, inside)
  )

const isSchema = (value: Schema.Json): value is JsonObject => isObject(value) && Object.keys(value).every((word) => schemaWords.has(word))

const redactString = (text: string, place: Place): string => {
  const first = text.length < 6 ? undefined : text.trimStart()[0]
  if (place.inText < deepestText && (first === "{" || first === "[")) {
    const inner = parseJson(text)
    if (inner !== undefined) {
      const clean = redactValue(inner, "none", { ...place, depth: 0, inText: place.inText + 1 })
      return clean === inner ? text : JSON.stringify(clean, null, text.includes("\n") ? 2 : 0)
    }
  }
  return redactShapes(text)
}

const parseJson = (text: string): Schema.Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
