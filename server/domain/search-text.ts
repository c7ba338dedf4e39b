/* What people look for: some words, or a run's id. Pure, and without schemas: the browser uses it on every list. */

/** What a search has to contain. */
export const searchPattern = /[\p{L}\p{N}]/u
export const longestSearch = 200

/** Whether there is anything in it to look for. */
export const isSearchable = (text: string): boolean => searchPattern.test(text) && text.length <= longestSearch

/** More words than this narrow nothing further. */
const mostWords = 12

/** Letters and digits in a row, in small letters: how both stores cut a text into words. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** What a search looks for: each word as the beginning of one. */
export const searchedWords = (q: string): ReadonlyArray<string> => [...new Set(wordsOf(q))].slice(0, mostWords)

/** A run's id, or how one begins. */
export const isRunIdSearch = (q: string): boolean => /^run_[0-9a-f-]{1,36}$/i.test(q.trim())
