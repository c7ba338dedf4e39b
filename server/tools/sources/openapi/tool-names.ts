import { createHash } from "node:crypto"

/** What an operation is known by in its document. */
export interface NamedOperation {
  readonly method: string
  readonly template: string
  readonly operationId: string | null
  readonly tag: string | null
}

/** Names that a proxy or an object has a meaning of its own for. */
const reserved = new Set(["then", "catch", "finally", "constructor", "prototype", "__proto__", "toString", "valueOf", "toJSON"])
const longestName = 64

/**
 * `<group>.<name>` for each operation, in the same order. A name depends on the operation itself and on those that would
 * be called the same, never on the order of the document.
 */
export const namesOf = (operations: ReadonlyArray<NamedOperation>): ReadonlyArray<string> => {
  const candidates: ReadonlyArray<(operation: NamedOperation) => string> = [
    (operation) => `${groupOf(operation)}.${plainNameOf(operation)}`,
    (operation) => `${groupOf(operation)}.${plainNameOf(operation)}_${operation.method.toLowerCase()}`,
    (operation) => `${groupOf(operation)}.${plainNameOf(operation)}_${operation.method.toLowerCase()}_${slug(operation.template)}`
  ]
  const names = new Map<NamedOperation, string>()
  let open = operations
  for (const candidate of candidates) {
    const taken = new Set(names.values())
    for (const [name, [only, ...others]] of grouped(open, candidate)) {
      if (only !== undefined && others.length === 0 && !taken.has(name)) names.set(only, name)
    }
    open = open.filter((operation) => !names.has(operation))
  }
  for (const operation of open) names.set(operation, `${groupOf(operation)}.${plainNameOf(operation)}_${digest(operation)}`)
  return operations.map((operation) => names.get(operation) ?? digest(operation))
}

const grouped = (operations: ReadonlyArray<NamedOperation>, nameOf: (operation: NamedOperation) => string) => {
  const groups = new Map<string, Array<NamedOperation>>()
  for (const operation of operations) {
    const name = nameOf(operation)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [operation])
    else group.push(operation)
  }
  return groups
}

const digest = ({ method, template }: NamedOperation): string => createHash("sha256").update(`${method} ${template}`).digest("hex").slice(0, 8)

const isParameter = (segment: string): boolean => segment.includes("{")
const isPrefix = (segment: string): boolean => /^(api|rest|v\d+([._]\d+)*)$/i.test(segment)

const segmentsOf = (template: string): ReadonlyArray<string> => template.split("/").filter((segment) => segment !== "")

/** The first tag, else the first word of the path that says something. */
const groupOf = ({ tag, template }: NamedOperation): string => {
  const named = tag === null ? "" : words(tag)
  if (named !== "") return safe(named)
  const telling = segmentsOf(template).find((segment) => !isParameter(segment) && !isPrefix(segment))
  return safe(words(telling ?? "") || "root")
}

/** Several words become one with underscores; a single one is kept as it is written, but for its first letter. */
const words = (text: string): string => {
  const parts = text.split(/[^A-Za-z0-9_$]+/).filter((part) => part !== "")
  const [first = "", ...others] = parts
  if (others.length > 0) return parts.join("_").toLowerCase()
  return /^[A-Z0-9_]+$/.test(first) ? first.toLowerCase() : `${first.slice(0, 1).toLowerCase()}${first.slice(1)}`
}

const slug = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9_$]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, longestName)

const safe = (name: string): string => {
  const cut = name.slice(0, longestName)
  return reserved.has(cut) || /^\d/.test(cut) ? `_${cut}` : cut
}

/** The operation's id without its group in front; without an id, what method and path say. */
const plainNameOf = (operation: NamedOperation): string => {
  const { operationId, tag, template, method } = operation
  const id = operationId === null ? "" : slug(withoutTag(operationId, tag))
  if (id !== "") return safe(id)
  const group = groupOf(operation)
  const segments = segmentsOf(template).filter((segment) => !isPrefix(segment))
  const rest = segments[0] !== undefined && safe(words(segments[0])) === group ? segments.slice(1) : segments
  const parameters = rest.filter(isParameter).map(slug)
  const named = [method.toLowerCase(), ...rest.filter((segment) => !isParameter(segment)).map(slug), ...(parameters.length > 0 ? ["by", ...parameters] : [])]
  return safe(named.filter((part) => part !== "").join("_"))
}

/** `issues/list-for-repo` with the tag `issues` is `list-for-repo`. */
const withoutTag = (operationId: string, tag: string | null): string => {
  if (tag === null || tag === "") return operationId
  const rest = operationId.toLowerCase().startsWith(tag.toLowerCase()) ? operationId.slice(tag.length) : ""
  return /^[^A-Za-z0-9$]+[A-Za-z0-9$]/.test(rest) ? rest : operationId
}
