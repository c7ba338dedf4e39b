import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { NewAuditEntry } from "../domain/audit"
import type { TeamId } from "../domain/ids"
import type { Actor } from "../domain/principal"
import type { StoreUnavailable } from "../engine/run-store"
import type { Rule as RuleRow } from "../generated/sqlite/client"
import { auditRow } from "./audit-chain"
import { auditStatements } from "./audit-log"
import { Database } from "./database"
import { read } from "./read"
import { mostRules, RuleCache } from "./rule-cache"
import { appendRuleAudit, changeRules, findRules, insertRules, placeRules, removeRules } from "./sql/rules"
import { storable } from "./sql/statement"
import { transact } from "./transact"

/** A rule as stored: what the columns say, `terms` being JSON of all else. */
export interface RuleRecord {
  readonly id: string
  readonly pattern: string
  readonly effect: string
  readonly position: number
  /** Null when the text in the row is no JSON object. */
  readonly terms: { readonly [key: string]: Schema.Json } | null
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** What is written of a rule; without a position it goes to the end. */
export interface RuleDraft extends Pick<RuleRecord, "id" | "pattern" | "effect"> {
  readonly position: number | null
  readonly terms: { readonly [key: string]: Schema.Json }
}

/** Who changes rules, and through what. */
export interface RuleAuthor {
  readonly actor: Actor
  readonly via: "console" | "api"
}

/** The teams' rules. Every change comes with its audit entry, in the same transaction. */
export class RuleTable extends Context.Service<
  RuleTable,
  {
    list(teamId: TeamId): Effect.Effect<ReadonlyArray<RuleRecord>>
    /** As the gate reads them: JSON that may or may not be a rule. */
    rulesOf(teamId: TeamId): Effect.Effect<ReadonlyArray<Schema.Json>>
    /** False when the team has as many rules as it may. */
    add(teamId: TeamId, draft: RuleDraft, by: RuleAuthor): Effect.Effect<boolean, StoreUnavailable>
    /** False when the rule is not of this revision any more, or not there. `before` goes into the audit log. */
    change(teamId: TeamId, before: RuleRecord, draft: RuleDraft, by: RuleAuthor): Effect.Effect<boolean, StoreUnavailable>
    remove(teamId: TeamId, before: RuleRecord, by: RuleAuthor): Effect.Effect<boolean, StoreUnavailable>
    /** Gives the rules the positions 1, 2, 3 … in this order; the rest keeps its own. */
    arrange(teamId: TeamId, ids: ReadonlyArray<string>, by: RuleAuthor): Effect.Effect<void, StoreUnavailable>
    /** How many members of the team may decide. */
    deciders(teamId: TeamId): Effect.Effect<number>
  }
>()("signalbox/store/RuleTable") {
  static readonly layer: Layer.Layer<RuleTable, never, Database> = Layer.effect(
    RuleTable,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(RuleCache.layer))
}

const make = Effect.gen(function* () {
  const { client, session, kind } = yield* Database
  const { dialect } = session
  const cache = yield* RuleCache

  const list = Effect.fn("RuleTable.list")((teamId: TeamId) =>
    Effect.map(
      read(() => client.rule.findMany({ where: { teamId }, orderBy: [{ position: "asc" }, { id: "asc" }] })),
      (rows) => rows.map(recordOf)
    )
  )

  const rulesOf = Effect.fn("RuleTable.rulesOf")((teamId: TeamId) => {
    const stored = Effect.map(list(teamId), (rules) => rules.map(storedRule))
    // A data directory has one process, so what this one changed is all there is. PostgreSQL may be written by another one.
    return kind === "sqlite" ? cache.rulesOf(teamId, stored) : stored
  })

  const write = (teamId: TeamId, statements: Parameters<typeof transact>[1]) => transact(session, statements).pipe(Effect.ensuring(cache.forget(teamId)))

  const entry = Effect.fnUntraced(function* (teamId: TeamId, action: string, subject: string, data: Schema.Json, { actor, via }: RuleAuthor) {
    const at = yield* Clock.currentTimeMillis
    return { teamId, at, action, subject, data, actor, via } satisfies NewAuditEntry
  })

  const add = Effect.fn("RuleTable.add")(function* (teamId: TeamId, draft: RuleDraft, by: RuleAuthor) {
    const made = yield* entry(teamId, "rule.created", draft.id, { rule: shown(draft) }, by)
    const { id } = draft
    const row = { ...rowOf(teamId, draft), at: made.at, most: mostRules }
    // The entry is about the rule that came in, so it is none where none did.
    const audit = appendRuleAudit(dialect, [{ ...auditRow(made), ruleId: id, revision: firstRevision }])
    const [, , found] = yield* write(teamId, [insertRules(dialect, [row]), audit, findRules(dialect, [{ id, teamId }])])
    return found?.length === 1
  })

  const guarded = (teamId: TeamId, { id, revision }: RuleRecord, made: NewAuditEntry) =>
    [findRules(dialect, [{ id, teamId }]), appendRuleAudit(dialect, [{ ...auditRow(made), ruleId: id, revision }])] as const

  const wasThere = (before: RuleRecord, rows: ReadonlyArray<Readonly<Record<string, unknown>>> | undefined) => rows?.[0]?.["revision"] === before.revision

  const change = Effect.fn("RuleTable.change")(function* (teamId: TeamId, before: RuleRecord, wanted: RuleDraft, by: RuleAuthor) {
    const draft = { ...wanted, position: wanted.position ?? before.position }
    const made = yield* entry(teamId, "rule.changed", before.id, { before: shown(before), after: shown(draft) }, by)
    const row = { ...rowOf(teamId, draft), revision: before.revision, at: made.at }
    const [found] = yield* write(teamId, [...guarded(teamId, before, made), changeRules(dialect, [row])])
    return wasThere(before, found)
  })

  const remove = Effect.fn("RuleTable.remove")(function* (teamId: TeamId, before: RuleRecord, by: RuleAuthor) {
    const made = yield* entry(teamId, "rule.removed", before.id, { rule: shown(before) }, by)
    const { id, revision } = before
    const [found] = yield* write(teamId, [...guarded(teamId, before, made), removeRules(dialect, [{ id, teamId, revision }])])
    return wasThere(before, found)
  })

  const arrange = Effect.fn("RuleTable.arrange")(function* (teamId: TeamId, ids: ReadonlyArray<string>, by: RuleAuthor) {
    const made = yield* entry(teamId, "rule.ordered", "rules", { order: [...ids] }, by)
    const rows = ids.map((id, index) => ({ id, teamId, position: index + 1, at: made.at }))
    yield* write(teamId, [placeRules(dialect, rows), ...auditStatements(dialect, [made])])
  })

  const deciders = (teamId: TeamId) => read(() => client.member.count({ where: { organizationId: teamId, role: { not: "viewer" } } }))

  return RuleTable.of({ list, rulesOf, add, change, remove, arrange, deciders })
})

/** As the models say. */
const firstRevision = 1

const decodeTerms = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const recordOf = ({ terms, createdAt, updatedAt, teamId: _, ...row }: RuleRow): RuleRecord => {
  const read = decodeTerms(terms)
  return { ...row, terms: read._tag === "Some" ? read.value : null, createdAt: Number(createdAt), updatedAt: Number(updatedAt) }
}

/** Terms that cannot be read leave something that is no rule, with its pattern: it must not fall silent. */
const storedRule = ({ id, pattern, effect, position, terms }: RuleRecord): Schema.Json =>
  terms === null ? { id, pattern } : { ...terms, id, pattern, effect, position }

const rowOf = (teamId: TeamId, { id, pattern, effect, position, terms }: RuleDraft) => ({
  id,
  teamId,
  pattern: storable(pattern),
  effect,
  position,
  terms: storable(JSON.stringify(terms))
})

const shown = ({ pattern, effect, position, terms }: Pick<RuleRecord, "pattern" | "effect" | "terms"> & { readonly position: number | null }): Schema.Json => ({
  pattern,
  effect,
  ...(position === null ? {} : { position }),
  ...terms
})
