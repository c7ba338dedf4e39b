import { planDecides } from "./decide-plan"
import type { WriteRequest } from "./gather"
import { planOpens, planWishes } from "./open-plan"
import type { Finish, Plan } from "./plan"
import type { Sealing } from "./sealed"
import { enterWriter } from "./sql/open"
import { countStatuses, markCounted, settleRuns } from "./sql/settle"
import type { Statement } from "./sql/statement"
import { asTry, changedRuns } from "./step-layout"
import { planSteps } from "./step-plan"
import { planSubmits } from "./submit-plan"
import type { ToolTallies } from "./tool-tallies"

export interface FlushPlan {
  readonly statements: ReadonlyArray<Statement>
  readonly finish: Finish
}

/** The one transaction that does all of these requests, each about another run. */
export const planFlush = (
  plan: Plan,
  requests: ReadonlyArray<WriteRequest>,
  { sealing, tallies }: { readonly sealing: Sealing; readonly tallies: ToolTallies }
): FlushPlan => {
  const { dialect } = plan
  plan.statements.push(...enterWriter(dialect))
  const steps = only(requests, "Step").map((request) => asTry(request, plan.attempt))
  const decides = only(requests, "Decide")
  const submits = only(requests, "Submit")
  const finishes = [
    planSubmits(plan, submits, sealing),
    planOpens(plan, only(requests, "Open"), sealing),
    planWishes(plan, only(requests, "Wish")),
    planDecides(plan, decides, sealing),
    planSteps(plan, steps, sealing, tallies)
  ]
  const changed = [...changedRuns(steps), ...decides.map(({ runId, decision }) => ({ runId, stepId: null, at: decision.at }))]
  plan.over(settleRuns, changed)
  const counted = [...submits.map(({ run }) => ({ runId: run.id })), ...changed.map(({ runId }) => ({ runId }))]
  plan.over(countStatuses, counted)
  plan.over(markCounted, counted)
  return {
    statements: plan.statements,
    finish: (results) => {
      for (const finish of finishes) finish(results)
    }
  }
}

export const only = <Tag extends WriteRequest["_tag"]>(requests: ReadonlyArray<WriteRequest>, tag: Tag): ReadonlyArray<Extract<WriteRequest, { _tag: Tag }>> =>
  requests.filter((request): request is Extract<WriteRequest, { _tag: Tag }> => request._tag === tag)
