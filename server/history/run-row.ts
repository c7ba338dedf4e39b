import { Schema } from "effect"
import { RunId } from "../domain/ids"
import { ActorKind } from "../domain/principal"
import { RunKind, RunStatus, type RunSummary, Trigger } from "../domain/run"
import { Whole } from "./read"

const Row = Schema.Struct({
  id: RunId,
  kind: RunKind,
  status: RunStatus,
  title: Schema.String,
  trigger: Trigger,
  actorKind: ActorKind,
  actorId: Schema.String,
  actorLabel: Schema.String,
  startedAt: Whole,
  finishedAt: Schema.NullOr(Whole),
  durationMs: Schema.NullOr(Whole),
  humanWaitMs: Whole,
  waitingSince: Schema.NullOr(Whole),
  toolCallCount: Whole,
  failedToolCallCount: Whole,
  pendingInteractionCount: Whole,
  waitingFor: Schema.NullOr(Schema.Literals(["approval", "form", "url"])),
  waitingInteractionId: Schema.NullOr(Schema.String),
  lastDecision: Schema.NullOr(Schema.Literals(["accepted", "declined", "cancelled", "expired"])),
  lastDecisionBy: Schema.NullOr(Schema.String),
  tools: Schema.fromJsonString(Schema.Array(Schema.Tuple([Schema.String, Schema.Int]))),
  version: Whole,
  parentRunId: Schema.NullOr(RunId),
  rerunOf: Schema.NullOr(RunId)
})

const decodeRows = Schema.decodeUnknownSync(Schema.Array(Row))

const summary = ({ actorKind, actorId, actorLabel, lastDecision, lastDecisionBy, tools, ...row }: typeof Row.Type): RunSummary => ({
  ...row,
  actor: { kind: actorKind, id: actorId, label: actorLabel },
  lastDecision: lastDecision === null ? null : { action: lastDecision, by: lastDecisionBy ?? "" },
  tools: tools.map(([path]) => path),
  toolCounts: Object.fromEntries(tools)
})

/** Rows of `Run`, as a raw query gives them. A row that does not parse is a defect: nobody else writes them. */
export const summariesOf = (rows: unknown): ReadonlyArray<RunSummary> => decodeRows(rows).map(summary)
