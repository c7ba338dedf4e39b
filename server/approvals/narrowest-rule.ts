import type { Schema } from "effect"
import { redacted } from "../domain/secret-shapes"
import type { ArgumentCondition } from "./conditions"

/** So many conditions are offered; more nobody reads. */
const mostConditions = 12
const longestText = 120

/** The narrowest rule that would let this very call through. */
export interface NarrowestRule {
  readonly pattern: string
  readonly conditions: ReadonlyArray<ArgumentCondition>
  /** Arguments that no condition can be about: hidden, long, or too many. */
  readonly left: ReadonlyArray<string>
}

/** Exactly this tool, with exactly these arguments, numbers as their upper limit. `args`: redacted, as they are shown. */
export const narrowestRule = (path: string, args: Schema.Json): NarrowestRule => {
  const conditions: Array<ArgumentCondition> = []
  const left: Array<string> = []
  for (const { pointer, value } of leavesOf(args, "")) {
    const isHidden = typeof value === "string" && (value.includes(redacted) || value.length > longestText)
    if (isHidden || conditions.length === mostConditions) left.push(pointer)
    else conditions.push(typeof value === "number" ? { pointer, atMost: value } : { pointer, equals: value })
  }
  return { pattern: path, conditions, left }
}

type Leaf = { readonly pointer: string; readonly value: Schema.Json }

const leavesOf = (value: Schema.Json, pointer: string): ReadonlyArray<Leaf> => {
  if (typeof value !== "object" || value === null) return pointer === "" ? [] : [{ pointer, value }]
  const entries = Array.isArray(value) ? value.map((item: Schema.Json, index) => [String(index), item] as const) : Object.entries(value)
  // An empty list or object is a value like any other.
  if (entries.length === 0) return pointer === "" ? [] : [{ pointer, value }]
  return entries.flatMap(([key, item]) => leavesOf(item, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`))
}
