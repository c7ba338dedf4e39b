import { Clock, Context, Effect, Layer, Schema } from "effect"
import { AppConfig } from "../config/config"
import type { AuditVia } from "../domain/audit"
import { type AllowedHost, HostUse, isHostOrRange, type NewAllowedHost } from "../domain/host-entry"
import type { TeamId } from "../domain/ids"
import { Actor } from "../domain/principal"
import type { StoreUnavailable } from "../engine/run-store"
import { auditRow } from "./audit-chain"
import { auditStatements } from "./audit-log"
import { Database } from "./database"
import { read } from "./read"
import { keepSetting } from "./sql/retention"
import { appendSettingAudit, dropSettings, findSettings } from "./sql/settings"
import { transact } from "./transact"

export interface HostEditor {
  readonly teamId: TeamId
  readonly actor: Actor
  readonly via: AuditVia
}

/** Places that calls may reach: those of the environment, and those that an admin allowed, for the whole installation. */
export class HostTable extends Context.Service<
  HostTable,
  {
    /** Those of the environment first. Read anew each time: what was removed must not be reached once more. */
    readonly list: Effect.Effect<ReadonlyArray<AllowedHost>>
    /** With its audit entry, in one transaction. What it was allowed for before is replaced. */
    allow(host: NewAllowedHost, by: HostEditor): Effect.Effect<void, StoreUnavailable>
    /** False when no admin had allowed it. */
    remove(host: string, by: HostEditor): Effect.Effect<boolean, StoreUnavailable>
  }
>()("signalbox/store/HostTable") {
  static readonly layer: Layer.Layer<HostTable, never, Database | AppConfig> = Layer.effect(
    HostTable,
    Effect.gen(function* () {
      const { client, session } = yield* Database
      const { allowHosts } = yield* AppConfig

      const list = Effect.map(
        read(() => client.setting.findMany({ where: { key: { startsWith: prefix } }, orderBy: { key: "asc" } })),
        (rows): ReadonlyArray<AllowedHost> => [
          ...allowHosts.map((host): AllowedHost => ({ host, uses: ["private"], by: null, at: null })),
          ...rows.map(({ key, value }) => ({ host: key.slice(prefix.length), ...decode(value) })).filter(({ host }) => isHostOrRange(host))
        ]
      )

      const allow = Effect.fn("HostTable.allow")(function* ({ host, uses }: NewAllowedHost, { teamId, actor, via }: HostEditor) {
        const at = yield* Clock.currentTimeMillis
        const row = { key: keyOf(host), value: JSON.stringify({ uses, by: { ...actor }, at }) }
        const entry = { teamId, at, actor, via, action: "host.allowed", subject: plain(host), data: { name: plain(host), uses } } as const
        yield* transact(session, [keepSetting(session.dialect, [row]), ...auditStatements(session.dialect, [entry])])
      })

      const remove = Effect.fn("HostTable.remove")(function* (host: string, { teamId, actor, via }: HostEditor) {
        const at = yield* Clock.currentTimeMillis
        const rows = [{ key: keyOf(host) }]
        const entry = { teamId, at, actor, via, action: "host.removed", subject: plain(host), data: { name: plain(host) } } as const
        const audit = { ...auditRow(entry), settingKey: keyOf(host) }
        const [found] = yield* transact(session, [
          findSettings(session.dialect, rows),
          appendSettingAudit(session.dialect, [audit]),
          dropSettings(session.dialect, rows)
        ])
        return found?.length === 1
      })

      return HostTable.of({ list, allow, remove })
    })
  )
}

const prefix = "host "
const plain = (host: string): string => host.toLowerCase()
const keyOf = (host: string): string => `${prefix}${plain(host)}`
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ uses: Schema.Array(HostUse), by: Actor, at: Schema.Finite })))
