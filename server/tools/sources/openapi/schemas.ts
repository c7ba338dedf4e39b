import type { Schema } from "effect"
import { at, isJsonArray, isJsonObject, type JsonObject, textAt } from "../../json-value"
import type { JsonSchema } from "../../tool-source"
import { pointed, Unsupported } from "./references"

/** Inline nesting; what refers to itself does so by reference and has no depth. */
const deepest = 60
const longestText = 2_000

/** Keywords whose value is a schema, a list of them, or a map of them. */
const single = new Set([
  "not",
  "additionalProperties",
  "propertyNames",
  "contains",
  "if",
  "then",
  "else",
  "unevaluatedItems",
  "unevaluatedProperties",
  "additionalItems"
])
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"])
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"])
/** What is no part of JSON Schema, or would change what references mean. */
const dropped = new Set([
  "example",
  "examples",
  "xml",
  "externalDocs",
  "discriminator",
  "$id",
  "id",
  "$schema",
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$vocabulary",
  "$comment",
  "nullable"
])

/** What a keyword's value has to be; a slip there would make the whole tool useless. */
const shapes = new Map<string, (value: Schema.Json) => boolean>([
  ...["pattern", "format"].map((keyword) => [keyword, (value: Schema.Json) => typeof value === "string"] as const),
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "multipleOf", "minContains", "maxContains"].map(
    (keyword) => [keyword, (value: Schema.Json) => typeof value === "number"] as const
  ),
  ["uniqueItems", (value) => typeof value === "boolean"],
  ["enum", (value) => isJsonArray(value) && value.length > 0]
])

/**
 * The schemas of a document as JSON Schema 2020-12. Nothing is written out in place: a reference stays one and leads to
 * `$defs`, so a schema that contains itself is as small as any other.
 */
export class Schemas {
  private readonly names = new Map<string, string>()
  private readonly taken = new Set<string>()
  private readonly pending: Array<readonly [name: string, pointer: string]> = []
  private readonly done = new Map<string, JsonSchema>()

  constructor(
    private readonly root: JsonObject,
    private readonly isVersion30: boolean
  ) {}

  /** A schema of the document, converted. */
  of(schema: Schema.Json | undefined): JsonSchema {
    const converted = this.convert(schema, 0)
    return isJsonObject(converted) ? converted : converted === false ? { not: {} } : {}
  }

  /** What the schemas converted so far refer to, directly or not. */
  definitions(): Readonly<Record<string, JsonSchema>> {
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) {
      const [name, pointer] = next
      this.done.set(name, this.of(pointed(this.root, pointer)))
    }
    // A definition may be called `__proto__`, which is no name to assign to.
    return Object.fromEntries(this.done)
  }

  private convert(value: Schema.Json | undefined, depth: number): Schema.Json {
    if (typeof value === "boolean") return value
    if (!isJsonObject(value) || depth > deepest) return {}
    const reference = textAt(value, "$ref")
    if (reference !== null) {
      const converted = { $ref: `#/$defs/${this.nameOf(reference)}` }
      const description = textAt(value, "description")
      return this.isVersion30 || description === null ? converted : { ...converted, description: description.slice(0, longestText) }
    }
    const entries = Object.entries(value).flatMap(([keyword, inner]): ReadonlyArray<readonly [string, Schema.Json]> => {
      if (dropped.has(keyword) || keyword.startsWith("x-") || shapes.get(keyword)?.(inner) === false) return []
      return [[keyword, this.keyword(keyword, inner, depth)]]
    })
    return nullable(value, exclusive(Object.fromEntries(entries)), this.isVersion30)
  }

  private keyword(keyword: string, inner: Schema.Json, depth: number): Schema.Json {
    const below = (part: Schema.Json) => this.convert(part, depth + 1)
    if (single.has(keyword)) return below(inner)
    if (lists.has(keyword)) return isJsonArray(inner) ? inner.map(below) : []
    if (keyword === "items") return isJsonArray(inner) ? inner.map(below) : below(inner)
    if (maps.has(keyword)) return isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).map(([name, part]) => [name, below(part)])) : {}
    if (typeof inner === "string" && (keyword === "description" || keyword === "title")) return inner.slice(0, longestText)
    return inner
  }

  /** `#/components/schemas/Pet` is `Pet`; what stands elsewhere is named by its whole place. */
  private nameOf(reference: string): string {
    const known = this.names.get(reference)
    if (known !== undefined) return known
    if (!reference.startsWith("#")) throw new Unsupported(`a schema refers to another document (${reference.slice(0, 100)}), which is not fetched`)
    if (pointed(this.root, reference) === undefined) throw new Unsupported(`a schema refers to ${reference.slice(0, 100)}, which does not exist`)
    const plain = reference.replace(/^#\/components\/schemas\//, "").replace(/[^A-Za-z0-9_.-]+/g, "_")
    let name = plain
    for (let count = 2; this.taken.has(name); count++) name = `${plain}_${count}`
    this.taken.add(name)
    this.names.set(reference, name)
    this.pending.push([name, reference])
    return name
  }
}

