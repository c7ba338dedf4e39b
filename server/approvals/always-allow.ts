import { Effect, Schema } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { EpochMs } from "../domain/epoch-ms"
import type { InteractionId } from "../domain/ids"
import type { AddedRule, StoredInteraction } from "../engine/run-store"
import type { RuleRecord } from "../store/rule-table"
import { InvalidRule, issuesOf } from "./check-rule"
import { Conditions, fulfils, readConditions } from "./conditions"
import { matchesPath, parsePattern } from "./pattern"
import { draftOf } from "./rule-book"

/** The rule that an approval brings with it: calls like this one are allowed from now on. */
export const AlwaysAllow = Schema.Struct({
  pattern: Schema.String,
  effect: Schema.Literal("allow"),
  when: Schema.optionalKey(Conditions),
  endsAt: Schema.optionalKey(EpochMs)
})
export type AlwaysAllow = typeof AlwaysAllow.Type

/** A question is decided once, so its rule has one id: a retry of the same answer finds what the first one wrote. */
export const ruleIdOf = (id: InteractionId): string => `rule_${id.slice("int_".length)}`

/** The rule as it is written, or what is wrong with it. It has to be about the very call that waits, as far as what is shown of that call tells. */
export const ruleOf = Effect.fnUntraced(function* (wish: AlwaysAllow, stored: StoredInteraction, now: number): Effect.fn.Return<AddedRule, InvalidRule> {
  const { id, pattern, terms } = draftOf(ruleIdOf(stored.interaction.id), wish, {})
  const rule: AddedRule = { id, pattern, effect: wish.effect, terms }
  const issues = issuesOf({ ...rule, position: null }, now)
  const isOff = issues.length === 0 && stored.interaction.status === "pending" && !isAbout(rule, stored)
  const all = isOff ? [{ path: "pattern", message: "with its conditions is not about this call; add such a rule under Rules" }] : issues
  if (all.length > 0) return yield* new InvalidRule({ issues: all.map(({ path, message }) => ({ path: `rule.${path}`, message })) })
  return rule
})

const isAbout = ({ pattern, terms }: AddedRule, { interaction, runTrigger }: StoredInteraction): boolean => {
  const parsed = parsePattern(pattern)
  const when = terms["when"] === undefined ? {} : readConditions(terms["when"])
  if (typeof parsed === "string" || when === null || !matchesPath(parsed, interaction.toolPath ?? "")) return false
  return fulfils(when, { args: interaction.args, actor: interaction.runActor, trigger: runTrigger }, true) !== "no"
}

/** Whether this is the rule that was written with the answer; once somebody changed it, it is what became of it. */
export const isSameRule = (rule: AddedRule, record: RuleRecord): boolean =>
  record.revision > 1 || (record.pattern === rule.pattern && canonicalJson(record.terms ?? {}) === canonicalJson(rule.terms))
