import { Schema } from "effect"
import { EpochMs } from "../../domain/epoch-ms"
import { RunKind, RunStatus, Trigger } from "../../domain/run"
import { ApprovalWanted, SearchText, ToolPattern } from "../../domain/run-filter"
import { CommaList, WholeNumber } from "./query"

const Duration = WholeNumber(0, 1_000_000_000_000)

/** The filters of lists, counts, exports and the team's stream, as parameters of a query. */
export const filterFields = {
  status: Schema.optionalKey(CommaList(RunStatus)),
  kind: Schema.optionalKey(CommaList(RunKind)),
  trigger: Schema.optionalKey(CommaList(Trigger)),
  actor: Schema.optionalKey(CommaList(Schema.NonEmptyString)),
  tool: Schema.optionalKey(CommaList(ToolPattern)),
  approval: Schema.optionalKey(CommaList(ApprovalWanted)),
  q: Schema.optionalKey(SearchText),
  from: Schema.optionalKey(EpochMs),
  to: Schema.optionalKey(EpochMs),
  minDurationMs: Schema.optionalKey(Duration),
  maxDurationMs: Schema.optionalKey(Duration)
}
