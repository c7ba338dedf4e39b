import { nameOf } from "./tool-path"
import type { Tool } from "./tool-source"

/** What a word is worth where it is found. */
const weight = { name: 1, source: 0.5, arguments: 0.3, description: 0.4 } as const

/** The words of one source's tools: a search looks words up instead of reading tools. */
export interface ToolIndex {
  readonly tools: ReadonlyArray<Tool>
  /** By word: places in `tools`, and what the word is worth there at best. */
  readonly postings: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** All words, sorted by their code units. */
  readonly vocabulary: ReadonlyArray<string>
  /** How many words the name has, by place in `tools`. */
  readonly nameLengths: ReadonlyArray<number>
  /** Places in `tools` by the whole path, in lower case. */
  readonly byPath: ReadonlyMap<string, number>
}

export const makeToolIndex = (tools: ReadonlyArray<Tool>): ToolIndex => {
  const postings = new Map<string, Map<number, number>>()
  const byPath = new Map<string, number>()
  for (const [at, tool] of tools.entries()) {
    byPath.set(tool.path.toLowerCase(), at)
    for (const [words, worth] of placesOf(tool)) {
      for (const word of words) {
        const known = postings.get(word)
        if (known === undefined) postings.set(word, new Map([[at, worth]]))
        else if ((known.get(at) ?? 0) < worth) known.set(at, worth)
      }
    }
  }
  return { tools, postings, byPath, nameLengths: tools.map((tool) => wordsOf(nameOf(tool.path)).length), vocabulary: [...postings.keys()].sort() }
}

/** Where the words begin that are not before this one. */
export const firstFrom = (vocabulary: ReadonlyArray<string>, word: string): number => {
  let [low, high] = [0, vocabulary.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((vocabulary[middle] ?? "") < word) low = middle + 1
    else high = middle
  }
  return low
}

const placesOf = (tool: Tool): ReadonlyArray<readonly [ReadonlyArray<string>, number]> => [
  [wordsOf(nameOf(tool.path)), weight.name],
  [wordsOf(tool.path.split(".", 1)[0] ?? ""), weight.source],
  // Untrusted sources may describe at any length.
  [wordsOf(tool.description.slice(0, 2000)), weight.description],
  [argumentWords(tool), weight.arguments]
]

const argumentWords = (tool: Tool): ReadonlyArray<string> => {
  const properties = tool.inputSchema["properties"]
  return typeof properties === "object" && properties !== null ? Object.keys(properties).slice(0, 50).flatMap(wordsOf) : []
}

/** `createIssue`, `create_issue` and `issues` are known by the words `create` and `issue`. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (word === "" ? [] : [stem(word)]))

const stem = (word: string): string => {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") ? word.slice(0, -1) : word
}
