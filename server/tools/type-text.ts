import type { Schema } from "effect"
import { accessOf } from "./tool-path"
import type { JsonSchema, Tool } from "./tool-source"

/** Deeper types and longer unions are of no use to whoever reads them. */
const deepest = 8
const mostMembers = 60

type Definitions = (reference: string) => Schema.Json | undefined

const isObject = (value: Schema.Json | undefined): value is JsonSchema => typeof value === "object" && value !== null && !Array.isArray(value)
const isArray = (value: Schema.Json | undefined): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/** A JSON Schema as a TypeScript type on one line. What the language cannot say (formats, bounds) is left to the schema. */
export const typeText = (schema: JsonSchema): string => textOf(schema, definitionsOf(schema), 0)

/** `tools.demo.tickets.get(args: { id: string }): Promise<…>` */
export const signatureOf = (tool: Tool): string =>
  `${accessOf(tool.path)}(${argumentText(tool)}): Promise<${tool.outputSchema === null ? "unknown" : typeText(tool.outputSchema)}>`

/** `args: { id: string }`; optional when nothing in it is required. */
export const argumentText = (tool: Tool): string => {
  const required = tool.inputSchema["required"]
  return `args${isArray(required) && required.length > 0 ? "" : "?"}: ${typeText(tool.inputSchema)}`
}

/** References within the document only; nothing is fetched. */
const definitionsOf =
  (root: JsonSchema): Definitions =>
  (reference) =>
    reference.startsWith("#")
      ? reference
          .slice(1)
          .split("/")
          .slice(1)
          .reduce<Schema.Json | undefined>((at, part) => {
            const key = part.replace(/~1/g, "/").replace(/~0/g, "~")
            return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
          }, root)
      : undefined

const textOf = (schema: Schema.Json | undefined, definitions: Definitions, depth: number): string => {
  if (!isObject(schema) || depth > deepest) return "unknown"
  const reference = schema["$ref"]
  if (typeof reference === "string") return textOf(definitions(reference), definitions, depth + 1)
  const not = schema["not"]
  if (isObject(not) && Object.keys(not).length === 0) return "never"
  if (Object.hasOwn(schema, "const")) return JSON.stringify(schema["const"])
  const values = schema["enum"]
  if (isArray(values)) return union(values.map((value) => JSON.stringify(value)))
  const either = schema["anyOf"] ?? schema["oneOf"]
  if (isArray(either)) return union(either.map((part) => textOf(part, definitions, depth + 1)))
  const all = schema["allOf"]
  if (isArray(all))
    return (
      all
        .slice(0, mostMembers)
        .map((part) => textOf(part, definitions, depth + 1))
        .join(" & ") || "unknown"
    )
  const type = schema["type"] ?? (schema["properties"] === undefined ? undefined : "object")
  const text = isArray(type) ? union(type.map((one) => typeOf(one, schema, definitions, depth))) : typeOf(type, schema, definitions, depth)
  return schema["nullable"] === true ? union([text, "null"]) : text
}

const typeOf = (type: Schema.Json | undefined, schema: JsonSchema, definitions: Definitions, depth: number): string => {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type
    case "number":
    case "integer":
      return "number"
    case "array": {
      const item = textOf(schema["items"], definitions, depth + 1)
      return /[ |&]/.test(item) && !/^\{[^{}]*\}$/.test(item) ? `Array<${item}>` : `${item}[]`
    }
    case "object":
      return objectText(schema, definitions, depth)
    default:
      return "unknown"
  }
}

const objectText = (schema: JsonSchema, definitions: Definitions, depth: number): string => {
  const properties = schema["properties"]
  const required = schema["required"]
  const rest = schema["additionalProperties"]
  const members = isObject(properties)
    ? Object.entries(properties).map(([name, property]) => {
        const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
        return `${key}${isArray(required) && required.includes(name) ? "" : "?"}: ${textOf(property, definitions, depth + 1)}`
      })
    : []
  const shown = members.length > mostMembers ? [...members.slice(0, mostMembers), `/* and ${members.length - mostMembers} more */`] : members
  if (isObject(rest)) shown.push(`[key: string]: ${textOf(rest, definitions, depth + 1)}`)
  if (shown.length > 0) return `{ ${shown.join("; ")} }`
  return rest === false ? "{}" : "Record<string, unknown>"
}

const union = (parts: ReadonlyArray<string>): string => {
  const different = [...new Set(parts)]
  return different.length > mostMembers ? `${different.slice(0, mostMembers).join(" | ")} | unknown` : different.join(" | ") || "unknown"
}
