import type { syntaxTree } from "@codemirror/language"
import type { ArgumentPath } from "../tool-completion"

type Tree = ReturnType<typeof syntaxTree>
type Node = ReturnType<Tree["resolveInner"]>

/** Where in the arguments of which call a text is being written. */
export interface ArgumentPlace {
  /** As the program writes it, `tools.demo.tickets.list`. */
  readonly called: string
  readonly path: ArgumentPath
  readonly from: number
  readonly to: number
  /** The names that the object has already; null where a value belongs. */
  readonly present: ReadonlyArray<string> | null
  /** The quotation mark that the value begins with. */
  readonly quote: string | null
}

/** What may lie between a text and the object it stands in without being a program of its own. */
const inside = new Set([
  "Property",
  "PatternProperty",
  "PropertyName",
  "AssignmentExpression",
  "PropertyDefinition",
  "VariableName",
  "String",
  "⚠",
  "ArrayExpression",
  "BooleanLiteral",
  "Number"
])

/** An object that nobody has closed yet may look to the parser as if it were to be taken apart. */
const isObject = ({ name }: Node): boolean => name === "ObjectExpression" || name === "ObjectPattern"
const isProperty = ({ name }: Node): boolean => name === "Property" || name === "PatternProperty"
const propertiesOf = (object: Node): ReadonlyArray<Node> => [...object.getChildren("Property"), ...object.getChildren("PatternProperty")]

const keyOf = (property: Node, doc: string): string | null => {
  const key = property.getChild("PropertyDefinition") ?? property.getChild("String") ?? property.firstChild
  return key === null ? null : doc.slice(key.from, key.to).replace(/^["']|["']$/g, "")
}

const objectAround = (tree: Tree, pos: number): { readonly object: Node; readonly lists: number } | null => {
  let lists = 0
  for (let node: Node | null = tree.resolveInner(pos, -1); node !== null; node = node.parent) {
    const isOpen = node.from < pos && (node.to > pos || node.lastChild?.name !== (node.name === "ArrayExpression" ? "]" : "}"))
    if (isObject(node) && isOpen) return { object: node, lists }
    if (node.name === "ArrayExpression" && isOpen) lists += 1
    else if (!inside.has(node.name) && !/^[{[,:]$/.test(node.name) && !isObject(node)) return null
  }
  return null
}

/** From an object up to the call whose first argument it is in. */
const callAbove = (object: Node, doc: string): Pick<ArgumentPlace, "called" | "path"> | null => {
  const path: Array<string | null> = []
  let node = object
  for (let parent = node.parent; parent !== null; parent = node.parent) {
    if (isProperty(parent)) {
      const key = keyOf(parent, doc)
      if (key === null) return null
      path.unshift(key)
    } else if (parent.name === "ArrayExpression") path.unshift(null)
    else if (parent.name === "ArgList") {
      const callee = parent.parent?.firstChild
      const first = parent.firstChild?.nextSibling
      if (callee === null || callee === undefined || callee.name !== "MemberExpression" || first?.from !== node.from) return null
      return { called: doc.slice(callee.from, callee.to).replace(/\s|\?/g, ""), path }
    } else if (!isObject(parent) && parent.name !== "AssignmentExpression") return null
    node = parent
  }
  return null
}

/** Null where no argument of a tool's call is written. */
export const argumentPlace = (tree: Tree, doc: string, pos: number): ArgumentPlace | null => {
  const around = objectAround(tree, pos)
  const above = around === null ? null : callAbove(around.object, doc)
  if (around === null || above === null || !/^(tools|human)\./.test(above.called)) return null
  const properties = propertiesOf(around.object)
  const current = properties.findLast((property) => property.from < pos && !doc.slice(property.to, Math.max(pos, property.to)).includes(","))
  const colon = current?.getChild(":")
  const word = /[\w$]*$/.exec(doc.slice(0, pos))?.[0] ?? ""
  if (current !== undefined && colon !== null && colon !== undefined && colon.to <= pos) {
    const key = keyOf(current, doc)
    const leaf = tree.resolveInner(pos, -1)
    const text = leaf.name === "String" ? leaf : null
    if (key === null) return null
    const isClosed = text !== null && text.to > pos && /["']$/.test(doc.slice(text.from, text.to))
    return {
      called: above.called,
      path: [...above.path, key, ...Array<null>(around.lists).fill(null)],
      from: text?.from ?? pos - word.length,
      to: isClosed ? text.to : pos,
      present: null,
      quote: text === null ? null : doc.slice(text.from, text.from + 1)
    }
  }
  const others = properties.filter((property) => property !== current || property.to < pos)
  return {
    ...above,
    from: pos - word.length,
    to: pos,
    present: others.flatMap((property) => keyOf(property, doc) ?? []),
    quote: null
  }
}
