import { Schema } from "effect"
import type { GatedCall } from "../engine/call-gate"
import { type Conditions, fulfils, hasConditions, readConditions } from "./conditions"
import { matchesPath, type Pattern, parsePattern, specificityOf } from "./pattern"

export const RuleEffect = Schema.Literals(["allow", "require_approval", "block"])
export type RuleEffect = typeof RuleEffect.Type

/** What an admin wrote. `when` narrows a rule to some of the calls its pattern matches. */
export const Rule = Schema.Struct({
  id: Schema.NonEmptyString,
  pattern: Schema.String,
  effect: RuleEffect,
  /** Lower wins where nothing else decides. */
  position: Schema.Finite,
  when: Schema.optionalKey(Schema.Json),
  /** Epoch ms from which the rule no longer counts. */
  endsAt: Schema.optionalKey(Schema.Finite),
  /** How long its questions wait; null: without a limit. */
  interactionExpiresAfterMs: Schema.optionalKey(Schema.NullOr(Schema.Int.check(Schema.isGreaterThan(0)))),
  onExpiry: Schema.optionalKey(Schema.Literal("decline")),
  /** Two different people have to approve. */
  fourEyes: Schema.optionalKey(Schema.Boolean),
  /** Whether who submitted the run may approve; without it: unless the rule asks for four eyes. */
  selfApproval: Schema.optionalKey(Schema.Boolean),
  /** The agent that submitted the run may confirm by itself, over MCP. */
  requesterMayConfirm: Schema.optionalKey(Schema.Boolean)
})
export type Rule = typeof Rule.Type

/** A rule as stored: what cannot be read as a rule is kept, because it must not fall silent. */
export type StoredRule = Schema.Json

/** Why a call is asked about although no rule that can be read says so. */
export interface Unreadable {
  readonly id: string
  readonly pattern: string
  readonly reason: string
}

export type Ruling =
  | { readonly _tag: "Ruled"; readonly rule: Rule }
  /** A rule that might be about this call cannot be read: a person decides. */
  | { readonly _tag: "Unreadable"; readonly rule: Unreadable }
  /** No rule is about this call. */
  | { readonly _tag: "Unruled" }

type ReadRule = { readonly rule: Rule; readonly pattern: Pattern; readonly conditions: Conditions | undefined }

/** Takes the call's arguments for redacted ones: says whether a rule counts whose conditions are about a value that was replaced. */
export type Assume = (rule: Rule) => boolean

/** Rules that are read once, however many calls are held against them: reading one costs far more than matching it. */
export interface RuleSet {
  /** The rules that may be about a tool, each read when it is first asked for. */
  readonly about: (path: string) => ReadonlyArray<() => Read>
}

/** So many tools' rules are remembered. */
const mostPaths = 2000

export const ruleSet = (rules: ReadonlyArray<StoredRule>): RuleSet => {
  const each = rules.map((stored) => {
    const pattern = parsePattern(textIn(stored, "pattern"))
    let known: Read | undefined
    const read = (): Read => {
      known ??= readRule(stored)
      return known
    }
    // One whose pattern cannot be read may be about any call.
    return { matches: (path: string) => typeof pattern === "string" || matchesPath(pattern, path), read }
  })
  const byPath = new Map<string, ReadonlyArray<() => Read>>()
  return {
    about: (path) => {
      const known = byPath.get(path)
      if (known !== undefined) return known
      const found = each.filter(({ matches }) => matches(path)).map(({ read }) => read)
      if (byPath.size >= mostPaths) byPath.clear()
      byPath.set(path, found)
      return found
    }
  }
}

const isSet = (rules: Rules): rules is RuleSet => !Array.isArray(rules)
/** As stored, or read already. */
export type Rules = ReadonlyArray<StoredRule> | RuleSet

/**
 * Which rule decides. Any matching `block` wins; then any rule that cannot be read and may match means approval; then
 * the most specific rule: more literal segments, then more literal characters, then having conditions; on a tie
 * `require_approval`, then the lower position, then the lower id.
 */
export const ruleFor = (rules: Rules, call: GatedCall, now: number, assume?: Assume): Ruling => {
  const matching: Array<ReadRule> = []
  let unreadable: Unreadable | undefined
  for (const readOnce of (isSet(rules) ? rules : ruleSet(rules)).about(call.call.path)) {
    const read = readOnce()
    if (read._tag === "Unreadable") unreadable ??= read.rule
    else if ((read.rule.endsAt === undefined || read.rule.endsAt > now) && counts(read, call, assume)) matching.push(read)
  }
  matching.sort(bySpecificity)
  const block = matching.find(({ rule }) => rule.effect === "block")
  if (block !== undefined) return { _tag: "Ruled", rule: block.rule }
  if (unreadable !== undefined) return { _tag: "Unreadable", rule: unreadable }
  const [first] = matching
  return first === undefined ? { _tag: "Unruled" } : { _tag: "Ruled", rule: first.rule }
}

/** "?" is no pattern and no id. */
const textIn = (stored: StoredRule, name: string): string => {
  const value =
    typeof stored === "object" && stored !== null && Object.hasOwn(stored, name) ? Object.entries(stored).find(([key]) => key === name)?.[1] : undefined
  return typeof value === "string" ? value : "?"
}

const counts = ({ rule, conditions }: ReadRule, call: GatedCall, assume: Assume | undefined): boolean => {
  if (conditions === undefined) return true
  const truth = fulfils(conditions, call, assume !== undefined)
  return truth === "unknown" ? (assume?.(rule) ?? false) : truth === "yes"
}

type Read =
  | ({ readonly _tag: "Readable" } & ReadRule)
  | { readonly _tag: "Unreadable"; readonly rule: Unreadable /** Null: it may be about any call. */; readonly pattern: Pattern | null }

const decode = Schema.decodeUnknownOption(Rule)

/** Reads one stored rule. */
export const readRule = (stored: StoredRule): Read => {
  const field = (name: string): string => textIn(stored, name)
  const decoded = decode(stored)
  const pattern = parsePattern(decoded._tag === "Some" ? decoded.value.pattern : field("pattern"))
  const unreadable = (reason: string): Read => ({
    _tag: "Unreadable",
    pattern: typeof pattern === "string" ? null : pattern,
    rule: { id: field("id"), pattern: field("pattern"), reason }
  })
  if (typeof pattern === "string") return unreadable(`its pattern ${pattern}`)
  if (decoded._tag === "None") return unreadable("it is not a rule")
  // To ignore conditions would make the rule wider than it was written.
  const conditions = decoded.value.when === undefined ? undefined : readConditions(decoded.value.when)
  if (conditions === null) return unreadable("its conditions are not understood")
  return { _tag: "Readable", rule: decoded.value, pattern, conditions }
}

const strictness = { block: 0, require_approval: 1, allow: 2 } as const

const bySpecificity = (a: ReadRule, b: ReadRule): number => {
  const [segmentsA, charactersA] = specificityOf(a.pattern)
  const [segmentsB, charactersB] = specificityOf(b.pattern)
  return (
    segmentsB - segmentsA ||
    charactersB - charactersA ||
    Number(hasConditions(b.conditions)) - Number(hasConditions(a.conditions)) ||
    strictness[a.rule.effect] - strictness[b.rule.effect] ||
    a.rule.position - b.rule.position ||
    (a.rule.id < b.rule.id ? -1 : 1)
  )
}
