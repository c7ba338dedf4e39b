import type { Schema } from "effect"
import { at, isJsonArray, isJsonObject, type JsonObject, textAt } from "../../json-value"

/** One operation cannot be understood; the others can. */
export class Unsupported extends Error {}

/** A chain of references that lead to references. */
const longestChain = 32

/** What a pointer within the document leads to. */
export const pointed = (root: JsonObject, pointer: string): Schema.Json | undefined =>
  pointer
    .slice(1)
    .split("/")
    .slice(1)
    .reduce<Schema.Json | undefined>((value, part) => {
      const key = decodePart(part)
      return isJsonArray(value) ? value[Number(key)] : at(value, key)
    }, root)

const decodePart = (part: string): string => {
  const plain = part.replace(/~1/g, "/").replace(/~0/g, "~")
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** The object itself, or what its reference leads to. Other documents are never fetched. */
export const resolved = (root: JsonObject, value: Schema.Json | undefined, what: string): JsonObject => {
  let current = value
  for (let hops = 0; hops < longestChain; hops++) {
    const reference = textAt(current, "$ref")
    if (reference === null) {
      if (!isJsonObject(current)) throw new Unsupported(`${what} is not an object`)
      return current
    }
    if (!reference.startsWith("#")) throw new Unsupported(`${what} refers to another document (${reference.slice(0, 100)}), which is not fetched`)
    current = pointed(root, reference)
    if (current === undefined) throw new Unsupported(`${what} refers to ${reference.slice(0, 100)}, which does not exist`)
  }
  throw new Unsupported(`${what} refers to itself`)
}
