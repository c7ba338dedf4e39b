import type { Schema } from "effect"
import { isJsonArray, isJsonObject } from "../json-value"

/** Shorter ones would take innocent text with them. */
const shortestSecret = 6
export const scrubbed = "[redacted]"

/** Takes the secrets out of what an upstream says, in each of the ways that it can say it. */
export interface Scrub {
  readonly text: (text: string) => string
  /** Each text and each key, as they are once the escapes of JSON are read. */
  readonly json: (value: Schema.Json) => Schema.Json
  readonly bytes: (bytes: Uint8Array) => Uint8Array
}

/**
 * Takes a source's own credentials out of what it says: an upstream may echo its request, and what it echoes goes to
 * programs and into the history. Found as they are, and as URLs, JSON and base64 write them.
 */
export const makeScrub = (secrets: ReadonlyArray<string>): Scrub => {
  const forms = new Set(secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf))
  // Longest first, so that no shorter form leaves the rest of a longer one behind.
  const patterns = [...forms].sort((a, b) => b.length - a.length).map((form) => new RegExp([...form].map(written).join(""), "g"))
  const text = (given: string): string => (given.length < shortestSecret ? given : patterns.reduce((clean, form) => clean.replace(form, scrubbed), given))
  const json = (value: Schema.Json): Schema.Json => {
    if (typeof value === "string") return text(value)
    if (isJsonArray(value)) return value.map(json)
    if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), json(inner)]))
    // A secret of digits may be said as a number.
    return typeof value === "number" && text(String(value)) !== String(value) ? scrubbed : value
  }
  if (patterns.length === 0) return { text, json: (value) => value, bytes: (bytes) => bytes }
  return { text, json, bytes: (bytes) => Buffer.from(text(Buffer.from(bytes).toString("latin1")), "latin1") }
}

const formsOf = (secret: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString("base64")
  return [secret, bytes.toString("latin1"), base64, base64.replace(/=+$/, ""), bytes.toString("base64url")]
}

/** How a character may be written where text is not parsed: as it is, escaped by JSON, or as URLs do. */
const written = (char: string): string => {
  if (/[A-Za-z0-9]/.test(char)) return char
  const plain = char.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
  const units = Array.from({ length: char.length }, (_, index) => `\\\\u${anyCase(char.charCodeAt(index).toString(16).padStart(4, "0"))}`)
  const percent = [...Buffer.from(char)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, "0"))}`)
  return `(?:\\\\?${plain}|${units.join("")}|${percent.join("")}${char === " " ? "|\\+" : ""})`
}

const anyCase = (hex: string): string => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
