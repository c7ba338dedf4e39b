/**
 * Regular expressions from outside (a form's or a tool's schema), matched in time proportional to pattern × text
 * whatever they look like: JavaScript's own engine backtracks, and a pattern can make it hang the process.
 * Simulates the expression's automaton. Knows literals, classes, escapes, groups, alternatives, quantifiers and anchors;
 * look-around, back references and Unicode properties are refused.
 */
export type CompiledPattern =
  | { readonly test: (text: string) => boolean; /** Longer text (in UTF-16 units) would take too long: do not test it. */ readonly longestText: number }
  | { readonly fault: string }

type Node =
  | { readonly _tag: "Set"; readonly has: (point: number) => boolean }
  | { readonly _tag: "Start" }
  | { readonly _tag: "End" }
  | { readonly _tag: "Boundary"; readonly inverted: boolean }
  | { readonly _tag: "Sequence"; readonly nodes: ReadonlyArray<Node> }
  | { readonly _tag: "Either"; readonly nodes: ReadonlyArray<Node> }
  | { readonly _tag: "Repeat"; readonly node: Node; readonly least: number; readonly most: number }

/** One state of the automaton. `Fork` and the conditions take no character. */
type State =
  | { readonly _tag: "Take"; readonly has: (point: number) => boolean; next: number }
  | { readonly _tag: "Fork"; readonly to: Array<number> }
  | { readonly _tag: "When"; readonly holds: (before: number | undefined, after: number | undefined) => boolean; next: number }
  | { readonly _tag: "Match" }

/** Repetitions are written out, so a pattern of few characters could become a huge automaton. */
const mostStates = 5000
const mostCharacters = 1000
/** States × characters of one test: a fraction of a second. */
const mostSteps = 10_000_000

class PatternFault extends Error {
  readonly _tag = "PatternFault"
}

/** Compiles a pattern as JSON Schema means it: anywhere in the text unless it is anchored. */
export const compilePattern = (source: string): CompiledPattern => {
  if (source.length > mostCharacters) return { fault: `is longer than ${mostCharacters} characters` }
  try {
    const states = assemble(new Parser(source).parse())
    return { test: (text) => runs(states, text), longestText: Math.floor(mostSteps / states.length) }
  } catch (error) {
    if (error instanceof PatternFault) return { fault: error.message }
    throw error
  }
}

const digit = (point: number): boolean => point >= 48 && point <= 57
const word = (point: number): boolean => digit(point) || (point >= 65 && point <= 90) || (point >= 97 && point <= 122) || point === 95
const space = (point: number): boolean =>
  (point >= 9 && point <= 13) || point === 32 || point === 0xa0 || point === 0x1680 || (point >= 0x2000 && point <= 0x200a) ||
  point === 0x2028 || point === 0x2029 || point === 0x202f || point === 0x205f || point === 0x3000 || point === 0xfeff
const lineEnd = (point: number): boolean => point === 10 || point === 13 || point === 0x2028 || point === 0x2029
const not = (has: (point: number) => boolean) => (point: number): boolean => !has(point)
const sets: Readonly<Record<string, (point: number) => boolean>> = { d: digit, D: not(digit), w: word, W: not(word), s: space, S: not(space) }
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, "0": 0 }

class Parser {
  private readonly points: ReadonlyArray<string>
  private at = 0

  constructor(source: string) {
    this.points = [...source]
  }

  parse(): Node {
    const node = this.either()
    if (this.at < this.points.length) throw new PatternFault("has a ) without its (")
    return node
  }

  private peek(): string | undefined {
    return this.points[this.at]
  }

  private take(expected: string): boolean {
    if (this.peek() !== expected) return false
    this.at++
    return true
  }

  private either(): Node {
    const nodes = [this.sequence()]
    while (this.take("|")) nodes.push(this.sequence())
    return nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { _tag: "Either", nodes }
  }

  private sequence(): Node {
    const nodes: Array<Node> = []
    for (let next = this.peek(); next !== undefined && next !== "|" && next !== ")"; next = this.peek()) nodes.push(this.quantified())
    return { _tag: "Sequence", nodes }
  }

  private quantified(): Node {
    const node = this.atom()
    const bounds = this.quantifier()
    if (bounds === null) return node
    if (node._tag === "Start" || node._tag === "End" || node._tag === "Boundary") throw new PatternFault("repeats an anchor")
    // Lazy or greedy is the same when only a match is asked for.
    this.take("?")
    if (this.quantifier() !== null) throw new PatternFault("has two quantifiers in a row")
    return { _tag: "Repeat", node, ...bounds }
  }

  private quantifier(): { readonly least: number; readonly most: number } | null {
    if (this.take("*")) return { least: 0, most: Number.POSITIVE_INFINITY }
    if (this.take("+")) return { least: 1, most: Number.POSITIVE_INFINITY }
    if (this.take("?")) return { least: 0, most: 1 }
    const counted = this.peek() === "{" ? /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(this.points.slice(this.at, this.at + 12).join("")) : null
    if (counted === null) return null
    this.at += counted[0].length
    const least = Number(counted[1])
    const most = counted[2] === undefined ? least : counted[3] === undefined ? Number.POSITIVE_INFINITY : Number(counted[3])
    if (least > most) throw new PatternFault("has a quantifier whose numbers are out of order")
    return { least, most }
  }

  private atom(): Node {
    const next = this.points[this.at++] ?? ""
    switch (next) {
      case "(": return this.group()
      case "[": return { _tag: "Set", has: this.characterClass() }
      case ".": return { _tag: "Set", has: not(lineEnd) }
      case "^": return { _tag: "Start" }
      case "$": return { _tag: "End" }
      case "\\": return this.escape()
      case "*": case "+": case "?": throw new PatternFault("has a quantifier with nothing to repeat")
      default: return one(pointOf(next))
    }
  }

