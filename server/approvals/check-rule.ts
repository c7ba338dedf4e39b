import { Effect, Schema } from "effect"
import type { RuleDraft } from "../store/rule-table"
import { readConditions } from "./conditions"
import { parsePattern } from "./pattern"

/** The rule cannot be stored as it is; each issue names the field and what is wrong with it. */
export class InvalidRule extends Schema.TaggedError<InvalidRule>()("InvalidRule", {
  issues: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))
}) {}
/** Four eyes in a team in which one person may decide: nobody could ever approve. */
export class FourEyesImpossible extends Schema.TaggedError<FourEyesImpossible>()("FourEyesImpossible", { deciders: Schema.Int }) {}
/** Characters of JSON that the conditions of a rule may have: fifty of them, and long lists, fit well. */
const longestConditions = 32_000
/** As long as a question may wait, and as far ahead as a rule may end. */
const longestMs = 366 * 86_400_000

interface Circumstances {
  readonly now: number
  /** How many people of the team may decide. */
  readonly deciders: number
}

/** Refuses a rule that says something impossible or something that would mean nothing. */
export const checkRule = (draft: RuleDraft, { now, deciders }: Circumstances): Effect.Effect<void, InvalidRule | FourEyesImpossible> => {
  const issues = issuesOf(draft, now)
  if (issues.length > 0) return Effect.fail(new InvalidRule({ issues }))
  return draft.terms["fourEyes"] === true && deciders < 2 ? Effect.fail(new FourEyesImpossible({ deciders })) : Effect.void
}

export const issuesOf = (draft: RuleDraft, now: number): ReadonlyArray<{ readonly path: string; readonly message: string }> => {
  const { pattern, effect, terms } = draft
  const issues: Array<{ readonly path: string; readonly message: string }> = []
  const parsed = parsePattern(pattern)
  if (typeof parsed === "string") issues.push({ path: "pattern", message: parsed })
  const length = JSON.stringify(terms["when"] ?? null).length
  if (length > longestConditions) {
    const message = `${length} characters of JSON, and ${longestConditions} are the most: say them with glob and ranges, or in several rules`
    issues.push({ path: "when", message })
  } else if (terms["when"] !== undefined && (readConditions(terms["when"]) === null || isEmpty(terms["when"])))
    issues.push({ path: "when", message: "has no condition that is understood; leave it out for all calls of the pattern" })
  const endsAt = terms["endsAt"]
  if (typeof endsAt === "number" && !(endsAt > now)) issues.push({ path: "endsAt", message: "must lie in the future" })
  const expiry = terms["interactionExpiresAfterMs"]
  if (typeof expiry === "number" && expiry > longestMs) issues.push({ path: "interactionExpiresAfterMs", message: "must be at most 366 days" })
  if (effect !== "require_approval") {
    for (const name of ["fourEyes", "requesterMayConfirm"]) {
      if (terms[name] === true) issues.push({ path: name, message: "means something only for a rule that requires approval" })
    }
    if (terms["selfApproval"] === false) issues.push({ path: "selfApproval", message: "means something only for a rule that requires approval" })
  }
  if (terms["fourEyes"] === true && terms["requesterMayConfirm"] === true)
    issues.push({ path: "requesterMayConfirm", message: "cannot go together with four eyes: the agent would be one of them" })
  return issues
}

const isEmpty = (when: Schema.Json): boolean => typeof when === "object" && when !== null && Object.keys(when).length === 0
