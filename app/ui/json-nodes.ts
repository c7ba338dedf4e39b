/**
 * What a JSON viewer draws of a value. Pure, and bounded: whatever the value's size, only what is shown is looked at, so it
 * serves a value at hand as well as one of 50 MB that a worker holds.
 */
export type JsonPath = ReadonlyArray<string | number>

export type JsonNode =
  /** `text` is JSON text, cut; `length` is what the whole has. */
  | { readonly kind: "text"; readonly text: string; readonly length: number }
  | { readonly kind: "number" | "boolean" | "null"; readonly text: string }
  | { readonly kind: "list" | "object"; readonly count: number }

export interface JsonEntry {
  readonly key: string | number
  readonly node: JsonNode
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)

/** Longer texts are cut; all of them is one step away. */
export const textStep = 2_000

export const nodeOf = (value: unknown, most = textStep): JsonNode => {
  if (typeof value === "string") return { kind: "text", text: JSON.stringify(value.length > most ? value.slice(0, most) : value), length: value.length }
  if (typeof value === "number") return { kind: "number", text: String(value) }
  if (typeof value === "boolean") return { kind: "boolean", text: String(value) }
  if (Array.isArray(value)) return { kind: "list", count: value.length }
  if (isRecord(value)) return { kind: "object", count: Object.keys(value).length }
  return { kind: "null", text: value === undefined ? "undefined" : "null" }
}

/** Some children of a list or an object, in order. */
export const entriesOf = (value: unknown, from: number, count: number): ReadonlyArray<JsonEntry> => {
  if (Array.isArray(value)) return value.slice(from, from + count).map((item, index) => ({ key: from + index, node: nodeOf(item) }))
  if (isRecord(value))
    return Object.keys(value)
      .slice(from, from + count)
      .map((key) => ({ key, node: nodeOf(value[key]) }))
  return []
}

export const valueAt = (root: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((value, key) => (Array.isArray(value) ? value[Number(key)] : isRecord(value) ? value[String(key)] : undefined), root)

/** The first levels are open as long as they are small. */
export const beginsOpen = (node: JsonNode, depth: number): boolean => "count" in node && (depth === 0 || (depth <= 2 && node.count <= 12))

/** How a program would write it: `result.items[3]["a name"]`. */
export const pathText = (base: string, path: JsonPath): string =>
  base +
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`))
    .join("")

export interface JsonMatch {
  readonly path: JsonPath
  readonly node: JsonNode
}

export interface JsonFound {
  readonly matches: ReadonlyArray<JsonMatch>
  /** There are more than were gathered. */
  readonly more: boolean
}

type Frame =
  | { readonly value: ReadonlyArray<unknown>; readonly keys: null; next: number; key: string | number }
  | { readonly value: Readonly<Record<string, unknown>>; readonly keys: ReadonlyArray<string>; next: number; key: string | number }

/** Where a key or a value contains the words, in the order of the value; upper and lower case are one. */
export const searchJson = (root: unknown, words: string, most: number): JsonFound => {
  const wanted = words.toLowerCase()
  const matches: Array<JsonMatch> = []
  let more = false
  const says = (value: unknown): boolean =>
    typeof value === "string" ? value.toLowerCase().includes(wanted) : typeof value === "object" && value !== null ? false : String(value) === wanted
  // A stack of its own rather than recursion: a value may be deeper than the engine's.
  const open: Array<Frame> = []
  const look = (value: unknown): boolean => {
    const key = open.at(-1)?.key
    if (says(value) || (typeof key === "string" && key.toLowerCase().includes(wanted))) {
      if (matches.length === most) return false
      matches.push({ path: open.map((frame) => frame.key), node: nodeOf(value, 200) })
    }
    if (Array.isArray(value)) open.push({ value, keys: null, next: 0, key: 0 })
    else if (isRecord(value)) open.push({ value, keys: Object.keys(value), next: 0, key: "" })
    return true
  }
  more = !look(root)
  for (let frame = open.at(-1); frame !== undefined && !more; frame = open.at(-1)) {
    const key = frame.keys === null ? frame.next : frame.keys[frame.next]
    if (key === undefined || (frame.keys === null && frame.next >= frame.value.length)) {
      open.pop()
      continue
    }
    frame.key = key
    frame.next += 1
    more = !look(valueAt(frame.value, [key]))
  }
  return { matches, more }
}

/** `12.3 KB` */
export const bytesWords = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** How large a value is as JSON text, roughly from a bounded look: a list of a million must not be walked to say so. */
export const sizeWords = (value: unknown): string => {
  if (value === null || value === undefined || typeof value === "number" || typeof value === "boolean") return ""
  let left = 50_000
  const walk = (one: unknown): number => {
    if (left-- <= 0) return 0
    if (typeof one === "string") return one.length + 2
    if (Array.isArray(one)) return one.reduce((sum: number, item) => (left > 0 ? sum + walk(item) + 1 : sum), 2)
    if (isRecord(one)) return Object.entries(one).reduce((sum, [key, item]) => (left > 0 ? sum + key.length + 4 + walk(item) : sum), 2)
    return 4
  }
  const bytes = walk(value)
  const more = left <= 0 ? "over " : ""
  return bytes < 1000 ? "" : `${more}${bytesWords(bytes)}`
}
