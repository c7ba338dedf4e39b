import { callSnippet } from "./call-snippet"
import { calledAs, type Policy } from "./program-notes"

/*
 * What the editor offers while a call is being written: the next part of a tool's path, then the names and values of its
 * arguments. Pure; the editor finds the place and draws.
 */

export interface KnownTool {
  readonly path: string
  readonly description: string
  readonly policy: Policy
  readonly effect: "read" | "write" | "destructive"
  /** At least what is required; the whole of it is read when a call is written. */
  readonly inputSchema: unknown
}

export interface Offer {
  readonly label: string
  /** What is put in, where it is not the label. */
  readonly apply?: string
  readonly detail?: string
  /** The first line of what is told beside the list, and the text below it. */
  readonly about?: { readonly facts: ReadonlyArray<string>; readonly text: string }
  /** More can be offered behind it at once. */
  readonly goesOn?: boolean
  /** Below everything that continues the path itself. */
  readonly isFar?: boolean
}

const policyWords: Record<Policy, string> = { allow: "allowed", require_approval: "asks first", block: "blocked" }
const effectWords: Record<KnownTool["effect"], string> = { read: "reads", write: "writes", destructive: "destructive" }

/** What asks a person is no tool of a source, and is called without one in front. */
const human: ReadonlyArray<Offer & { readonly path: string }> = [
  { path: "human.approve", label: "approve", apply: 'approve({ message: "" })', about: { facts: ["asks a person"], text: "Asks a person for a yes or no." } },
  {
    path: "human.ask",
    label: "ask",
    apply: 'ask({ message: "", schema: { type: "object", properties: {} } })',
    about: { facts: ["asks a person"], text: "Asks a person to fill in a form; resolves to what was filled in." }
  },
  {
    path: "human.open",
    label: "open",
    apply: 'open({ message: "", url: "https://" })',
    about: { facts: ["asks a person"], text: "Asks a person to finish something behind a link." }
  }
]

const toolOffer = (tool: KnownTool, label: string): Offer => ({
  label,
  apply: callSnippet(tool.path, tool.inputSchema).slice(`await ${calledAs(tool.path)}`.length - label.length),
  detail: policyWords[tool.policy],
  about: { facts: [effectWords[tool.effect], policyWords[tool.policy]], text: tool.description }
})

/** So many paths deeper down are offered with the parts that come next. */
const mostFar = 200

const branches = (names: ReadonlyArray<string>): ReadonlyArray<Offer> => {
  const counts = new Map<string, number>()
  for (const name of names) {
    const end = name.indexOf(".")
    if (end > 0) counts.set(name.slice(0, end), (counts.get(name.slice(0, end)) ?? 0) + 1)
  }
  return [...counts].map(([label, count]) => ({ label, apply: `${label}.`, detail: count === 1 ? "1 tool" : `${count} tools`, goesOn: true }))
}

/** Behind `tools.demo.ti` comes what `tools.demo.` can be followed by; `ti` is left to the editor to match. */
export const pathOffers = (tools: ReadonlyArray<KnownTool>, written: string): ReadonlyArray<Offer> => {
  const head = written.slice(0, written.lastIndexOf(".") + 1)
  if (head === "")
    return [
      { label: "tools", apply: "tools.", detail: "call a tool", goesOn: true },
      { label: "human", apply: "human.", detail: "ask a person", goesOn: true }
    ]
  if (head === "human.") return human
  const below = tools.filter((tool) => calledAs(tool.path).startsWith(head))
  const rest = (tool: KnownTool): string => calledAs(tool.path).slice(head.length)
  const isFar = (tool: KnownTool): boolean => rest(tool).includes(".")
  // A word that begins nothing here may still be known further down: `tools.tick` finds `demo.tickets`.
  const far = written === head ? [] : below.filter(isFar).slice(0, mostFar)
  return [
    ...branches(below.map(rest)),
    ...below.filter((tool) => !isFar(tool)).map((tool) => toolOffer(tool, rest(tool))),
    ...far.map((tool) => ({ ...toolOffer(tool, rest(tool)), isFar: true }))
  ]
}

type JsonSchema = { readonly [keyword: string]: unknown }
const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null && !Array.isArray(value)

/** Deeper than any real document nests, and an end for one that points at itself. */
const deepest = 12

