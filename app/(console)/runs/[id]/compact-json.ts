import { sizeWords } from "@/app/ui/json-nodes"
import type { ToolCall } from "@/server/domain/tool-call"

/** Enough to recognise a value by. */
const shownCharacters = 220

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)

/** Writes like a person would, and no further than is shown: a value of megabytes is not walked to its end. */
const write = (value: unknown, left: number): string => {
  if (left <= 0) return "…"
  if (typeof value === "string") return value.length <= left ? JSON.stringify(value) : `${JSON.stringify(value.slice(0, left))}…`
  if (Array.isArray(value)) {
    let text = "["
    for (const [index, item] of value.entries()) {
      if (text.length > left) return `${text}, …`
      text += (index === 0 ? "" : ", ") + write(item, left - text.length)
    }
    return `${text}]`
  }
  if (isRecord(value)) {
    const entries = Object.entries(value)
    let text = "{"
    for (const [index, [key, item]] of entries.entries()) {
      if (text.length > left) return `${text}, …`
      text += `${index === 0 ? " " : ", "}${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${write(item, left - text.length)}`
    }
    return entries.length === 0 ? "{}" : `${text} }`
  }
  return value === undefined ? "undefined" : String(value)
}

/** `{ amount: 1280000, currency: "eur", … }` and, when it was cut, how large all of it is. */
export const compactJson = (value: unknown): { readonly text: string; readonly cut: string } => {
  const text = write(value, shownCharacters)
  return text.length <= shownCharacters + 40
    ? { text, cut: text.includes("…") ? sizeWords(value) : "" }
    : { text: `${text.slice(0, shownCharacters)} …`, cut: sizeWords(value) }
}

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

/** `, second of two`: which of the calls of the same path it was; nothing when it was the only one. */
export const ordinalOf = (calls: ReadonlyArray<ToolCall>, call: ToolCall): string => {
  const same = calls.filter((one) => one.path === call.path)
  if (same.length < 2) return ""
  const at = same.findIndex((one) => one.id === call.id)
  return `, ${ordinals[at] ?? `number ${at + 1}`} of ${numbers[same.length] ?? same.length}`
}
