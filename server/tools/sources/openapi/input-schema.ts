import type { Schema } from "effect"
import { at, isJsonArray, isJsonObject, type JsonObject, listAt, objectAt, textAt } from "../../json-value"
import type { JsonSchema } from "../../tool-source"
import type { CompiledBody, CompiledBodyField, CompiledParameter, ParameterPlace, Style } from "./compiled"
import { resolved, Unsupported } from "./references"
import type { Schemas } from "./schemas"

/** Parts of a request that are the connection's or the credentials', whatever a document says. */
const ignoredHeaders = new Set(["accept", "content-type", "authorization", "host", "content-length", "transfer-encoding", "connection", "idempotency-key"])
const places: ReadonlyArray<ParameterPlace> = ["path", "query", "header", "cookie"]
const styles: Readonly<Record<ParameterPlace, ReadonlyArray<Style>>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"]
}
const deepestAllOf = 6
const deepestList = 6

export interface Input {
  readonly schema: JsonSchema
  readonly parameters: ReadonlyArray<CompiledParameter>
  readonly body: CompiledBody | null
}

interface Property {
  readonly arg: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

/**
 * Parameters and body as one flat object. A name that is taken gets its place in front: of two parameters called `id`,
 * one in the path and one in the query, the second is `query_id`; a field of the body with that name is `body_id`.
 */
export const inputOf = (root: JsonObject, schemas: Schemas, pathItem: JsonObject, operation: JsonObject): Input => {
  const taken = new Set<string>()
  const argOf = (name: string, prefix: string): string => {
    let arg = taken.has(name) ? `${prefix}_${name}` : name
    for (let count = 2; taken.has(arg); count++) arg = `${prefix}_${name}_${count}`
    taken.add(arg)
    return arg
  }
  const found = parametersOf(root, pathItem, operation)
  const parameters = found.map(({ name, place, definition }) => compiledParameter(definition, name, place, argOf(name, place)))
  const ofParameters = parameters.map((parameter, index): Property => {
    const definition = found[index]?.definition ?? {}
    const described = withDescription(schemas.of(schemaOfParameter(definition)), textAt(definition, "description"))
    return { arg: parameter.arg, schema: described, isRequired: parameter.place === "path" || definition["required"] === true }
  })
  const body = bodyOf(root, schemas, operation, argOf)
  const properties = [...ofParameters, ...(body?.properties ?? [])]
  const required = properties.filter(({ isRequired }) => isRequired).map(({ arg }) => arg)
  return {
    parameters,
    body: body?.compiled ?? null,
    schema: {
      type: "object",
      properties: Object.fromEntries(properties.map(({ arg, schema }) => [arg, schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false
    }
  }
}

/** Those of the operation come before those of its path; equal name and place is the same parameter. Places in a fixed order. */
const parametersOf = (root: JsonObject, pathItem: JsonObject, operation: JsonObject) => {
  const found = new Map<string, { readonly name: string; readonly place: ParameterPlace; readonly definition: JsonObject }>()
  for (const given of [...listAt(pathItem, "parameters"), ...listAt(operation, "parameters")]) {
    const definition = resolved(root, given, "a parameter")
    const name = textAt(definition, "name")
    const place = places.find((one) => one === definition["in"])
    if (name === null || place === undefined) throw new Unsupported(`a parameter needs a name, and a place (in): ${places.join(", ")}`)
    if (place === "header" && ignoredHeaders.has(name.toLowerCase())) continue
    found.set(`${place} ${name}`, { name, place, definition })
  }
  return places.flatMap((place) => [...found.values()].filter((parameter) => parameter.place === place))
}

const contentOfParameter = (definition: JsonObject): JsonObject | null => {
  const [content] = Object.values(objectAt(definition, "content"))
  return isJsonObject(content) ? content : null
}

const schemaOfParameter = (definition: JsonObject): Schema.Json | undefined => definition["schema"] ?? contentOfParameter(definition)?.["schema"]

const compiledParameter = (definition: JsonObject, name: string, place: ParameterPlace, arg: string): CompiledParameter => {
  const fallback: Style = place === "path" || place === "header" ? "simple" : "form"
  const style = styles[place].find((one) => one === definition["style"]) ?? fallback
  const { explode, allowReserved } = definition
  return {
    arg,
    name,
    place,
    style,
    explode: typeof explode === "boolean" ? explode : style === "form",
    allowReserved: allowReserved === true,
    isJson: definition["schema"] === undefined && contentOfParameter(definition) !== null
  }
}

const withDescription = (schema: JsonSchema, description: string | null): JsonSchema =>
  description === null || schema["description"] !== undefined ? schema : { ...schema, description: description.slice(0, 2000) }

/** The media types that can be written, best first. */
const bodyKinds: ReadonlyArray<readonly [RegExp, CompiledBody["kind"]]> = [
  [/^application\/json\b/i, "json"],
  [/^[^;]+\+json\b/i, "json"],
  [/^multipart\/form-data\b/i, "multipart"],
  [/^application\/x-www-form-urlencoded\b/i, "form"],
  [/^\*\/\*|^application\/\*/, "json"],
  [/./, "text"]
]

const bodyOf = (root: JsonObject, schemas: Schemas, operation: JsonObject, argOf: (name: string, prefix: string) => string) => {
  if (operation["requestBody"] === undefined) return null
  const definition = resolved(root, operation["requestBody"], "the request body")
  const content = Object.entries(objectAt(definition, "content"))
  const written = content.map(([type, media]) => writtenBody(root, type, media)).sort((a, b) => a.rank - b.rank)
  const chosen = written.find(({ kind, fields }) => kind !== "multipart" || fields !== null) ?? written[0]
  if (chosen === undefined) return null
  const { kind, type, media, schema, fields } = chosen
  const mediaType = type.includes("*") ? "application/json" : type
  const isRequired = definition["required"] === true
  if (fields === null) {
    if (kind === "form" || kind === "multipart") throw new Unsupported(`the body (${type}) is not an object with fields`)
    const arg = argOf("body", "request")
    const whole: Property = { arg, schema: kind === "text" ? textBody(schemas.of(schema)) : schemas.of(schema), isRequired }
    const compiled: CompiledBody = { mediaType, kind, fields: null, arg }
    return { compiled, properties: [whole] }
  }
  const encoding = objectAt(media, "encoding")
  const named = fields.map(({ name, schema: field, isNeeded }) => ({
    field: compiledField(root, name, argOf(name, "body"), field, at(encoding, name)),
    schema: field,
    isNeeded
  }))
  const properties = named.map(
    (one): Property => ({
      arg: one.field.arg,
      schema: kind === "multipart" && one.field.isFile ? fileSchema(one.schema) : schemas.of(one.schema),
      isRequired: isRequired && one.isNeeded
    })
  )
  const compiled: CompiledBody = { mediaType, kind, fields: named.map(({ field }) => field) }
  return { compiled, properties }
}

/** One way to write the body. A form that is described as text is text. */
const writtenBody = (root: JsonObject, type: string, media: Schema.Json) => {
  const found = bodyKinds.findIndex(([pattern]) => pattern.test(type))
  const rank = found < 0 ? bodyKinds.length : found
  const schema = at(media, "schema")
  const known = bodyKinds[rank]?.[1] ?? "text"
  const kind = known === "form" && isText(root, schema) ? "text" : known
  return { type, media, schema, kind, rank, fields: kind === "text" ? null : fieldsOf(root, schema, 0) }
}

const isText = (root: JsonObject, schema: Schema.Json | undefined): boolean =>
  isJsonObject(schema) && resolved(root, schema, "the schema of the body")["type"] === "string"

interface Field {
  readonly name: string
  readonly schema: Schema.Json
  readonly isNeeded: boolean
}

const shaping = [
  "oneOf",
  "anyOf",
  "not",
  "if",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "minProperties",
  "maxProperties",
  "dependentRequired"
]

/** The fields of a plain object, also of one put together with allOf; null for everything that one flat list cannot say. */
const fieldsOf = (root: JsonObject, schema: Schema.Json | undefined, depth: number): ReadonlyArray<Field> | null => {
  if (schema === undefined || depth > deepestAllOf) return null
  const object = resolved(root, schema, "the schema of the body")
  const { properties, additionalProperties, required, allOf, type } = object
  const isPlain = type === undefined || type === "object" || (isJsonArray(type) && type.includes("object"))
  if (!isPlain || shaping.some((keyword) => object[keyword] !== undefined) || object["nullable"] === true) return null
  if (additionalProperties !== undefined && additionalProperties !== false) return null
  if (properties === undefined && allOf === undefined) return null
  const needed = new Set(isJsonArray(required) ? required : [])
  const found = new Map<string, Field>()
  for (const part of isJsonArray(allOf) ? allOf : []) {
    const inherited = fieldsOf(root, part, depth + 1)
    // A part that only says what else is required has no fields of its own.
    if (inherited === null && !isRequiredOnly(part)) return null
    if (inherited === null) for (const name of listAt(part, "required")) needed.add(name)
    for (const field of inherited ?? []) found.set(field.name, field)
  }
  for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (at(property, "readOnly") !== true) found.set(name, { name, schema: property, isNeeded: needed.has(name) })
  }
  return [...found.values()].map((field) => (needed.has(field.name) ? { ...field, isNeeded: true } : field))
}

const isRequiredOnly = (part: Schema.Json): boolean =>
  isJsonObject(part) && Object.keys(part).every((key) => key === "required" || key === "type" || key === "description")

const compiledField = (root: JsonObject, name: string, arg: string, schema: Schema.Json, encoding: Schema.Json | undefined): CompiledBodyField => {
  const style = styles.query.find((one) => one === textAt(encoding, "style")) ?? null
  const explode = at(encoding, "explode")
  return {
    arg,
    name,
    isFile: isFile(root, schema),
    style,
    explode: typeof explode === "boolean" ? explode : style === null || style === "form" || style === "deepObject",
    contentType: textAt(encoding, "contentType")?.split(",")[0]?.trim() ?? null
  }
}

/** A list may be a list of itself. */
const isFile = (root: JsonObject, schema: Schema.Json, depth = 0): boolean => {
  if (typeof schema === "boolean") return false
  const { type, format, items, contentMediaType, contentEncoding } = resolved(root, schema, "a field of the body")
  if (type === "array" && items !== undefined) return depth < deepestList && isFile(root, items, depth + 1)
  return format === "binary" || format === "base64" || contentEncoding === "base64" || (contentMediaType !== undefined && type !== "object")
}

const fileShape: JsonSchema = {
  description: "A file: its text, or an object with its bytes as base64",
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: { data: { type: "string", contentEncoding: "base64" }, filename: { type: "string" }, contentType: { type: "string" } },
      required: ["data"],
      additionalProperties: false
    }
  ]
}

const fileSchema = (schema: Schema.Json): JsonSchema => (at(schema, "type") === "array" ? { type: "array", items: fileShape } : fileShape)

/** Text is sent as it is, bytes are given as base64. */
const textBody = (schema: JsonSchema): JsonSchema => {
  const { description } = schema
  return typeof description === "string" ? { ...fileShape, description } : fileShape
}
