import type { Schema } from "effect"

export type JsonValue = Schema.Json

/** JSON text of the sandbox or the journal as a value; undefined stays undefined. The text was made by JSON.stringify. */
export const parseJson = (text: string | undefined): JsonValue | undefined => {
  if (text === undefined) return undefined
  const value: JsonValue = JSON.parse(text)
  return value
}

export const utf8Bytes = (text: string): number => Buffer.byteLength(text, "utf8")
