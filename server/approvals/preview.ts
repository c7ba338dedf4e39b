import type { GatedCall } from "../engine/call-gate"
import { verdictOf } from "./gate"
import type { Rule, StoredRule } from "./rules"

/**
 * Whether a rule would have let a recorded call through that was not let through without it. The record's arguments are redacted:
 * where a condition is about a value that was replaced, everything is assumed that lets the call through, so that nothing gets
 * through that was not shown.
 */
export const wouldPass = (rules: ReadonlyArray<StoredRule>, added: StoredRule, call: GatedCall, now: number): boolean => {
  const asked = verdictOf(rules, call, now, isStrict)
  return asked._tag !== "Allow" && verdictOf([...rules, added], call, now, isLenient)._tag === "Allow"
}

const isStrict = (rule: Rule): boolean => rule.effect !== "allow"
const isLenient = (rule: Rule): boolean => rule.effect === "allow"

/** Whether the added rule is the one that decides about the call, or may be. */
export const wouldDecide = (rules: ReadonlyArray<StoredRule>, added: Rule, call: GatedCall, now: number): boolean => {
  const verdict = verdictOf([...rules, JSON.parse(JSON.stringify(added))], call, now, (rule) => rule.id === added.id)
  switch (verdict._tag) {
    case "Allow":
      return added.effect === "allow" && wouldPass(rules, JSON.parse(JSON.stringify(added)), call, now)
    case "Ask":
      return verdict.rule?.id === added.id
    case "Block":
      return added.effect === "block"
  }
}
