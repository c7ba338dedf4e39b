import type { Schema } from "effect"

export type JsonObject = { readonly [key: string]: Schema.Json }

export const isJsonArray = (value: Schema.Json | undefined): value is ReadonlyArray<Schema.Json> => Array.isArray(value)
export const isJsonObject = (value: Schema.Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !isJsonArray(value)

/** What stands under a key of the value's own; undefined for anything that is no object. */
export const at = (value: Schema.Json | undefined, key: string): Schema.Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

export const textAt = (value: Schema.Json | undefined, key: string): string | null => {
  const found = at(value, key)
  return typeof found === "string" ? found : null
}

export const objectAt = (value: Schema.Json | undefined, key: string): JsonObject => {
  const found = at(value, key)
  return isJsonObject(found) ? found : {}
}

export const listAt = (value: Schema.Json | undefined, key: string): ReadonlyArray<Schema.Json> => {
  const found = at(value, key)
  return isJsonArray(found) ? found : []
}