  private group(): Node {
    if (this.take("?") && !this.take(":")) throw new PatternFault("uses look-around or a named group, which is not supported")
    const node = this.either()
    if (!this.take(")")) throw new PatternFault("has a ( without its )")
    return node
  }

  private escape(): Node {
    const next = this.peek()
    if (next === "b" || next === "B") {
      this.at++
      return { _tag: "Boundary", inverted: next === "B" }
    }
    const read = this.escaped()
    return typeof read === "number" ? one(read) : { _tag: "Set", has: read }
  }

  /** What follows a backslash, inside a class or outside. */
  private escaped(): number | ((point: number) => boolean) {
    const next = this.points[this.at++]
    if (next === undefined) throw new PatternFault("ends in a backslash")
    const set = sets[next]
    if (set !== undefined) return set
    const control = controls[next]
    if (control !== undefined) return control
    if (next === "x" || next === "u") return this.codePoint(next)
    if (/[A-Za-z0-9]/.test(next)) throw new PatternFault(`uses \\${next}, which is not supported`)
    return pointOf(next)
  }

  private codePoint(kind: "x" | "u"): number {
    const rest = this.points.slice(this.at, this.at + 10).join("")
    const digits = kind === "x" ? /^([0-9a-fA-F]{2})/.exec(rest) : /^(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})/.exec(rest)
    if (digits === null) throw new PatternFault(`has a \\${kind} without its digits`)
    this.at += digits[0].length
    return Number.parseInt(digits[1] ?? digits[2] ?? "0", 16)
  }

  private characterClass(): (point: number) => boolean {
    const inverted = this.take("^")
    const members: Array<(point: number) => boolean> = []
    for (let next = this.peek(); next !== "]"; next = this.peek()) {
      if (next === undefined) throw new PatternFault("has a [ without its ]")
      const from = this.member()
      if (typeof from === "number" && this.peek() === "-" && this.points[this.at + 1] !== "]") {
        this.at++
        const to = this.member()
        if (typeof to !== "number" || to < from) throw new PatternFault("has a range that is out of order")
        members.push((point) => point >= from && point <= to)
      } else {
        members.push(typeof from === "number" ? (point) => point === from : from)
      }
    }
    this.at++
    const has = (point: number): boolean => members.some((member) => member(point))
    return inverted ? not(has) : has
  }

  private member(): number | ((point: number) => boolean) {
    const next = this.points[this.at++]
    if (next === undefined) throw new PatternFault("has a [ without its ]")
    if (next !== "\\") return pointOf(next)
    if (this.peek() === "b") {
      this.at++
      return 8
    }
    return this.peek() === "-" ? pointOf(this.points[this.at++] ?? "-") : this.escaped()
  }
}

const pointOf = (character: string): number => character.codePointAt(0) ?? 0
const one = (wanted: number): Node => ({ _tag: "Set", has: (point) => point === wanted })

/** Writes the states back to front: each node is told where to go on. */
const assemble = (root: Node): ReadonlyArray<State> => {
  const states: Array<State> = [{ _tag: "Match" }]
  const add = (state: State): number => {
    if (states.length >= mostStates) throw new PatternFault("is too large")
    return states.push(state) - 1
  }
  const write = (node: Node, next: number): number => {
    switch (node._tag) {
      case "Set": return add({ _tag: "Take", has: node.has, next })
      case "Start": return add({ _tag: "When", holds: (before) => before === undefined, next })
      case "End": return add({ _tag: "When", holds: (_, after) => after === undefined, next })
      case "Boundary": return add({ _tag: "When", holds: (before, after) => isBoundary(before, after) !== node.inverted, next })
      case "Sequence": return node.nodes.reduceRight((then, part) => write(part, then), next)
      case "Either": return add({ _tag: "Fork", to: node.nodes.map((part) => write(part, next)) })
      case "Repeat": return repeat(node.node, node.least, node.most, next)
    }
  }
  const repeat = (node: Node, least: number, most: number, next: number): number => {
    let entry = next
    if (most === Number.POSITIVE_INFINITY) {
      const again: Array<number> = [next]
      entry = add({ _tag: "Fork", to: again })
      again.push(write(node, entry))
    } else {
      for (let count = least; count < most; count++) entry = add({ _tag: "Fork", to: [next, write(node, entry)] })
    }
    for (let count = 0; count < least; count++) entry = write(node, entry)
    return entry
  }
  // The entry is the last state, so that running needs the list alone.
  add({ _tag: "Fork", to: [write(root, 0)] })
  return states
}

const isBoundary = (before: number | undefined, after: number | undefined): boolean =>
  (before !== undefined && word(before)) !== (after !== undefined && word(after))

/** All states the expression may be in are advanced together, one character at a time. */
const runs = (states: ReadonlyArray<State>, text: string): boolean => {
  const points = Array.from(text, pointOf)
  // The step at which a state was last reached: clearing a set for every character would cost more than the matching.
  const reachedAt = new Int32Array(states.length).fill(-1)
  let waiting: ReadonlyArray<number> = []
  for (let at = 0; at <= points.length; at++) {
    const before = points[at - 1]
    const after = points[at]
    // Not anchored: a match may begin at every place.
    const open = [...waiting, states.length - 1]
    const next: Array<number> = []
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const state = states[index]
      if (state === undefined || reachedAt[index] === at) continue
      reachedAt[index] = at
      switch (state._tag) {
        case "Match": return true
        case "Fork":
          open.push(...state.to)
          break
        case "When":
          if (state.holds(before, after)) open.push(state.next)
          break
        case "Take":
          if (after !== undefined && state.has(after)) next.push(state.next)
      }
    }
    waiting = next
  }
  return false
}
