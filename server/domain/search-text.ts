import { Schema } from "effect"

/** What somebody looks for: some words, or a run's id. */
export const SearchText = Schema.String.check(
  Schema.isPattern(/[\p{L}\p{N}]/u, { message: "a text with at least one letter or digit" }),
  Schema.isMaxLength(200)
)

/** More words than this narrow nothing further. */
const mostWords = 12

/** Letters and digits in a row, in small letters: how both stores cut a text into words. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** What a search looks for: each word as the beginning of one. */
export const searchedWords = (q: string): ReadonlyArray<string> => [...new Set(wordsOf(q))].slice(0, mostWords)

/** A run's id, or how one begins. */
export const isRunIdSearch = (q: string): boolean => /^run_[0-9a-f-]{1,36}$/i.test(q.trim())
