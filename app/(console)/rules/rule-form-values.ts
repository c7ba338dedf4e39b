import { type ConditionRow, rowsOf } from "@/server/domain/condition-rows"
import { readJson } from "@/server/domain/json-input"
import { type RuleDraft, type RuleItem, waitingTime } from "./rule-words"

/** What the fields of the form hold at first. */
export interface RuleFormValues extends RuleDraft {
  readonly rows: ReadonlyArray<ConditionRow>
  /** What no row can say, as JSON; text that is no JSON stays as it is. */
  readonly when: string
}

/**
 * The rule that is changed, or none; and once it was tried out, what was typed, whole: a field that was emptied or a tick that
 * was taken away is not filled again from the rule. Pure.
 */
export const ruleFormValues = (draft: RuleDraft, edited: RuleItem | undefined): RuleFormValues => {
  const seen = edited === undefined ? "" : String(edited.revision)
  if (draft.pattern !== "") {
    const { rows, rest } = draft.when === "" ? { rows: [], rest: "" } : conditionsOf(draft.when)
    return {
      ...draft,
      ...{ rows, when: rest },
      effect: draft.effect || "require_approval",
      expiresUnit: draft.expiresUnit || "hours",
      // Of the rule as it was read first: a change by somebody else since then is found when it is saved.
      revision: draft.revision || seen
    }
  }
  const { rows, rest } = partsOf(edited?.when)
  const { amount, unit } = waitingTime(edited?.interactionExpiresAfterMs)
  return {
    pattern: edited?.pattern ?? "",
    effect: draft.effect || (edited?.effect ?? "require_approval"),
    rows,
    when: rest,
    endsOn: edited?.endsAt === undefined ? "" : new Date(edited.endsAt).toISOString().slice(0, 10),
    expiresAfter: amount,
    expiresUnit: unit,
    selfApproval: edited === undefined || edited.selfApproval === !edited.fourEyes ? "" : edited.selfApproval ? "yes" : "no",
    fourEyes: edited?.fourEyes === true,
    requesterMayConfirm: edited?.requesterMayConfirm === true,
    revision: seen
  }
}

/** Something is said beyond which calls are meant and what happens to them. */
export const hasTerms = ({ endsOn, expiresAfter, expiresUnit, selfApproval, fourEyes, requesterMayConfirm }: RuleFormValues): boolean =>
  fourEyes || requesterMayConfirm || endsOn !== "" || expiresAfter !== "" || selfApproval !== "" || expiresUnit === "never"

const partsOf = (when: Parameters<typeof rowsOf>[0]): { readonly rows: ReadonlyArray<ConditionRow>; readonly rest: string } => {
  const { rows, rest } = rowsOf(when)
  return { rows, rest: rest === null ? "" : JSON.stringify(rest, null, 2) }
}

const conditionsOf = (text: string): { readonly rows: ReadonlyArray<ConditionRow>; readonly rest: string } => {
  const read = readJson(text)
  return "value" in read ? partsOf(read.value) : { rows: [], rest: text }
}
