import { createHash } from "node:crypto"
import { Option, Schema } from "effect"
import type { SourceProblem } from "../../../domain/source"
import type { JsonSchema, Tool } from "../../tool-source"

/** Changes with the shape below. */
export const mcpFormat = 1

const JsonObject = Schema.Record(Schema.String, Schema.Json)
const flag = Schema.optionalKey(Schema.Boolean)

/** A tool as its server lists it; what else it says is not looked at. */
const ListedTool = Schema.Struct({
  name: Schema.NonEmptyString.check(Schema.isMaxLength(200)),
  title: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  inputSchema: JsonObject,
  outputSchema: Schema.optionalKey(JsonObject),
  annotations: Schema.optionalKey(Schema.Struct({ title: Schema.optionalKey(Schema.String), readOnlyHint: flag, destructiveHint: flag, idempotentHint: flag }))
})

/** One tool of a server; plain JSON, so that it can be stored. */
export interface McpTool {
  /** Without the source's name in front. */
  readonly path: string
  /** As the server knows it. */
  readonly name: string
  readonly description: string
  readonly input: JsonSchema
  readonly output: JsonSchema | null
  readonly hints: { readonly readOnly: boolean; readonly destructive: boolean; readonly idempotent: boolean }
}

export interface McpCatalogue {
  readonly title: string
  readonly description: string | null
  readonly tools: ReadonlyArray<McpTool>
  readonly problems: ReadonlyArray<SourceProblem>
}

/** Larger ones are no description of a call. */
const schemaBytes = 256 << 10
const longestDescription = 8_000
const longestTitle = 200

interface Listing {
  readonly title: string
  readonly description: string | null
  /** Untrusted, each by itself: one that cannot be read takes none of the others with it. */
  readonly tools: ReadonlyArray<unknown>
}

const readTool = Schema.decodeUnknownOption(ListedTool)

/** What a server lists, as tools of a source. In the order of their names, so that the same list is the same catalogue. */
export const catalogueOf = ({ title, description, tools }: Listing): McpCatalogue => {
  const problems: Array<SourceProblem> = []
  const read = new Map<string, typeof ListedTool.Type>()
  for (const [index, given] of tools.entries()) {
    const tool = Option.getOrUndefined(readTool(given))
    const called = nameIn(given) ?? `tool ${index + 1}`
    if (tool === undefined) problems.push({ operation: called, message: "Its description is not one of a tool: it needs a name and an inputSchema." })
    else if (read.has(tool.name)) problems.push({ operation: called, message: "There are several tools of this name; the first one counts." })
    else if (JSON.stringify([tool.inputSchema, tool.outputSchema]).length > schemaBytes)
      problems.push({ operation: called, message: `Its schemas are larger than ${schemaBytes >> 10} KB.` })
    else read.set(tool.name, tool)
  }
  const listed = [...read.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const paths = pathsOf(listed.map(({ name }) => name))
  return {
    title: title.slice(0, longestTitle),
    description: description === null ? null : description.slice(0, longestDescription),
    problems,
    tools: listed.map(({ name, inputSchema, outputSchema, annotations = {}, ...said }, index) => ({
      name,
      path: paths[index] ?? name,
      description: (said.description || said.title || annotations.title || name).slice(0, longestDescription),
      input: withoutDialect({ type: "object", ...inputSchema }),
      output: outputSchema === undefined ? null : withoutDialect(outputSchema),
      hints: {
        readOnly: annotations.readOnlyHint === true,
        destructive: annotations.destructiveHint === true,
        idempotent: annotations.idempotentHint === true
      }
    }))
  }
}

const nameIn = (given: unknown): string | undefined =>
  typeof given === "object" && given !== null && "name" in given && typeof given.name === "string" && given.name !== "" ? given.name.slice(0, 200) : undefined

/** Whatever dialect it says that it is in, it is read as the one that all tools are described in. */
const withoutDialect = ({ $schema: _, ...schema }: JsonSchema): JsonSchema => schema

/** Names that a proxy or an object has a meaning of its own for. */
const reserved = new Set(["then", "catch", "finally", "constructor", "prototype", "__proto__", "toString", "valueOf", "toJSON"])

/**
 * Readable in a program: `create-issue` is `create_issue`, `repo/list` and `repo.list` are `repo.list`. Where two names become the same one,
 * each gets a mark that depends on itself alone, so that a path never moves to another tool.
 */
export const pathsOf = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const plain = names.map(plainPath)
  const count = new Map<string, number>()
  for (const path of plain) count.set(path, (count.get(path) ?? 0) + 1)
  return plain.map((path, index) => ((count.get(path) ?? 0) > 1 ? `${path}_${digest(names[index] ?? "")}` : path))
}

const plainPath = (name: string): string =>
  name
    .split(/[./:]+/)
    .map((segment) => segment.replace(/[^A-Za-z0-9_$]+/g, "_").slice(0, 64))
    .filter((segment) => segment !== "" && segment !== "_")
    .map((segment) => (reserved.has(segment) || /^\d/.test(segment) ? `_${segment}` : segment))
    .join(".") || `tool_${digest(name)}`

const digest = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 8)

/** What a call does, as far as it may be believed: that something is destructive always, that it is harmless once an admin says so. */
export const effectOf = ({ hints }: McpTool, trustsHints: boolean): Tool["effect"] => {
  if (trustsHints && hints.readOnly) return "read"
  return hints.destructive ? "destructive" : "write"
}

export const isRepeatable = ({ hints }: McpTool, trustsHints: boolean): boolean => trustsHints && (hints.readOnly || hints.idempotent)
