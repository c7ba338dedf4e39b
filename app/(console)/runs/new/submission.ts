import type { Schema } from "effect"

/** The arguments field: nothing, JSON, or what is wrong with it. */
export const parseArgs = (text: string): { readonly args: Schema.Json } | { readonly none: true } | { readonly message: string } => {
  if (text.trim() === "") return { none: true }
  try {
    const args: Schema.Json = JSON.parse(text)
    return { args }
  } catch (error) {
    return { message: error instanceof Error ? `is not valid JSON: ${error.message}` : "is not valid JSON" }
  }
}