/** 3.0 says `exclusiveMinimum: true` beside `minimum`, and so do many that call themselves 3.1. */
const exclusive = (schema: JsonObject): JsonObject => {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema
  return { ...rest, ...bound("minimum", "exclusiveMinimum", minimum, exclusiveMinimum), ...bound("maximum", "exclusiveMaximum", maximum, exclusiveMaximum) }
}

const bound = (name: string, exclusiveName: string, value: Schema.Json | undefined, excluded: Schema.Json | undefined): JsonObject => {
  if (excluded === true) return value === undefined ? {} : { [exclusiveName]: value }
  return { ...(value !== undefined && { [name]: value }), ...(typeof excluded === "number" && { [exclusiveName]: excluded }) }
}

/** 3.0 says `nullable: true` beside the type. */
const nullable = (original: JsonObject, schema: JsonObject, isVersion30: boolean): JsonObject => {
  const cleaned = withoutForeignRequired(schema)
  if (!isVersion30 || at(original, "nullable") !== true) return cleaned
  const { type, enum: values, ...rest } = cleaned
  if (type === undefined)
    return rest["allOf"] === undefined && rest["anyOf"] === undefined && rest["oneOf"] === undefined ? cleaned : { anyOf: [cleaned, { type: "null" }] }
  const types = isJsonArray(type) ? type : [type]
  return {
    ...rest,
    type: types.includes("null") ? types : [...types, "null"],
    ...(isJsonArray(values) && { enum: values.includes(null) ? values : [...values, null] })
  }
}

/** What only the answer holds is not required of a request, and the other way round; one schema serves both. */
const withoutForeignRequired = (schema: JsonObject): JsonObject => {
  const { required, properties } = schema
  if (required === undefined) return schema
  const { required: _, ...rest } = schema
  if (!isJsonArray(required)) return rest
  const kept = required.filter((name) => {
    const property = typeof name === "string" ? at(properties, name) : undefined
    return typeof name === "string" && at(property, "readOnly") !== true && at(property, "writeOnly") !== true
  })
  return kept.length === 0 ? rest : { ...rest, required: kept }
}

/** The schema with the definitions that it needs, and no others. */
export const withDefinitions = (
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  referencesOf: (schema: JsonSchema) => ReadonlyArray<string>
): JsonSchema => {
  const needed = new Map<string, JsonSchema>()
  const open = [...referencesOf(schema)]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined
    if (needed.has(name) || definition === undefined) continue
    needed.set(name, definition)
    open.push(...referencesOf(definition))
  }
  return needed.size === 0 ? schema : { ...schema, $defs: Object.fromEntries([...needed].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** The names of the definitions that a schema refers to itself. */
export const referencesIn = (schema: Schema.Json): ReadonlyArray<string> => {
  const found = new Set<string>()
  const walk = (value: Schema.Json): void => {
    if (isJsonArray(value)) value.forEach(walk)
    else if (isJsonObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (key === "$ref" && typeof inner === "string") found.add(inner.replace("#/$defs/", ""))
        else walk(inner)
      }
    }
  }
  walk(schema)
  return [...found]
}
