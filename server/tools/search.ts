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

/** The words of one tool, by where they stand and what they are worth there. */
type Places = ReadonlyArray<readonly [ReadonlySet<string>, number]>

export type RankTools = (query: string, tools: ReadonlyArray<Tool>) => ReadonlyArray<Ranked>

/** Ranks, and keeps the words of the tools it has seen for as long as these live: an API may have thousands. */
export const makeRankTools = (): RankTools => {
  const known = new WeakMap<Tool, Places>()
  return (query, tools) =>
    rank(query, tools, (tool) => {
      const places = known.get(tool) ?? placesOf(tool)
      known.set(tool, places)
      return places
    })
}

/** The tools that have to do with the query, best first, equals by path. An empty query finds nothing. */
const rank = (query: string, tools: ReadonlyArray<Tool>, placesIn: (tool: Tool) => Places): ReadonlyArray<Ranked> => {
  const all = [...new Set(wordsOf(query.slice(0, 500)))]
  const telling = all.filter((word) => !fillers.has(word))
  const wanted = telling.length > 0 ? telling : all
  if (wanted.length === 0) return []
  const exact = query.trim().toLowerCase()
  const meanings = wanted.map(meaningOf)
  return tools
    .map((tool) => ({ tool, score: tool.path.toLowerCase() === exact ? 2 : scoreOf(meanings, placesIn(tool)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.tool.path < b.tool.path ? -1 : 1))
}

const placesOf = (tool: Tool): Places => [
  [new Set(wordsOf(nameOf(tool.path))), weight.name],
  [new Set(wordsOf(tool.path.split(".", 1)[0] ?? "")), weight.source],
  // Untrusted sources may describe at any length.
  [new Set(wordsOf(tool.description.slice(0, 2000))), weight.description],
  [new Set(argumentWords(tool)), weight.arguments]
]

/** A word of the query with those that say the same. */
interface Meaning {
  readonly word: string
  readonly similar: ReadonlyArray<string>
}

const meaningOf = (word: string): Meaning => ({ word, similar: sameMeaning.filter((group) => group.includes(word)).flat() })

const scoreOf = (wanted: ReadonlyArray<Meaning>, places: Places): number => {
  const found = wanted.map((meaning) => Math.max(...places.map(([words, worth]) => worth * presence(meaning, words))))
  const hits = found.filter((score) => score > 0).length
  // A tool that meets every word comes before one that meets a single word well.
  const total = found.reduce((sum, score) => sum + score, 0) / wanted.length
  return Math.round(total * (0.5 + hits / wanted.length / 2) * 1000) / 1000
}

const argumentWords = (tool: Tool): ReadonlyArray<string> => {
  const properties = tool.inputSchema["properties"]
  return typeof properties === "object" && properties !== null ? Object.keys(properties).slice(0, 50).flatMap(wordsOf) : []
}

const presence = ({ word, similar }: Meaning, words: ReadonlySet<string>): number => {
  if (words.has(word)) return 1
  if (similar.some((other) => words.has(other))) return similarWord
  if (word.length <= 2) return 0
  for (const other of words) if (other.startsWith(word) || (other.length > 3 && word.startsWith(other))) return beginningOfWord
  return 0
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
