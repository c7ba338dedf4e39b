import { calledAs } from "./program-notes"

type JsonSchema = { readonly [keyword: string]: unknown }

const isRecord = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null && !Array.isArray(value)

const placeholder = (schema: unknown): string => {
  if (!isRecord(schema)) return '""'
  if (schema.default !== undefined) return JSON.stringify(schema.default)
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return JSON.stringify(schema.enum[0])
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case "number":
    case "integer":
      return typeof schema.minimum === "number" ? String(schema.minimum) : "0"
    case "boolean":
      return "false"
    case "array":
      return "[]"
    case "object":
      return "{}"
    case "null":
      return "null"
    default:
      return '""'
  }
}

/** The call of a tool as it is put into a program: what it requires, with a value of the right kind. */
export const callSnippet = (path: string, inputSchema: unknown): string => {
  const properties = isRecord(inputSchema) && isRecord(inputSchema.properties) ? inputSchema.properties : {}
  const required = isRecord(inputSchema) && Array.isArray(inputSchema.required) ? inputSchema.required.filter((name) => typeof name === "string") : []
  const parts = required.map((name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${placeholder(properties[name])}`)
  return `await ${calledAs(path)}(${parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`})`
}

/** Where a call goes: to the cursor where a value is wanted or the line is blank, else, behind a finished line, on a line of its own. */
export const insertion = (code: string, at: number, snippet: string): { readonly from: number; readonly text: string } => {
  const start = code.lastIndexOf("\n", at - 1) + 1
  const end = code.indexOf("\n", at) < 0 ? code.length : code.indexOf("\n", at)
  const line = code.slice(start, end)
  const before = code.slice(start, at)
  if (line.trim() === "") return { from: at, text: snippet }
  if (/\bawait\s*$/.test(before)) return { from: at, text: snippet.replace(/^await /, before.endsWith(" ") ? "" : " ") }
  if (/([=(,[:?&|+]|=>|\breturn)\s*$/.test(before)) return { from: at, text: snippet }
  if (code.slice(at, end).trim() === "") return { from: end, text: `\n${/^\s*/.exec(line)?.[0] ?? ""}${snippet}` }
  return { from: at, text: snippet }
}
