import { isWord, PatternFault, type PatternNode, PatternParser, pointOf } from "./pattern-parser"

/**
 * Regular expressions from outside (a form's or a tool's schema), matched in time proportional to pattern × text
 * whatever they look like: JavaScript's own engine backtracks, and a pattern can make it hang the process.
 * Simulates the expression's automaton. Knows literals, classes, escapes, groups, alternatives, quantifiers and anchors;
 * look-around, back references and Unicode properties are refused.
 */
export type CompiledPattern =
  | {
      readonly test: (text: string) => boolean
      /** Longer text (in UTF-16 units) would take too long: do not test it. */
      readonly longestText: number
    }
  | { readonly fault: string }

/** One state of the automaton. `Fork` and the conditions take no character. */
type State =
  | { readonly _tag: "Take"; readonly has: (point: number) => boolean; next: number }
  | { readonly _tag: "Fork"; readonly to: Array<number> }
  | { readonly _tag: "When"; readonly holds: (before: number | undefined, after: number | undefined) => boolean; next: number }
  | { readonly _tag: "Match" }

/** Repetitions are written out, so a pattern of few characters could become a huge automaton. */
const mostStates = 5000
/** Repetitions of nothing are no states, and yet have to be gone through. */
const mostWrites = 4 * mostStates
const mostCharacters = 1000
/** What is asked for every character, × characters of one test: a fraction of a second. */
const mostSteps = 10_000_000

const isPatternFault = (error: unknown): error is PatternFault => error instanceof Error && "_tag" in error && error._tag === "PatternFault"

/** Compiles a pattern as JSON Schema means it: anywhere in the text unless it is anchored. */
export const compilePattern = (source: string): CompiledPattern => {
  if (source.length > mostCharacters) return { fault: `is longer than ${mostCharacters} characters` }
  try {
    const { states, cost } = assemble(new PatternParser(source).parse())
    return { test: (text) => runs(states, text), longestText: Math.floor(mostSteps / cost) }
  } catch (error) {
    if (isPatternFault(error)) return { fault: error.message }
    throw error
  }
}

/** Writes the states back to front: each node is told where to go on. */
const assemble = (root: PatternNode): { readonly states: ReadonlyArray<State>; readonly cost: number } => {
  const states: Array<State> = [{ _tag: "Match" }]
  let ofChoices = 0
  let writes = 0
  const add = (state: State): number => {
    if (states.length >= mostStates) throw new PatternFault("is too large")
    return states.push(state) - 1
  }
  const write = (node: PatternNode, next: number): number => {
    if (++writes > mostWrites) throw new PatternFault("is too large")
    switch (node._tag) {
      case "Set":
        ofChoices += node.members
        return add({ _tag: "Take", has: node.has, next })
      case "Start":
        return add({ _tag: "When", holds: (before) => before === undefined, next })
      case "End":
        return add({ _tag: "When", holds: (_, after) => after === undefined, next })
      case "Boundary":
        return add({ _tag: "When", holds: (before, after) => isBoundary(before, after) !== node.inverted, next })
      case "Sequence":
        return node.nodes.reduceRight((then, part) => write(part, then), next)
      case "Either":
        ofChoices += node.nodes.length
        return add({ _tag: "Fork", to: node.nodes.map((part) => write(part, next)) })
      case "Repeat":
        return repeat(node.node, node.least, node.most, next)
    }
  }
  const repeat = (node: PatternNode, least: number, most: number, next: number): number => {
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
  return { states, cost: states.length + ofChoices }
}

const isBoundary = (before: number | undefined, after: number | undefined): boolean =>
  (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after))

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
        case "Match":
          return true
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
