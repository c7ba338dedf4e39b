/** What the JSON viewer draws of a value; children are looked at only when they are shown. */
export type JsonNode =
  | { readonly kind: "text" | "number" | "boolean" | "null"; readonly text: string }
  | { readonly kind: "list"; readonly count: number; readonly items: ReadonlyArray<unknown> }
  | { readonly kind: "object"; readonly count: number; readonly keys: ReadonlyArray<string>; readonly record: Readonly<Record<string, unknown>> }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)

export const nodeOf = (value: unknown): JsonNode => {
  if (typeof value === "string") return { kind: "text", text: JSON.stringify(value) }
  if (typeof value === "number") return { kind: "number", text: String(value) }
  if (typeof value === "boolean") return { kind: "boolean", text: String(value) }
  if (Array.isArray(value)) return { kind: "list", count: value.length, items: value }
  if (isRecord(value)) {
    const keys = Object.keys(value)
    return { kind: "object", count: keys.length, keys, record: value }
  }
  return { kind: "null", text: value === undefined ? "undefined" : "null" }
}

export const childrenOf = (
  node: Extract<JsonNode, { readonly count: number }>,
  most: number
): ReadonlyArray<{ readonly name: string; readonly node: JsonNode }> =>
  node.kind === "list"
    ? node.items.slice(0, most).map((item, index) => ({ name: String(index), node: nodeOf(item) }))
    : node.keys.slice(0, most).map((key) => ({ name: key, node: nodeOf(node.record[key]) }))

/** The first levels are open as long as they are small. */
export const beginsOpen = (node: JsonNode, depth: number): boolean => "count" in node && (depth === 0 || (depth <= 2 && node.count <= 12))

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
  return bytes < 1000 ? "" : bytes < 1_000_000 ? `${more}${(bytes / 1000).toFixed(1)} KB` : `${more}${(bytes / 1_000_000).toFixed(1)} MB`
}
