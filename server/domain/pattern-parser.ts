/** A regular expression as a tree. `has` answers for one code point, and asks up to `members` questions for it. */
export type PatternNode =
  | { readonly _tag: "Set"; readonly has: (point: number) => boolean; readonly members: number }
  | { readonly _tag: "Start" }
  | { readonly _tag: "End" }
  | { readonly _tag: "Boundary"; readonly inverted: boolean }
  | { readonly _tag: "Sequence"; readonly nodes: ReadonlyArray<PatternNode> }
  | { readonly _tag: "Either"; readonly nodes: ReadonlyArray<PatternNode> }
  | { readonly _tag: "Repeat"; readonly node: PatternNode; readonly least: number; readonly most: number }

/** Why a pattern is not taken, as words that follow "the pattern". */
export class PatternFault extends Error {
  readonly _tag = "PatternFault"
}

const digit = (point: number): boolean => point >= 48 && point <= 57
export const isWord = (point: number): boolean => digit(point) || (point >= 65 && point <= 90) || (point >= 97 && point <= 122) || point === 95
const space = (point: number): boolean =>
  (point >= 9 && point <= 13) ||
  point === 32 ||
  point === 0xa0 ||
  point === 0x1680 ||
  (point >= 0x2000 && point <= 0x200a) ||
  point === 0x2028 ||
  point === 0x2029 ||
  point === 0x202f ||
  point === 0x205f ||
  point === 0x3000 ||
  point === 0xfeff
const lineEnd = (point: number): boolean => point === 10 || point === 13 || point === 0x2028 || point === 0x2029
const not =
  (has: (point: number) => boolean) =>
  (point: number): boolean =>
    !has(point)
const sets: Readonly<Record<string, (point: number) => boolean>> = { d: digit, D: not(digit), w: isWord, W: not(isWord), s: space, S: not(space) }
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, "0": 0 }

/** Reads a pattern; throws `PatternFault` for what is wrong or not supported. */
export class PatternParser {
  private readonly points: ReadonlyArray<string>
  private at = 0

  constructor(source: string) {
    this.points = [...source]
  }

  parse(): PatternNode {
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

  private either(): PatternNode {
    const nodes = [this.sequence()]
    while (this.take("|")) nodes.push(this.sequence())
    return nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { _tag: "Either", nodes }
  }

  private sequence(): PatternNode {
    const nodes: Array<PatternNode> = []
    for (let next = this.peek(); next !== undefined && next !== "|" && next !== ")"; next = this.peek()) nodes.push(this.quantified())
    return { _tag: "Sequence", nodes }
  }

  private quantified(): PatternNode {
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

  private atom(): PatternNode {
    const next = this.points[this.at++] ?? ""
    switch (next) {
      case "(":
        return this.group()
      case "[":
        return this.characterClass()
      case ".":
        return { _tag: "Set", has: not(lineEnd), members: 1 }
      case "^":
        return { _tag: "Start" }
      case "$":
        return { _tag: "End" }
      case "\\":
        return this.escape()
      case "*":
      case "+":
      case "?":
        throw new PatternFault("has a quantifier with nothing to repeat")
      default:
        return one(pointOf(next))
    }
  }

  private group(): PatternNode {
    if (this.take("?") && !this.take(":")) throw new PatternFault("uses look-around or a named group, which is not supported")
    const node = this.either()
    if (!this.take(")")) throw new PatternFault("has a ( without its )")
    return node
  }

  private escape(): PatternNode {
    const next = this.peek()
    if (next === "b" || next === "B") {
      this.at++
      return { _tag: "Boundary", inverted: next === "B" }
    }
    const read = this.escaped()
    return typeof read === "number" ? one(read) : { _tag: "Set", has: read, members: 1 }
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

  private characterClass(): PatternNode {
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
    return { _tag: "Set", has: inverted ? not(has) : has, members: members.length }
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

export const pointOf = (character: string): number => character.codePointAt(0) ?? 0
const one = (wanted: number): PatternNode => ({ _tag: "Set", has: (point) => point === wanted, members: 1 })
