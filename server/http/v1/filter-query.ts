import { Schema } from "effect"
import { EpochMs } from "../../domain/epoch-ms"
import { RunKind, RunStatus, Trigger } from "../../domain/run"
import { ApprovalWanted, SearchText, ToolPattern } from "../../domain/run-filter"
import { mostFilterValues } from "../../domain/run-matching"
import { CommaList, WholeNumber } from "./query"

const Duration = WholeNumber(0, 1_000_000_000_000)

/** More than one query can look for is refused, in words. */
const Some = <S extends Schema.Codec<string, string>>(item: S) =>
  CommaList(item).check(Schema.isMaxLength(mostFilterValues, { message: `at most ${mostFilterValues} values` }))

/** The filters of lists, counts, exports and the team's stream, as parameters of a query. */
export const filterFields = {
  status: Schema.optionalKey(Some(RunStatus)),
  kind: Schema.optionalKey(Some(RunKind)),
  trigger: Schema.optionalKey(Some(Trigger)),
  actor: Schema.optionalKey(Some(Schema.NonEmptyString)),
  tool: Schema.optionalKey(Some(ToolPattern)),
  approval: Schema.optionalKey(Some(ApprovalWanted)),
  q: Schema.optionalKey(SearchText),
  from: Schema.optionalKey(EpochMs),
  to: Schema.optionalKey(EpochMs),
  minDurationMs: Schema.optionalKey(Duration),
  maxDurationMs: Schema.optionalKey(Duration)
}