const pointed = (ref: string, root: JsonSchema): unknown =>
  ref
    .split("/")
    .slice(1)
    .reduce<unknown>((at, part) => (isSchema(at) ? at[part.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined), root)

/** The schemas that say something of the same value: itself, what it points at, and its parts. */
const facets = (schema: unknown, root: JsonSchema, depth = 0): ReadonlyArray<JsonSchema> => {
  if (!isSchema(schema) || depth > deepest) return []
  const { $ref, allOf, anyOf, oneOf } = schema
  const more = [allOf, anyOf, oneOf].flatMap((parts) => (Array.isArray(parts) ? parts : []))
  const target = typeof $ref === "string" && $ref.startsWith("#/") ? [pointed($ref, root)] : []
  return [schema, ...[...target, ...more].flatMap((part) => facets(part, root, depth + 1))]
}

/** The way from a call's argument to a place in it; `null` stands for an element of a list. */
export type ArgumentPath = ReadonlyArray<string | null>

const schemasAt = (root: JsonSchema, path: ArgumentPath): ReadonlyArray<JsonSchema> =>
  path.reduce<ReadonlyArray<JsonSchema>>(
    (schemas, key) =>
      schemas.flatMap((schema) => {
        const next = key === null ? schema.items : isSchema(schema.properties) ? schema.properties[key] : undefined
        return facets(next, root)
      }),
    facets(root, root)
  )

const valuesOf = (schemas: ReadonlyArray<JsonSchema>): ReadonlyArray<unknown> => {
  const values = schemas.flatMap((schema) => [...(Array.isArray(schema.enum) ? schema.enum : []), ...("const" in schema ? [schema.const] : [])])
  return values.length > 0 ? values : schemas.some(({ type }) => type === "boolean") ? [true, false] : []
}

/** A kind in a few words: `"open" | "closed"`, `integer, 1 to 30`. */
const kindWords = (schemas: ReadonlyArray<JsonSchema>): string => {
  const values = valuesOf(schemas)
  if (values.length > 0 && !values.includes(true)) {
    const shown = values.slice(0, 3).map((value) => JSON.stringify(value))
    return values.length > shown.length ? `${shown.join(" | ")} | …` : shown.join(" | ")
  }
  const types = new Set(
    schemas.flatMap(({ type }) => (typeof type === "string" ? [type] : Array.isArray(type) ? type.filter((one) => typeof one === "string") : []))
  )
  const number = (word: string): number | undefined => schemas.map((schema) => schema[word]).find((value) => typeof value === "number")
  const [least, most] = [number("minimum"), number("maximum")]
  const range =
    least !== undefined && most !== undefined ? `, ${least} to ${most}` : least !== undefined ? `, from ${least}` : most !== undefined ? `, up to ${most}` : ""
  return `${[...types].join(" | ") || "anything"}${range}`
}

const wordIn = (schemas: ReadonlyArray<JsonSchema>, keyword: string): string =>
  schemas.flatMap((schema) => (typeof schema[keyword] === "string" ? [schema[keyword]] : [])).find((value) => value !== "") ?? ""

const asName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** The names that an object at `path` of the call's argument may have, those it needs first, without those it has. */
export const nameOffers = (schema: unknown, path: ArgumentPath, present: ReadonlyArray<string>): ReadonlyArray<Offer> => {
  if (!isSchema(schema)) return []
  const schemas = schemasAt(schema, path)
  const required = new Set(schemas.flatMap((one) => (Array.isArray(one.required) ? one.required : [])))
  const names = new Set(schemas.flatMap((one) => (isSchema(one.properties) ? Object.keys(one.properties) : [])))
  return [...names]
    .filter((name) => !present.includes(name))
    .sort((a, b) => Number(required.has(b)) - Number(required.has(a)))
    .map((name) => {
      const of = schemasAt(schema, [...path, name])
      const facts = [kindWords(of), required.has(name) ? "required" : "optional"]
      return {
        label: asName(name),
        apply: `${asName(name)}: `,
        detail: required.has(name) ? "required" : kindWords(of),
        about: { facts, text: wordIn(of, "description") || wordIn(of, "title") },
        goesOn: valuesOf(of).length > 0
      }
    })
}

/** The values that the schema lists for a place; `quote` is the one that is already written. */
export const valueOffers = (schema: unknown, path: ArgumentPath, quote: string | null): ReadonlyArray<Offer> => {
  if (!isSchema(schema)) return []
  const schemas = schemasAt(schema, path)
  const usual = schemas.find((one) => "default" in one)?.default
  return [...new Set(valuesOf(schemas))]
    .filter((value) => quote === null || typeof value === "string")
    .map((value) => ({
      label: quote === "'" ? `'${String(value).replaceAll("'", "\\'")}'` : JSON.stringify(value),
      ...(value === usual && { detail: "default" })
    }))
}
