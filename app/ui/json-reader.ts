import { entriesOf, type JsonEntry, type JsonFound, type JsonNode, type JsonPath, nodeOf, searchJson, valueAt } from "./json-nodes"

/** Where a viewer gets a value from: at hand, or held by a worker. */
export interface JsonReader {
  readonly root: JsonNode
  /** At once, for what is at hand: the first paint has it. */
  readonly entriesNow?: (path: JsonPath, from: number, count: number) => ReadonlyArray<JsonEntry>
  readonly entries: (path: JsonPath, from: number, count: number) => Promise<ReadonlyArray<JsonEntry>>
  readonly node: (path: JsonPath, mostText?: number) => Promise<JsonNode>
  readonly search: (words: string, most: number) => Promise<JsonFound>
}

export const readerOf = (value: unknown): JsonReader => ({
  root: nodeOf(value),
  entriesNow: (path, from, count) => entriesOf(valueAt(value, path), from, count),
  entries: (path, from, count) => Promise.resolve(entriesOf(valueAt(value, path), from, count)),
  node: (path, mostText) => Promise.resolve(nodeOf(valueAt(value, path), mostText)),
  search: (words, most) => Promise.resolve(searchJson(value, words, most))
})

/** What is asked of the worker, and what it answers; the number joins them. */
export type JsonQuestion =
  | { readonly id: number; readonly type: "load"; readonly href: string }
  | { readonly id: number; readonly type: "entries"; readonly path: JsonPath; readonly from: number; readonly count: number }
  | { readonly id: number; readonly type: "node"; readonly path: JsonPath; readonly mostText: number | undefined }
  | { readonly id: number; readonly type: "search"; readonly words: string; readonly most: number }

export type JsonReply =
  | { readonly id: number; readonly type: "progress"; readonly bytes: number }
  | { readonly id: number; readonly type: "loaded"; readonly root: JsonNode; readonly bytes: number }
  | { readonly id: number; readonly type: "entries"; readonly entries: ReadonlyArray<JsonEntry> }
  | { readonly id: number; readonly type: "node"; readonly node: JsonNode }
  | { readonly id: number; readonly type: "found"; readonly found: JsonFound }
  | { readonly id: number; readonly type: "failed"; readonly message: string }

/** Beyond this a browser's tab is in danger; the value can be downloaded whatever its size. */
export const mostViewedBytes = 160 << 20
