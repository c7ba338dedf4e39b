import { firstFrom, makeToolIndex, type ToolIndex, wordsOf } from "./tool-index"
import type { Tool } from "./tool-source"

export interface Ranked {
  readonly tool: Tool
  /** Higher is better; 1 means that every word of the query is a word of the tool's name. */
  readonly score: number
}

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

export type RankTools = (query: string, lists: ReadonlyArray<ReadonlyArray<Tool>>) => ReadonlyArray<Ranked>

/** Ranks the tools of several lists, one a source. The index of a list is made once and kept for as long as the list lives: an API may have thousands of tools. */
export const makeRankTools = (): RankTools => {
  const known = new WeakMap<ReadonlyArray<Tool>, ToolIndex>()
  const indexOf = (tools: ReadonlyArray<Tool>): ToolIndex => {
    const found = known.get(tools) ?? makeToolIndex(tools)
    known.set(tools, found)
    return found
  }
  return (query, lists) => rank(query, lists.map(indexOf))
}

/** The tools that have to do with the query, best first; of equals the one whose name says the least else. An empty query finds nothing. */
const rank = (query: string, indexes: ReadonlyArray<ToolIndex>): ReadonlyArray<Ranked> => {
  const all = [...new Set(wordsOf(query.slice(0, 500)))]
  const telling = all.filter((word) => !fillers.has(word))
  const wanted = telling.length > 0 ? telling : all
  if (wanted.length === 0) return []
  const exact = query.trim().toLowerCase()
  const meanings = wanted.map(meaningOf)
  return indexes
    .flatMap((index) => scoresIn(index, meanings, exact))
    .sort((a, b) => b.score - a.score || a.words - b.words || (a.tool.path < b.tool.path ? -1 : a.tool.path > b.tool.path ? 1 : 0))
    .map(({ tool, score }) => ({ tool, score }))
}

interface Scored extends Ranked {
  /** How many words its name has. */
  readonly words: number
}

/** A word of the query with those that say the same. */
interface Meaning {
  readonly word: string
  readonly similar: ReadonlyArray<string>
}

const meaningOf = (word: string): Meaning => ({ word, similar: sameMeaning.filter((group) => group.includes(word)).flat() })

const scoresIn = (index: ToolIndex, meanings: ReadonlyArray<Meaning>, exact: string): ReadonlyArray<Scored> => {
  const totals = new Map<number, { readonly sum: number; readonly hits: number }>()
  for (const meaning of meanings) {
    for (const [at, worth] of presence(index, meaning)) {
      const { sum, hits } = totals.get(at) ?? { sum: 0, hits: 0 }
      totals.set(at, { sum: sum + worth, hits: hits + 1 })
    }
  }
  const named = index.byPath.get(exact)
  if (named !== undefined && !totals.has(named)) totals.set(named, { sum: 0, hits: 0 })
  return [...totals].flatMap(([at, { sum, hits }]) => {
    const tool = index.tools[at]
    if (tool === undefined) return []
    // A tool that meets every word comes before one that meets a single word well.
    const score = at === named ? 2 : Math.round((sum / meanings.length) * (0.5 + hits / meanings.length / 2) * 1000) / 1000
    return score > 0 ? [{ tool, score, words: index.nameLengths[at] ?? 0 }] : []
  })
}

/** Which tools know the word, and what it is worth there at best. */
const presence = ({ postings, vocabulary }: ToolIndex, { word, similar }: Meaning): ReadonlyMap<number, number> => {
  const best = new Map<number, number>()
  const take = (known: string, share: number): void => {
    for (const [at, worth] of postings.get(known) ?? []) {
      const found = worth * share
      if (found > (best.get(at) ?? 0)) best.set(at, found)
    }
  }
  take(word, 1)
  for (const other of similar) take(other, similarWord)
  if (word.length <= 2) return best
  for (let at = firstFrom(vocabulary, word); vocabulary[at]?.startsWith(word) === true; at++) take(vocabulary[at] ?? "", beginningOfWord)
  for (let length = 4; length < word.length; length++) take(word.slice(0, length), beginningOfWord)
  return best
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
