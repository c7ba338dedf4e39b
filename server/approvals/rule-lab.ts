import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import type { InteractionId, TeamId } from "../domain/ids"
import { type Actor, ActorKind } from "../domain/principal"
import { Trigger } from "../domain/run"
import type { GatedCall } from "../engine/call-gate"
import { InteractionNotFound, RunStore } from "../engine/run-store"
import { ToolInvoker } from "../engine/tool-invoker"
import { type PastCall, PastCalls } from "../history/past-calls"
import { RuleTable } from "../store/rule-table"
import { InvalidRule, issuesOf } from "./check-rule"
import { verdictOf } from "./gate"
import { type NarrowestRule, narrowestRule } from "./narrowest-rule"
import { matchesPath, parsePattern } from "./pattern"
import { trialOf, wouldDecide, wouldPass } from "./preview"
import { draftOf, type NewRule } from "./rule-book"
import { type Rule, ruleFor, ruleSet } from "./rules"

/** How far back a rule is tried out. */
export const previewMs = 30 * 86_400_000
const mostCalls = 1000

/** One earlier call, and what the rule would have meant for it. */
export interface PreviewCell {
  readonly runId: string
  readonly toolCallId: string
  readonly runTitle: string
  readonly path: string
  readonly at: number
  /** An allow rule would have let it through; another rule would have decided about it. */
  readonly isHit: boolean
}

export interface Preview {
  /** Newest first. */
  readonly calls: ReadonlyArray<PreviewCell>
  readonly hits: number
  /** There are more than are shown. */
  readonly isCapped: boolean
}

/** A call that was not made: what would become of it. */
export const TriedCall = Schema.Struct({
  path: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(300)),
  args: Schema.optionalKey(Schema.Json),
  actor: Schema.optionalKey(ActorKind),
  trigger: Schema.optionalKey(Trigger)
})
export type TriedCall = typeof TriedCall.Type

export interface TriedVerdict {
  /** `refused`: it never comes as far as the rules. */
  readonly verdict: "allow" | "require_approval" | "block" | "refused"
  readonly rule: { readonly id: string; readonly pattern: string } | null
  readonly votesNeeded: number
  /** Why no rule is named, or what is wrong. */
  readonly why: string
}

