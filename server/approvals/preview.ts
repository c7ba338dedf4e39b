import type { GatedCall } from "../engine/call-gate"
import { verdictOf } from "./gate"
import { type Rule, type RuleSet, ruleSet, type StoredRule } from "./rules"

/** A rule that is tried out, and the rules without it and with it. */
export interface Trial {
  readonly without: RuleSet
  readonly having: RuleSet
  readonly id: string
  readonly effect: Rule["effect"]
}

export const trialOf = (rules: ReadonlyArray<StoredRule>, added: Pick<Rule, "id" | "effect"> & { readonly [name: string]: StoredRule }): Trial => ({
  without: ruleSet(rules),
  having: ruleSet([...rules, added]),
  id: added.id,
  effect: added.effect
})

/**
 * Whether a rule would have let a recorded call through that was not let through without it. The record's arguments are redacted:
 * where a condition is about a value that was replaced, everything is assumed that lets the call through, so that nothing gets
 * through that was not shown.
 */
export const wouldPass = ({ without, having }: Trial, call: GatedCall, now: number): boolean => {
  const asked = verdictOf(without, call, now, isStrict)
  return asked._tag !== "Allow" && verdictOf(having, call, now, isLenient)._tag === "Allow"
}

const isStrict = (rule: Rule): boolean => rule.effect !== "allow"
const isLenient = (rule: Rule): boolean => rule.effect === "allow"

/** Whether the added rule is the one that decides about the call, or may be. */
export const wouldDecide = (trial: Trial, call: GatedCall, now: number): boolean => {
  const verdict = verdictOf(trial.having, call, now, (rule) => rule.id === trial.id)
  switch (verdict._tag) {
    case "Allow":
      return trial.effect === "allow" && wouldPass(trial, call, now)
    case "Ask":
      return verdict.rule?.id === trial.id
    case "Block":
      return trial.effect === "block"
  }
}
