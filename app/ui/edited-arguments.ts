import { canonicalJson } from "@/server/domain/canonical-json"
import { readJson } from "@/server/domain/json-input"
import type { JsonText } from "./approval-card-props"

/** What somebody has made of a call's arguments. `Same`: nothing, however it is laid out. */
export type ReadArguments = { readonly _tag: "Same" } | { readonly _tag: "Edited"; readonly args: JsonText } | { readonly _tag: "Broken" }

export const readArguments = (text: string, asked: JsonText): ReadArguments => {
  if (text.trim() === "") return { _tag: "Same" }
  const read = readJson(text)
  if ("fault" in read) return { _tag: "Broken" }
  return canonicalJson(read.value) === canonicalJson(asked ?? {}) ? { _tag: "Same" } : { _tag: "Edited", args: read.value }
}
