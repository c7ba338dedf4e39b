import { Kind, parse, type SelectionSetNode } from "graphql"
import type { CompiledGraphql } from "./compiled"

/** How deep we look by ourselves, and how many fields we ask for at most: whoever needs others says so. */
const deepest = 3
const mostFields = 150
const longestSelect = 20_000
const deepestSelect = 15

/**
 * The fields of a result that are asked for when the caller does not say: all that are plain values, and those of the
 * objects below, up to a depth; what needs arguments is left out. Empty: the result is a plain value itself.
 */
export const chosenSelection = (api: Pick<CompiledGraphql, "types" | "unions">, type: string): string => {
  let left = mostFields
  const isLeaf = (name: string): boolean => !Object.hasOwn(api.types, name) && !Object.hasOwn(api.unions, name)

  const selectionOf = (name: string, depth: number, above: ReadonlySet<string>): string => {
    const members = Object.hasOwn(api.unions, name) ? (api.unions[name] ?? []) : null
    if (members !== null) {
      const parts = members.slice(0, 20).flatMap((member) => {
        const inner = fieldsOf(member, depth, above)
        return inner === "" ? [] : [`... on ${member} { ${inner} }`]
      })
      return ["__typename", ...parts].join(" ")
    }
    return fieldsOf(name, depth, above) || "__typename"
  }

  const fieldsOf = (name: string, depth: number, above: ReadonlySet<string>): string => {
    const fields = (Object.hasOwn(api.types, name) ? (api.types[name] ?? []) : []).filter(({ needsArguments }) => !needsArguments)
    const chosen: Array<string> = []
    // Plain values first: an object too many must not push them out.
    for (const field of fields.filter((one) => isLeaf(one.type))) {
      if (left <= 0) break
      left--
      chosen.push(field.name)
    }
    if (depth >= deepest) return chosen.join(" ")
    for (const field of fields.filter((one) => !isLeaf(one.type) && !above.has(one.type))) {
      if (left <= 0) break
      left--
      chosen.push(`${field.name} { ${selectionOf(field.type, depth + 1, new Set(above).add(field.type))} }`)
    }
    return chosen.join(" ")
  }

  return isLeaf(type) ? "" : selectionOf(type, 1, new Set([type]))
}

/** What a caller selects: fields in braces or without. The fault says what is wrong with it. */
export const givenSelection = (select: string): { readonly selection: string } | { readonly fault: string } => {
  if (select.length > longestSelect) return { fault: `is longer than ${longestSelect} characters` }
  const inner = select.trim().replace(/^\{([\s\S]*)\}$/, "$1")
  try {
    const document = parse(`{ ${inner} }`, { noLocation: true, maxTokens: 5_000 })
    const [only, ...others] = document.definitions
    // Closed and opened again, it would be another operation.
    if (only?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return { fault: "must be fields only, such as id name owner { login }" }
    const fault = faultIn(only.selectionSet, 1)
    return fault === null ? { selection: inner } : { fault }
  } catch (error) {
    return { fault: `cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : "it is not a selection"}` }
  }
}

const faultIn = (set: SelectionSetNode, depth: number): string | null => {
  if (depth > deepestSelect) return `is nested deeper than ${deepestSelect} levels`
  for (const one of set.selections) {
    if (one.kind === Kind.FRAGMENT_SPREAD) return "must not use named fragments; write ... on Type { … }"
    const fault = one.selectionSet === undefined ? null : faultIn(one.selectionSet, depth + 1)
    if (fault !== null) return fault
  }
  return null
}
