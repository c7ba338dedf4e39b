import type { Schema } from "effect"
import { readJson } from "@/server/domain/json-input"

/** The arguments field: nothing, JSON, or what is wrong with it. */
export const parseArgs = (text: string): { readonly args: Schema.Json } | { readonly none: true } | { readonly message: string } => {
  if (text.trim() === "") return { none: true }
  const read = readJson(text)
  return "value" in read ? { args: read.value } : { message: read.fault }
}
