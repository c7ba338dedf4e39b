import type { Schema } from "effect"
import { redacted } from "../domain/secret-shapes"
import type { ArgumentCondition } from "./conditions"

/** So many conditions on values are offered; more nobody reads. */
const mostConditions = 12
/** Names that an object may have are listed for so many objects. */
const mostObjects = 12
const longestText = 120

/** The narrowest rule that would let this very call through. */
export interface NarrowestRule {
  readonly pattern: string
  readonly conditions: ReadonlyArray<ArgumentCondition>
  /** Arguments that no condition can be about: hidden, long, or too many. */
  readonly left: ReadonlyArray<string>
}

/**
 * Exactly this tool, with exactly these arguments and no others, numbers as their upper limit; but a number that names a thing
 * is that number: "at most 512" would be every issue up to it. `args`: redacted, as they are shown.
 */
export const narrowestRule = (path: string, args: Schema.Json): NarrowestRule => {
  const conditions: Array<ArgumentCondition> = []
  const left: Array<string> = []
  for (const { pointer, value } of leavesOf(args, "")) {
    if (isHidden(value) || conditions.length === mostConditions) left.push(pointer)
    else conditions.push(typeof value === "number" && isAmount(pointer, value) ? { pointer, atMost: value } : { pointer, equals: value })
  }
  // Without these an argument that this call did not have, such as `force`, would pass as well.
  const objects = objectsOf(args ?? {}, "").filter(({ only }) => !only.some((name) => name.includes(redacted) || name.length > longestText))
  return { pattern: path, conditions: [...conditions, ...objects.slice(0, mostObjects)], left }
}

/** Every object that the conditions go into, with its names. */
const objectsOf = (value: Schema.Json, pointer: string): ReadonlyArray<{ readonly pointer: string; readonly only: ReadonlyArray<string> }> => {
  if (typeof value !== "object" || value === null) return []
  const items = entriesOf(value)
  if (isList(value)) return !isHidden(value) ? [] : items.flatMap(([key, item]) => objectsOf(item, below(pointer, key)))
  if (items.length === 0 && pointer !== "") return []
  return [{ pointer, only: Object.keys(value) }, ...items.flatMap(([key, item]) => objectsOf(item, below(pointer, key)))]
}

type Leaf = { readonly pointer: string; readonly value: Schema.Json }

const isHidden = (value: Schema.Json): boolean => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.includes(redacted) || text.length > longestText
}

const isList = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/** Less of it is less. Below nothing there is no such thing. */
const isAmount = (pointer: string, value: number): boolean =>
  value >= 0 && !/(?:^|[^a-z])(?:ids?|no|nr|num|number|key|code|ref|version|port|index|page|pid|uid)$/i.test(wordsOf(pointer))

/** `/issueNumber` and `/issue_number` end in the word "number". */
const wordsOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1).replace(/([a-z0-9])([A-Z])/g, "$1_$2")

const leavesOf = (value: Schema.Json, pointer: string): ReadonlyArray<Leaf> => {
  if (typeof value !== "object" || value === null) return pointer === "" && value === null ? [] : [{ pointer, value }]
  // A list is one value: item by item, a longer one would pass as well.
  if (isList(value) && !isHidden(value)) return [{ pointer, value }]
  const entries = entriesOf(value)
  // An empty object is a value like any other.
  if (entries.length === 0) return pointer === "" ? [] : [{ pointer, value }]
  return entries.flatMap(([key, item]) => leavesOf(item, below(pointer, key)))
}

const entriesOf = (value: { readonly [key: string]: Schema.Json } | ReadonlyArray<Schema.Json>): ReadonlyArray<readonly [string, Schema.Json]> =>
  isList(value) ? value.map((item, index) => [String(index), item] as const) : Object.entries(value)

const below = (pointer: string, key: string): string => `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`
