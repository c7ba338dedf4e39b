import type { Schema } from "effect"
import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType
} from "graphql"
import type { SourceProblem } from "../../../domain/source"
import type { JsonSchema } from "../../tool-source"
import type { Read } from "../read-in-thread"
import type { CompiledField, CompiledGraphql, CompiledOperation } from "./compiled"

/** More than these are no tools that anybody chooses from. */
const mostOperations = 5_000
const mostTypes = 20_000
const longestDescription = 4_000

/** A schema as tools: one for each field of its query and of its mutation type. The fault is a sentence. */
export const compileSchema = (introspection: unknown, host: string): Read<CompiledGraphql> => {
  const schema = schemaOf(introspection)
  if ("fault" in schema) return schema
  const { value } = schema
  const types = Object.values(value.getTypeMap()).filter(({ name }) => !name.startsWith("__"))
  if (types.length > mostTypes) return { fault: `The schema has ${types.length} types, more than ${mostTypes}.` }
  const fields = [...fieldsOf(value, "query"), ...fieldsOf(value, "mutation")]
  if (fields.length === 0) return { fault: "The schema has no queries and no mutations." }
  if (fields.length > mostOperations) return { fault: `The schema has ${fields.length} queries and mutations, more than ${mostOperations}.` }
  const problems: Array<SourceProblem> = []
  const definitions: Record<string, JsonSchema> = Object.create(null)
  const outputs: Record<string, ReadonlyArray<CompiledField>> = Object.create(null)
  const unions: Record<string, ReadonlyArray<string>> = Object.create(null)
  for (const type of types) {
    if (isInputObjectType(type)) definitions[type.name] = inputObject(Object.values(type.getFields()), textOf(type.description))
    else if (isEnumType(type)) definitions[type.name] = { type: "string", enum: type.getValues().map(({ name }) => name), ...described(type.description) }
    else if (isObjectType(type) || isInterfaceType(type)) outputs[type.name] = Object.values(type.getFields()).map(outputField)
    else if (isUnionType(type)) unions[type.name] = type.getTypes().map(({ name }) => name)
  }
  if (value.getSubscriptionType() !== undefined && value.getSubscriptionType() !== null)
    problems.push({ operation: "subscriptions", message: "What comes by itself, over time, cannot be called from a program." })
  const operations = fields.map(({ kind, field }) => operationOf(kind, field))
  return { value: { title: `GraphQL at ${host}`, description: textOf(value.description), operations, definitions, types: outputs, unions, problems } }
}

const schemaOf = (introspection: unknown): Read<GraphQLSchema> => {
  if (!isIntrospection(introspection)) return { fault: "The answer to the introspection is not a schema." }
  try {
    return { value: buildClientSchema(introspection) }
  } catch (error) {
    return { fault: `The schema contradicts itself: ${error instanceof Error ? error.message.slice(0, 300) : "it cannot be read"}` }
  }
}

/** Its parts are checked by the library that builds the schema. */
const isIntrospection = (value: unknown): value is IntrospectionQuery =>
  typeof value === "object" &&
  value !== null &&
  "__schema" in value &&
  typeof value.__schema === "object" &&
  value.__schema !== null &&
  "types" in value.__schema &&
  Array.isArray(value.__schema.types)

type Field = GraphQLField<unknown, unknown>

const fieldsOf = (schema: GraphQLSchema, kind: "query" | "mutation"): ReadonlyArray<{ readonly kind: typeof kind; readonly field: Field }> => {
  const type = kind === "query" ? schema.getQueryType() : schema.getMutationType()
  return type === undefined || type === null ? [] : Object.values(type.getFields()).map((field) => ({ kind, field }))
}

const textOf = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text.trim() === "" ? null : text.slice(0, longestDescription)
const described = (text: string | null | undefined): JsonSchema => {
  const description = textOf(text)
  return description === null ? {} : { description }
}

const outputField = (field: Field): CompiledField => ({
  name: field.name,
  type: getNamedType(field.type).name,
  needsArguments: field.args.some(isRequiredArgument)
})

const operationOf = (kind: "query" | "mutation", field: Field): CompiledOperation => ({
  kind,
  field: field.name,
  path: `${kind === "query" ? "queries" : "mutations"}.${field.name}`,
  description: `${textOf(field.description) ?? `The ${kind} ${field.name}.`}${field.deprecationReason ? ` Deprecated: ${field.deprecationReason.slice(0, 300)}` : ""}`,
  arguments: field.args.map(({ name, type }) => ({ name, type: String(type) })),
  input: inputObject(field.args, null),
  returns: getNamedType(field.type).name
})

interface Input {
  readonly name: string
  readonly type: GraphQLInputType
  readonly description?: string | null | undefined
  readonly defaultValue?: unknown
}

const inputObject = (inputs: ReadonlyArray<Input>, description: string | null): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(inputs.map((input) => [input.name, { ...inputSchema(input.type), ...described(input.description) }])),
  required: inputs.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined).map(({ name }) => name),
  additionalProperties: false,
  ...(description !== null && { description })
})

const inputSchema = (type: GraphQLInputType): JsonSchema => {
  if (isNonNullType(type)) return required(type.ofType)
  return { anyOf: [required(type), { type: "null" }] }
}

const required = (type: GraphQLInputType): JsonSchema => {
  if (isNonNullType(type)) return required(type.ofType)
  // A single value stands for a list of one.
  if (isListType(type)) return { type: "array", items: inputSchema(type.ofType) }
  if (isInputObjectType(type) || isEnumType(type)) return { $ref: `#/$defs/${type.name}` }
  return scalar(type.name)
}

/** Scalars of the schema's own may be written in any way. */
const scalar = (name: string): JsonSchema => {
  switch (name) {
    case "Int":
      return { type: "integer" }
    case "Float":
      return { type: "number" }
    case "Boolean":
      return { type: "boolean" }
    case "String":
      return { type: "string" }
    case "ID":
      return { type: ["string", "integer"] }
    default:
      return { title: name }
  }
}

/** Definitions that a schema leads to, and no others. */
export const neededDefinitions = (schema: JsonSchema, all: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> => {
  const needed = new Map<string, JsonSchema>()
  const look = (value: Schema.Json): void => {
    if (typeof value !== "object" || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === "$ref" && typeof inner === "string") {
        const name = inner.replace(/^#\/\$defs\//, "")
        const definition = Object.hasOwn(all, name) ? all[name] : undefined
        if (definition === undefined || needed.has(name)) continue
        needed.set(name, definition)
        look(definition)
      } else look(inner)
    }
  }
  look(schema)
  return Object.fromEntries(needed)
}
