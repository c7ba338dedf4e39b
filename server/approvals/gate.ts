import { Cause, Clock, Effect, Layer } from "effect"
import type { TeamId } from "../domain/ids"
import { CallGate, type GatedCall, usualExpiryMs, type Verdict } from "../engine/call-gate"
import { RuleTable } from "../store/rule-table"
import { askSentence } from "./ask-sentence"
import { type Assume, type Rule, type RuleSet, type Rules, ruleFor, ruleSet, type StoredRule } from "./rules"

/** Reads a team's rules, in any order. */
export type RulesOf = (teamId: TeamId) => Effect.Effect<ReadonlyArray<StoredRule>>

/** Decides by these rules; without a rule reads are allowed and all else needs approval. */
export const callGateLayerOf = (rulesOf: RulesOf): Layer.Layer<CallGate> =>
  Layer.sync(CallGate, () => {
    // The table gives the same list as long as nothing changed.
    const known = new WeakMap<ReadonlyArray<StoredRule>, RuleSet>()
    const read = (rules: ReadonlyArray<StoredRule>): RuleSet => {
      const set = known.get(rules) ?? ruleSet(rules)
      known.set(rules, set)
      return set
    }
    const checkAll = Effect.fn("CallGate.checkAll")((teamId: TeamId, calls: ReadonlyArray<GatedCall>) =>
      Effect.gen(function* () {
        const rules = read(yield* rulesOf(teamId))
        const now = yield* Clock.currentTimeMillis
        return calls.map((gated) => verdictOf(rules, gated, now))
      }).pipe(
        // Rules that cannot be had are no permission.
        Effect.catchCauseIf(
          (cause) => !Cause.hasInterruptsOnly(cause),
          (cause) =>
            Effect.as(
              Effect.logError(`the rules of team ${teamId} could not be read`, cause),
              calls.map((gated) => ask(gated, null, "The rules could not be read."))
            )
        )
      )
    )
    const check = Effect.fn("CallGate.check")(function* (gated: GatedCall) {
      const [verdict] = yield* checkAll(gated.teamId, [gated])
      return verdict ?? ask(gated, null)
    })
    return CallGate.of({ check, checkAll })
  })

/** Decides by the team's rules. */
export const callGateLayer: Layer.Layer<CallGate, never, RuleTable> = Layer.unwrap(RuleTable.use((table) => Effect.succeed(callGateLayerOf(table.rulesOf))))

/** What these rules say of a call at a moment. */
export const verdictOf = (rules: Rules, gated: GatedCall, now: number, assume?: Assume): Verdict => {
  const ruling = ruleFor(rules, gated, now, assume)
  switch (ruling._tag) {
    case "Unruled":
      return gated.call.effect === "read" ? { _tag: "Allow" } : ask(gated, null)
    case "Unreadable": {
      const { id, pattern, reason } = ruling.rule
      return { ...ask(gated, null, `A rule cannot be read (${reason}), so a person decides.`), rule: { id, pattern } }
    }
    case "Ruled":
      return ruled(ruling.rule, gated)
  }
}

const ruled = (rule: Rule, gated: GatedCall): Verdict => {
  switch (rule.effect) {
    case "allow":
      return { _tag: "Allow" }
    case "require_approval":
      return ask(gated, rule)
    case "block":
      return { _tag: "Block", message: `${gated.call.path} is blocked by the rule ${rule.pattern}` }
  }
}

const ask = (gated: GatedCall, rule: Rule | null, remark?: string): Extract<Verdict, { _tag: "Ask" }> => ({
  _tag: "Ask",
  message: remark === undefined ? askSentence(gated.call) : `${askSentence(gated.call)} ${remark}`,
  rule: rule === null ? null : { id: rule.id, pattern: rule.pattern },
  votesNeeded: rule?.fourEyes === true ? 2 : 1,
  selfApproval: rule?.selfApproval ?? rule?.fourEyes !== true,
  requesterMayConfirm: rule?.requesterMayConfirm === true,
  expiresAfterMs: rule?.interactionExpiresAfterMs !== undefined ? rule.interactionExpiresAfterMs : usualExpiryMs(gated.actor)
})
