import type { Schema } from "effect"

/** Deeper than any honest document, and shallow enough for everything that walks it later. */
export const deepestJson = 500

/**
 * Whether JSON text nests deeper than a limit. Looks at the text alone, so that a hostile one is refused before anything
 * walks its value. Text that is not JSON is judged by its brackets all the same.
 */
export const isDeeperThan = (text: string, limit: number): boolean => {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === backslash) at++
      else if (char === quote) inString = false
    } else if (char === quote) inString = true
    else if (char === openBracket || char === openBrace) {
      if (++depth > limit) return true
    } else if (char === closeBracket || char === closeBrace) depth--
  }
  return false
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** JSON text from outside, or what is wrong with it; in words that follow the name of the thing. */
export const readJson = (text: string): { readonly value: Schema.Json } | { readonly fault: string } => {
  if (isDeeperThan(text, deepestJson)) return { fault: `is nested deeper than ${deepestJson} levels` }
  try {
    const value: Schema.Json = JSON.parse(text)
    return { value }
  } catch (cause) {
    return { fault: cause instanceof SyntaxError ? `is not valid JSON: ${cause.message}` : "is not valid JSON" }
  }
}
