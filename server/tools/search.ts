import { nameOf } from "./tool-path"
import type { Tool } from "./tool-source"

export interface Ranked {
  readonly tool: Tool
  /** Higher is better; 1 means that every word of the query is a word of the tool's name. */
  readonly score: number
}

/** What a word is worth where it is found. */
const weight = { name: 1, source: 0.5, arguments: 0.3, description: 0.4 } as const
const similarWord = 0.8
const beginningOfWord = 0.7

/** Words that say nothing about a tool. */
const fillers = new Set([
  "a",
  "an",
  "the",
  "to",
  "for",
  "of",
  "in",
  "on",
  "with",
  "and",
  "or",
  "from",
  "by",
  "my",
  "all",
  "i",
  "me",
  "want",
  "need",
  "tool",
  "tools",
  "please",
  "how",
  "can",
  "that",
  "which"
])

/** Agents rarely know which of these verbs an API uses. */
const sameMeaning: ReadonlyArray<ReadonlyArray<string>> = [
  ["create", "add", "new", "insert", "open", "make", "post"],
  ["delete", "remove", "destroy", "erase", "drop"],
  ["list", "find", "search", "query", "browse"],
  ["get", "fetch", "read", "show", "retrieve", "view"],
  ["update", "edit", "change", "modify", "set", "patch"],
  ["send", "post", "notify", "message"]
]

/** `createIssue`, `create_issue` and `issues` are known by the words `create` and `issue`. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(stem)

const stem = (word: string): string => {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") ? word.slice(0, -1) : word
}

/** The tools that have to do with the query, best first, equals by path. An empty query finds nothing. */
export const rankTools = (query: string, tools: ReadonlyArray<Tool>): ReadonlyArray<Ranked> => {
  const all = [...new Set(wordsOf(query.slice(0, 500)))]
  const telling = all.filter((word) => !fillers.has(word))
  const wanted = telling.length > 0 ? telling : all
  if (wanted.length === 0) return []
  const exact = query.trim().toLowerCase()
  return tools
    .map((tool) => ({ tool, score: tool.path.toLowerCase() === exact ? 2 : scoreOf(wanted, tool) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.tool.path < b.tool.path ? -1 : 1))
}

const scoreOf = (wanted: ReadonlyArray<string>, tool: Tool): number => {
  const places: ReadonlyArray<readonly [ReadonlyArray<string>, number]> = [
    [wordsOf(nameOf(tool.path)), weight.name],
    [wordsOf(tool.path.split(".", 1)[0] ?? ""), weight.source],
    // Untrusted sources may describe at any length.
    [wordsOf(tool.description.slice(0, 2000)), weight.description],
    [argumentWords(tool), weight.arguments]
  ]
  const found = wanted.map((word) => Math.max(...places.map(([words, worth]) => worth * presence(word, words))))
  const hits = found.filter((score) => score > 0).length
  // A tool that meets every word comes before one that meets a single word well.
  const total = found.reduce((sum, score) => sum + score, 0) / wanted.length
  return Math.round(total * (0.5 + hits / wanted.length / 2) * 1000) / 1000
}

const argumentWords = (tool: Tool): ReadonlyArray<string> => {
  const properties = tool.inputSchema["properties"]
  return typeof properties === "object" && properties !== null ? Object.keys(properties).slice(0, 50).flatMap(wordsOf) : []
}

const presence = (word: string, words: ReadonlyArray<string>): number => {
  if (words.includes(word)) return 1
  if (sameMeaning.some((group) => group.includes(word) && words.some((other) => group.includes(other)))) return similarWord
  return word.length > 2 && words.some((other) => other.startsWith(word) || (other.length > 3 && word.startsWith(other))) ? beginningOfWord : 0
}

export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
  readonly hasMore: boolean
  readonly nextOffset: number | null
}

export const pageOf = <A>(all: ReadonlyArray<A>, limit: number, offset: number): Page<A> => {
  const items = all.slice(offset, offset + limit)
  const hasMore = offset + items.length < all.length
  return { items, total: all.length, hasMore, nextOffset: hasMore ? offset + items.length : null }
}
