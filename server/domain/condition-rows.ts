import type { Schema } from "effect"
import { readJson } from "./json-input"

/*
 * The conditions of a rule as rows of a form: which argument, how it is tested, against what. What no row can say (who
 * asks, through what, several tests of one argument in one condition) stays JSON.
 */

export const argumentTests = ["equals", "in", "glob", "less", "atMost", "greater", "atLeast"] as const
export type ArgumentTest = (typeof argumentTests)[number]

export interface ConditionRow {
  /** A JSON pointer. */
  readonly pointer: string
  readonly test: ArgumentTest
  readonly value: string
}

type JsonObject = { readonly [key: string]: Schema.Json }
const isObject = (value: Schema.Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)
const isList = (value: Schema.Json | undefined): value is ReadonlyArray<Schema.Json> => Array.isArray(value)
const isTest = (name: string): name is ArgumentTest => argumentTests.some((test) => test === name)

/** The rows, and JSON of what they leave out; null when that is nothing. */
export const rowsOf = (when: Schema.Json | undefined): { readonly rows: ReadonlyArray<ConditionRow>; readonly rest: JsonObject | null } => {
  if (!isObject(when)) return { rows: [], rest: null }
  const { args, ...others } = when
  const all = isList(args) ? args : []
  const rows = all.map(rowOf)
  const left = all.filter((_, index) => rows[index] === null)
  const rest: JsonObject = { ...others, ...(left.length > 0 || (args !== undefined && !isList(args)) ? { args: isList(args) ? left : (args ?? null) } : {}) }
  return { rows: rows.filter((row) => row !== null), rest: Object.keys(rest).length === 0 ? null : rest }
}

const rowOf = (condition: Schema.Json): ConditionRow | null => {
  if (!isObject(condition)) return null
  const { pointer, ...tests } = condition
  const [only, ...more] = Object.entries(tests)
  if (typeof pointer !== "string" || only === undefined || more.length > 0) return null
  const [test, value] = only
  return isTest(test) ? { pointer, test, value: textOf(test, value) } : null
}

/** The conditions that rows and further JSON make together; undefined: none. Rows without anything in them are left out. */
export const whenOf = (rows: ReadonlyArray<ConditionRow>, rest: Schema.Json | null): Schema.Json | undefined => {
  const tests = rows
    .filter(({ pointer, value }) => pointer.trim() !== "" || value.trim() !== "")
    .map(({ pointer, test, value }): Schema.Json => ({ pointer: pointerOf(pointer), [test]: valueIn(test, value) }))
  if (rest !== null && !isObject(rest)) return rest
  const further = rest?.["args"]
  if (further !== undefined && !isList(further)) return { ...rest }
  const args = [...tests, ...(further ?? [])]
  const when: JsonObject = { ...rest, ...(args.length > 0 ? { args } : {}) }
  return Object.keys(when).length === 0 ? undefined : when
}

/** `amount` is written for `/amount`. */
const pointerOf = (typed: string): string => {
  const pointer = typed.trim()
  return pointer === "" || pointer.startsWith("/") ? pointer : `/${pointer}`
}

/** What is typed is JSON where it is, else text. */
const valueIn = (test: ArgumentTest, typed: string): Schema.Json => {
  if (test === "glob") return typed
  if (test !== "in") return jsonOrText(typed)
  const list = jsonOrText(typed)
  return isList(list) ? list : typed.split(",").map(jsonOrText)
}

const jsonOrText = (typed: string): Schema.Json => {
  const text = typed.trim()
  const read = readJson(text)
  return "value" in read ? read.value : text
}

const textOf = (test: ArgumentTest, value: Schema.Json): string => {
  if (test === "glob" && typeof value === "string") return value
  if (test === "in" && isList(value)) {
    const texts = value.map(plainText)
    return texts.some((text) => text.includes(",") || text === "") || value.length === 0 ? JSON.stringify(value) : texts.join(", ")
  }
  return plainText(value)
}

/** Text without quotes, unless it would be taken for something else. */
const plainText = (value: Schema.Json): string =>
  typeof value === "string" && value !== "" && value === value.trim() && "fault" in readJson(value) ? value : JSON.stringify(value)

/** The rows of a form, whose fields of one name come together. */
export const typedRows = (
  typed: Readonly<Record<"argPointer" | "argTest" | "argValue", string | ReadonlyArray<string> | undefined>>
): ReadonlyArray<ConditionRow> => {
  const [pointers, tests, values] = [[typed.argPointer ?? []].flat(), [typed.argTest ?? []].flat(), [typed.argValue ?? []].flat()]
  return pointers.map((pointer, index) => {
    const test = tests[index] ?? ""
    return { pointer, test: isTest(test) ? test : "equals", value: values[index] ?? "" }
  })
}
