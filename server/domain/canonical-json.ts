import type { Schema } from "effect"

type Frame =
  | { readonly items: ReadonlyArray<Schema.Json>; at: number }
  | { readonly object: { readonly [key: string]: Schema.Json }; readonly keys: ReadonlyArray<string>; at: number }

const isArray = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/**
 * JSON text in which equal values are equal text (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers
 * as ECMAScript prints them. It is what an approval binds and what hashes are made of.
 * Iterative, because a program may send a value nested deeper than the stack.
 */
export const canonicalJson = (value: Schema.Json): string => {
  const parts: Array<string> = []
  const open: Array<Frame> = []
  const write = (next: Schema.Json): void => {
    if (typeof next !== "object" || next === null) {
      parts.push(JSON.stringify(next) ?? "null")
    } else if (isArray(next)) {
      parts.push("[")
      open.push({ items: next, at: 0 })
    } else {
      parts.push("{")
      // The default sort compares UTF-16 code units, as the RFC asks. What JSON leaves out has no place in its text.
      open.push({
        object: next,
        keys: Object.keys(next)
          .filter((key) => next[key] !== undefined)
          .sort(),
        at: 0
      })
    }
  }
  write(value)
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    if ("items" in frame) {
      if (frame.at === frame.items.length) {
        parts.push("]")
        open.pop()
        continue
      }
      if (frame.at > 0) parts.push(",")
      write(frame.items[frame.at++] ?? null)
    } else {
      const key = frame.keys[frame.at]
      if (key === undefined) {
        parts.push("}")
        open.pop()
        continue
      }
      parts.push(frame.at > 0 ? "," : "", JSON.stringify(key), ":")
      frame.at++
      write(frame.object[key] ?? null)
    }
  }
  return parts.join("")
}
