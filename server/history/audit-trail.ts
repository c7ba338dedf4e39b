import { Context, Effect, Layer, Schema, Stream } from "effect"
import { AuditEntry } from "../domain/audit"
import type { TeamId } from "../domain/ids"
import type { AuditEntry as AuditRow } from "../generated/sqlite/client"
import type { ChainRow } from "../store/audit-chain"
import { type ChainProof, proveChain } from "../store/audit-proof"
import { Database } from "../store/database"
import { read } from "../store/read"

/** What kinds of entries a reader can ask for: the noun of their action. */
export const auditNouns = ["interaction", "rule", "member", "token", "client", "source", "webhook", "view", "host"] as const
export const AuditNoun = Schema.Literals(auditNouns)
export type AuditNoun = typeof AuditNoun.Type

export interface AuditPage {
  /** Newest first. */
  readonly items: ReadonlyArray<AuditEntry>
  /** `before` of the next page; null at the beginning of the log. */
  readonly next: number | null
}

export interface AuditRequest {
  readonly before?: number | undefined
  readonly limit?: number | undefined
  readonly noun?: AuditNoun | undefined
}

const exportBatch = 500

/** The reading side of the audit log. */
export class AuditTrail extends Context.Service<
  AuditTrail,
  {
    page(teamId: TeamId, request: AuditRequest): Effect.Effect<AuditPage>
    /** All of it, oldest first. */
    all(teamId: TeamId): Stream.Stream<AuditEntry>
    /** Whether the chain is unbroken. */
    prove(teamId: TeamId): Effect.Effect<ChainProof>
  }
>()("signalbox/history/AuditTrail") {
  static readonly layer: Layer.Layer<AuditTrail, never, Database> = Layer.effect(
    AuditTrail,
    Effect.gen(function* () {
      const { client } = yield* Database

      const page = Effect.fn("AuditTrail.page")(function* (teamId: TeamId, { before, limit = 50, noun }: AuditRequest) {
        const where = {
          teamId,
          ...(before === undefined ? {} : { seq: { lt: before } }),
          ...(noun === undefined ? {} : { action: { startsWith: `${noun}.` } })
        }
        const rows = yield* read(() => client.auditEntry.findMany({ where, orderBy: { seq: "desc" }, take: limit + 1 }))
        const items = rows.slice(0, limit).map(entryOf)
        return { items, next: rows.length > limit ? (items.at(-1)?.seq ?? null) : null }
      })

      const after = (teamId: string, seq: number, take: number) =>
        client.auditEntry.findMany({ where: { teamId, seq: { gt: seq } }, orderBy: { seq: "asc" }, take })

      const all = (teamId: TeamId): Stream.Stream<AuditEntry> =>
        Stream.unfold(0, (seq) =>
          Effect.map(
            read(() => after(teamId, seq, exportBatch)),
            (rows) => {
              const last = rows.at(-1)
              return last === undefined ? undefined : ([rows.map(entryOf), last.seq] as const)
            }
          )
        ).pipe(Stream.flatMap((entries) => Stream.fromIterable(entries)))

      const prove = Effect.fn("AuditTrail.prove")((teamId: TeamId) =>
        read(() => proveChain(teamId, (id, seq, limit) => after(id, seq, limit).then((rows) => rows.map(chainRow))))
      )

      return AuditTrail.of({ page, all, prove })
    })
  )
}

const decodeEntry = Schema.decodeUnknownSync(Schema.toType(AuditEntry))

const entryOf = ({ actorKind, actorId, actorLabel, at, data, teamId: _, ...row }: AuditRow): AuditEntry =>
  decodeEntry({ ...row, at: Number(at), data: JSON.parse(data), actor: { kind: actorKind, id: actorId, label: actorLabel } })

const chainRow = (row: AuditRow): ChainRow => ({ ...row, at: Number(row.at), via: decodeVia(row.via) })
const decodeVia = Schema.decodeUnknownSync(AuditEntry.fields.via)
