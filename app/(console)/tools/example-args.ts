type Schema = { readonly [keyword: string]: unknown }

const isObject = (value: unknown): value is Schema => typeof value === "object" && value !== null && !Array.isArray(value)

const exampleOf = (schema: unknown): unknown => {
  if (!isObject(schema)) return null
  if (schema["default"] !== undefined) return schema["default"]
  if (Array.isArray(schema["enum"]) && schema["enum"].length > 0) return schema["enum"][0]
  const either = schema["oneOf"] ?? schema["anyOf"]
  if (Array.isArray(either)) return exampleOf(either[0])
  switch (Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"]) {
    case "string":
      return ""
    case "number":
    case "integer":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 0
    case "boolean":
      return false
    case "array":
      return []
    case "object":
      return {}
    default:
      return schema["properties"] === undefined && schema["$ref"] === undefined ? null : {}
  }
}

/** What a call needs, with something of the right kind in each place: a beginning to type over. */
export const exampleArgs = (inputSchema: unknown): string => {
  if (!isObject(inputSchema)) return "{}"
  const { properties, required } = inputSchema
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : []
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, exampleOf(isObject(properties) ? properties[name] : undefined)])), null, 2)
}
