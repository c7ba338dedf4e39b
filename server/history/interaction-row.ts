import { Schema } from "effect"
import { InteractionId, RunId, ToolCallId } from "../domain/ids"
import { ApprovalTerms, type Interaction, InteractionKind, InteractionStatus, ResolvedVia } from "../domain/interaction"
import { Actor, ActorKind } from "../domain/principal"
import { TrustedJsonText } from "../domain/trusted-json"
import { Whole } from "./read"

const Row = Schema.Struct({
  id: InteractionId,
  runId: RunId,
  toolCallId: Schema.NullOr(ToolCallId),
  kind: InteractionKind,
  status: InteractionStatus,
  message: Schema.String,
  args: Schema.NullOr(TrustedJsonText),
  toolPath: Schema.NullOr(Schema.String),
  connection: Schema.NullOr(Schema.String),
  line: Schema.NullOr(Whole),
  ruleId: Schema.NullOr(Schema.String),
  rulePattern: Schema.NullOr(Schema.String),
  options: Schema.NullOr(Schema.fromJsonString(Schema.Array(Schema.String))),
  votes: Schema.fromJsonString(Schema.Array(Schema.Struct({ by: Actor, at: Schema.Finite }))),
  votesNeeded: Whole,
  replaces: Schema.NullOr(InteractionId),
  proposedArgs: Schema.NullOr(TrustedJsonText),
  executedArgs: Schema.NullOr(TrustedJsonText),
  requestedSchema: Schema.NullOr(TrustedJsonText),
  url: Schema.NullOr(Schema.String),
  createdAt: Whole,
  expiresAt: Schema.NullOr(Whole),
  resolvedAt: Schema.NullOr(Whole),
  resolvedByKind: Schema.NullOr(ActorKind),
  resolvedById: Schema.NullOr(Schema.String),
  resolvedByLabel: Schema.NullOr(Schema.String),
  resolvedVia: Schema.NullOr(ResolvedVia),
  comment: Schema.NullOr(Schema.String),
  content: Schema.NullOr(TrustedJsonText),
  appliedAt: Schema.NullOr(Whole),
  revision: Whole,
  waitsFrom: Schema.NullOr(Whole),
  terms: Schema.NullOr(Schema.fromJsonString(ApprovalTerms)),
  runTitle: Schema.String,
  runActorKind: ActorKind,
  runActorId: Schema.String,
  runActorLabel: Schema.String
})

const decodeRows = Schema.decodeUnknownSync(Schema.Array(Row))

const interaction = (
  { ruleId, rulePattern, resolvedByKind, resolvedById, resolvedByLabel, runActorKind, runActorId, runActorLabel, terms, waitsFrom, ...row }: typeof Row.Type,
  publicUrl: string
): Interaction => ({
  ...row,
  ...terms,
  ...(waitsFrom === null ? {} : { waitsFrom }),
  rule: ruleId === null ? null : { id: ruleId, pattern: rulePattern ?? "" },
  resolvedBy: resolvedByKind === null ? null : { kind: resolvedByKind, id: resolvedById ?? "", label: resolvedByLabel ?? "" },
  runActor: { kind: runActorKind, id: runActorId, label: runActorLabel },
  approvalUrl: `${publicUrl}/approvals/${row.id}`
})

/** Rows of `Interaction` with its run's title and actor. A row that does not parse is a defect: nobody else writes them. */
export const interactionsOf = (rows: unknown, publicUrl: string): ReadonlyArray<Interaction> => decodeRows(rows).map((row) => interaction(row, publicUrl))
