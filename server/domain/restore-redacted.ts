import type { Schema } from "effect"
import { redacted } from "./secret-shapes"

type JsonObject = { readonly [key: string]: Schema.Json }
const isObject = (value: Schema.Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)
const isArray = (value: Schema.Json | undefined): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/**
 * Arguments that a person edited, who saw them redacted: what was left as it was shown becomes what it really is. A hidden value
 * can be replaced, not moved: `misplaced` names where one stands that was not shown there.
 */
export const restoreRedacted = (
  edited: Schema.Json,
  shown: Schema.Json | undefined,
  exact: Schema.Json | undefined
): { readonly args: Schema.Json; readonly misplaced: ReadonlyArray<string> } => {
  const misplaced: Array<string> = []
  const walk = (value: Schema.Json, seen: Schema.Json | undefined, real: Schema.Json | undefined, path: string): Schema.Json => {
    if (typeof value === "string") {
      if (!value.includes(redacted)) return value
      if (value === seen && real !== undefined) return real
      misplaced.push(path)
      return value
    }
    if (isArray(value)) return value.map((item, index) => walk(item, at(seen, index), at(real, index), `${path}.${index}`))
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, of(seen, key), of(real, key), `${path}.${key}`)]))
    return value
  }
  return { args: walk(edited, shown, exact, "args"), misplaced }
}

const at = (value: Schema.Json | undefined, index: number): Schema.Json | undefined => (isArray(value) ? value[index] : undefined)
const of = (value: Schema.Json | undefined, key: string): Schema.Json | undefined => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined)