/** Tries rules out: on earlier calls, and on calls that nobody made. */
export class RuleLab extends Context.Service<
  RuleLab,
  {
    /** Which calls of the last 30 days the rule would have let through, or decided about. `instead`: the rule that it replaces. */
    preview(teamId: TeamId, rule: NewRule, instead?: string): Effect.Effect<Preview, InvalidRule>
    /** Calls of the last 30 days that a stored rule is about, newest first. */
    matches(teamId: TeamId, ids: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, ReadonlyArray<PastCall>>>
    tryCall(teamId: TeamId, call: TriedCall): Effect.Effect<TriedVerdict>
    /** The narrowest rule for a tool call that waits for approval. */
    propose(teamId: TeamId, id: InteractionId): Effect.Effect<NarrowestRule, InteractionNotFound>
  }
>()("signalbox/approvals/RuleLab") {
  static readonly layer: Layer.Layer<RuleLab, never, RuleTable | PastCalls | ToolInvoker | RunStore> = Layer.effect(
    RuleLab,
    Effect.suspend(() => make)
  )
}

const someone: Actor = { kind: "user", id: "", label: "Somebody" }

const make = Effect.gen(function* () {
  const table = yield* RuleTable
  const past = yield* PastCalls
  const invoker = yield* ToolInvoker
  const store = yield* RunStore

  const gated = Effect.fnUntraced(function* (teamId: TeamId, { path, args, actor, trigger }: Pick<PastCall, "path" | "args" | "actor" | "trigger">) {
    const prepared = yield* Effect.result(invoker.prepare({ teamId, path, args }))
    // A tool that is gone, or arguments that do not fit any more, are taken for a write: it would be asked about.
    const unknown = { path, source: "", connection: null, description: "", effect: "write", repeatable: false, schemaHash: "" } as const
    const call: GatedCall = { teamId, actor, trigger, args, call: Result.isSuccess(prepared) ? prepared.success : unknown }
    return call
  })

  const recent = Effect.fnUntraced(function* (teamId: TeamId, patterns: ReadonlyArray<string>) {
    const parsed = patterns.map(parsePattern).filter((pattern) => typeof pattern !== "string")
    const paths = (yield* past.paths(teamId)).filter((path) => parsed.some((pattern) => matchesPath(pattern, path)))
    return yield* past.of(teamId, paths, (yield* Clock.currentTimeMillis) - previewMs, mostCalls + 1)
  })

  const preview = Effect.fn("RuleLab.preview")(function* (teamId: TeamId, wanted: NewRule, instead?: string) {
    const now = yield* Clock.currentTimeMillis
    const draft = draftOf("new", wanted, {})
    const issues = issuesOf(draft, now)
    if (issues.length > 0) return yield* new InvalidRule({ issues })
    const rules = (yield* table.rulesOf(teamId)).filter((rule) => instead === undefined || !isRule(rule, instead))
    const trial = trialOf(rules, { ...draft.terms, id: "new", pattern: draft.pattern, effect: wanted.effect, position: draft.position ?? 0 })
    const found = yield* recent(teamId, [draft.pattern])
    const calls = yield* Effect.forEach(found.slice(0, mostCalls), (one) =>
      Effect.map(gated(teamId, one), (call): PreviewCell => {
        const { runId, id: toolCallId, runTitle, path, at } = one
        const isHit = wanted.effect === "allow" ? wouldPass(trial, call, now) : wouldDecide(trial, call, now)
        return { runId, toolCallId, runTitle, path, at, isHit }
      })
    )
    return { calls, hits: calls.filter(({ isHit }) => isHit).length, isCapped: found.length > mostCalls }
  })

  const matches = Effect.fn("RuleLab.matches")(function* (teamId: TeamId, ids: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    const rules = ruleSet(yield* table.rulesOf(teamId))
    const patterns = (yield* table.list(teamId)).filter(({ id }) => ids.includes(id)).map(({ pattern }) => pattern)
    const byRule = new Map<string, Array<PastCall>>()
    for (const one of (yield* recent(teamId, patterns)).slice(0, mostCalls)) {
      const ruling = ruleFor(rules, yield* gated(teamId, one), now, isAnyRule)
      if (ruling._tag === "Ruled") byRule.get(ruling.rule.id)?.push(one) ?? byRule.set(ruling.rule.id, [one])
    }
    return byRule
  })

  const tryCall = Effect.fn("RuleLab.tryCall")(function* (teamId: TeamId, { path, args: given, actor = "user", trigger = "console" }: TriedCall) {
    const args = given ?? {}
    const prepared = yield* Effect.result(invoker.prepare({ teamId, path, args }))
    const call = yield* gated(teamId, { path, args, trigger, actor: { ...someone, kind: actor } })
    const verdict = verdictOf(yield* table.rulesOf(teamId), call, yield* Clock.currentTimeMillis)
    const ruling = ruleFor(yield* table.rulesOf(teamId), call, yield* Clock.currentTimeMillis)
    const rule = ruling._tag === "Unruled" ? null : { id: ruling.rule.id, pattern: ruling.rule.pattern }
    // Without arguments the question is about the tool: only that there is none stands in the way.
    if (Result.isFailure(prepared) && (given !== undefined || prepared.failure.code === "tool_not_found"))
      return { verdict: "refused", rule: null, votesNeeded: 0, why: asSentence(prepared.failure.message) } satisfies TriedVerdict
    const why =
      ruling._tag === "Ruled"
        ? ""
        : ruling._tag === "Unreadable"
          ? `A rule that might be about it cannot be read: ${ruling.rule.reason}.`
          : call.call.effect === "read"
            ? "No rule matches it, and it only reads."
            : "No rule matches it, and it is not known to only read."
    const tried: TriedVerdict = {
      rule,
      why,
      verdict: verdict._tag === "Allow" ? "allow" : verdict._tag === "Block" ? "block" : "require_approval",
      votesNeeded: verdict._tag === "Ask" ? verdict.votesNeeded : 0
    }
    return tried
  })

  const propose = Effect.fn("RuleLab.propose")(function* (teamId: TeamId, id: InteractionId) {
    const stored = yield* store.interaction(id)
    const isOurs = stored !== null && stored.teamId === teamId && stored.interaction.toolPath !== null
    if (!isOurs) return yield* new InteractionNotFound({ interactionId: id })
    return narrowestRule(stored.interaction.toolPath ?? "", stored.interaction.args ?? null)
  })

  return RuleLab.of({ preview, matches, tryCall, propose })
})

const asSentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

const isAnyRule = (_rule: Rule): boolean => true
const isRule = (rule: Schema.Json, id: string): boolean => typeof rule === "object" && rule !== null && "id" in rule && rule.id === id
