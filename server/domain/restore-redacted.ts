import type { Schema } from "effect"
import { canonicalJson } from "./canonical-json"
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
    if (isArray(value)) {
      // Where items were moved, added or taken out, a place does not say any more which hidden value is meant.
      const isKept = isArray(seen) && isArray(real) && !isMoved(value, seen)
      return value.map((item, index) => walk(item, isKept ? at(seen, index) : undefined, isKept ? at(real, index) : undefined, `${path}.${index}`))
    }
    if (isObject(value)) {
      // Which hidden name is meant is not known: sent as it stands, the call would have another argument than the one that was asked for.
      for (const key of Object.keys(value)) if (key.includes(redacted) && of(real, key) === undefined) misplaced.push(`${path}.${key}`)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, of(seen, key), of(real, key), `${path}.${key}`)]))
    }
    return value
  }
  return { args: walk(edited, shown, exact, "args"), misplaced }
}

/** Another number of items, or one that stood elsewhere. Items that look the same are told apart by their place alone. */
const isMoved = (edited: ReadonlyArray<Schema.Json>, shown: ReadonlyArray<Schema.Json>): boolean => {
  const before = shown.map((item) => canonicalJson(item))
  const now = edited.map((item) => canonicalJson(item))
  return now.length !== before.length || now.some((item, index) => item !== before[index] && before.includes(item))
}

const at = (value: Schema.Json | undefined, index: number): Schema.Json | undefined => (isArray(value) ? value[index] : undefined)
const of = (value: Schema.Json | undefined, key: string): Schema.Json | undefined => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined)
