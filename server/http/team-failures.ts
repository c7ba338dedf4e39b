import type { MayNotDecide, PeopleOnly } from "../approvals/approvals"
import type { FourEyesImpossible, InvalidRule } from "../approvals/check-rule"
import type { RuleChanged, RuleNotFound } from "../approvals/rule-book"
import type { TooManyRules } from "../engine/run-store"
import type { TooManyViews, ViewNotFound } from "../store/view-table"
import type { FailureTable } from "./failure-table"

/** What goes wrong with a team's rules, and with who may decide. */
export type TeamFailure = PeopleOnly | MayNotDecide | InvalidRule | FourEyesImpossible | TooManyRules | RuleNotFound | RuleChanged | ViewNotFound | TooManyViews

export const teamFailures: FailureTable<TeamFailure> = {
  PeopleOnly: () => ({ status: 403, code: "people_only", message: "A service token cannot decide. A person of the team answers in the console." }),
  MayNotDecide: ({ role }) => ({ status: 403, code: "forbidden", message: `A ${role} may look, not decide; ask an admin of the team.` }),
  InvalidRule: ({ issues }) => ({ status: 400, code: "invalid_rule", message: "This is not a rule that can be kept; see the issues.", issues }),
  FourEyesImpossible: () => ({
    status: 409,
    code: "four_eyes_impossible",
    message: "Four eyes need two people who may decide, and this team has only one. Add another operator or admin first, or leave four eyes off.",
    issues: [{ path: "fourEyes", message: "needs two people who may decide; this team has only one" }]
  }),
  TooManyRules: ({ most }) => ({
    status: 409,
    code: "too_many_rules",
    message: `A team has ${most} rules at most, and this one has them. Nothing was added. Remove rules that have ended or that another one covers, or join several in one pattern such as github.issues.*, then try again.`,
    details: { most }
  }),
  RuleNotFound: ({ ruleId }) => ({ status: 404, code: "rule_not_found", message: "There is no such rule.", details: { ruleId } }),
  ViewNotFound: ({ viewId }) => ({ status: 404, code: "view_not_found", message: "There is no such view any more.", details: { viewId } }),
  TooManyViews: ({ most }) => ({ status: 409, code: "too_many_views", message: `There are ${most} views already. Remove one that nobody needs.` }),
  RuleChanged: ({ ruleId }) => ({
    status: 409,
    code: "rule_changed",
    message: "Somebody else changed this rule in the meantime. Look at it as it is now, then try again.",
    details: { ruleId }
  })
}
