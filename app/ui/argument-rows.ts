import { hasHidden } from "@/server/domain/hidden-characters"

/** One row of an argument table: a leaf of the arguments, with the path that leads to it. */
export interface ArgumentRow {
  /** `metadata.note`, `items[0].id`; the whole value is `value`. */
  readonly path: string
  readonly kind: "text" | "number" | "boolean" | "null" | "empty"
  /** As it is written: text without quotation marks, unless it would read as something else. */
  readonly text: string
  /** Free text that a person could take for something the console says. */
  readonly free: boolean
  /** Longer than the table shows at first. */
  readonly long: boolean
}

export const shownCharacters = 200
export const shownLines = 4
export const shownRows = 24

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u
const join = (path: string, key: string): string => {
  const part = plainKey.test(key) ? key : JSON.stringify(key)
  return path === "" ? part : plainKey.test(key) ? `${path}.${part}` : `${path}[${part}]`
}

/** Whether it is one whole JSON text in quotation marks: `"5"`, but not `"5" of "6"`. */
const isQuoted = (text: string): boolean => {
  if (!/^".*"$/.test(text)) return false
  try {
    return typeof JSON.parse(text) === "string"
  } catch {
    return false
  }
}

/**
 * Text that would look like another value (a number, `true`, nothing, blanks at its ends, a text in quotation marks) is
 * written in quotation marks, its own escaped: no two values are written alike.
 */
const writtenText = (text: string): string =>
  text === "" || text !== text.trim() || /^(true|false|null|-?\d+(\.\d+)?([eE][+-]?\d+)?|\[\]|\{\})$/.test(text) || isQuoted(text) ? JSON.stringify(text) : text

const isLong = (text: string): boolean => text.length > shownCharacters || text.split("\n", shownLines + 1).length > shownLines
const isFree = (text: string): boolean => text.length > 48 || text.includes("\n") || hasHidden(text, { spaces: true })

const leaf = (path: string, value: unknown): ArgumentRow => {
  if (typeof value === "string") return { path, kind: "text", text: writtenText(value), free: isFree(value), long: isLong(value) }
  if (typeof value === "number") return { path, kind: "number", text: String(value), free: false, long: false }
  if (typeof value === "boolean") return { path, kind: "boolean", text: String(value), free: false, long: false }
  if (value === null || value === undefined) return { path, kind: "null", text: "null", free: false, long: false }
  return { path, kind: "empty", text: Array.isArray(value) ? "[]" : "{}", free: false, long: false }
}

const walk = (path: string, value: unknown, rows: Array<ArgumentRow>): void => {
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) walk(`${path}[${index}]`, item, rows)
    return
  }
  const entries = isRecord(value) ? Object.entries(value) : []
  if (entries.length > 0) {
    for (const [key, item] of entries) walk(join(path, key), item, rows)
    return
  }
  rows.push(leaf(path === "" ? "value" : path, value))
}

/** Every leaf of the arguments, in their order. Nothing is left out: what is not shown at first is marked. */
export const argumentRows = (args: unknown): ReadonlyArray<ArgumentRow> => {
  const rows: Array<ArgumentRow> = []
  if (isRecord(args) && Object.keys(args).length === 0) return rows
  walk("", args, rows)
  return rows
}

/** The part of a long text that is shown before it is expanded. */
export const beginningOf = (text: string): string => {
  const cut = text.split("\n").slice(0, shownLines).join("\n").slice(0, shownCharacters)
  // Half of a surrogate pair would be shown as a hidden character.
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** The key under which the rows beyond `shownRows` are expanded. */
export const moreRows = "…"

/** What is cut off still; while this is not empty nothing can be approved. */
export const cutOff = (rows: ReadonlyArray<ArgumentRow>, expanded: ReadonlySet<string>): ReadonlyArray<string> => {
  const cut = rows.filter((row) => row.long && !expanded.has(row.path)).map((row) => row.path)
  return rows.length > shownRows && !expanded.has(moreRows) ? [...cut, moreRows] : cut
}
