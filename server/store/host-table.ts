import { Clock, Context, Effect, Layer, Schema } from "effect"
import { AppConfig } from "../config/config"
import type { AuditVia } from "../domain/audit"
import { type AllowedHost, isHostOrRange } from "../domain/host-entry"
import type { TeamId } from "../domain/ids"
import { Actor } from "../domain/principal"
import type { StoreUnavailable } from "../engine/run-store"
import { auditStatements } from "./audit-log"
import { Database } from "./database"
import { read } from "./read"
import { dropSetting, keepSetting } from "./sql/retention"
import { transact } from "./transact"

export interface HostEditor {
  readonly teamId: TeamId
  readonly actor: Actor
  readonly via: AuditVia
}

/** Private places that calls may reach: those of the environment, and those that an admin allowed, for the whole installation. */
export class HostTable extends Context.Service<
  HostTable,
  {
    /** Those of the environment first. */
    readonly list: Effect.Effect<ReadonlyArray<AllowedHost>>
    /** With its audit entry, in one transaction. */
    allow(host: string, by: HostEditor): Effect.Effect<void, StoreUnavailable>
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
          ...allowHosts.map((host) => ({ host, by: null, at: null })),
          ...rows.map(({ key, value }) => ({ host: key.slice(prefix.length), ...decode(value) })).filter(({ host }) => isHostOrRange(host))
        ]
      )

      const entryOf = Effect.fnUntraced(function* (action: string, host: string, { teamId, actor, via }: HostEditor) {
        return { teamId, at: yield* Clock.currentTimeMillis, actor, via, action, subject: host, data: { name: host } } as const
      })

      const allow = Effect.fn("HostTable.allow")(function* (host: string, by: HostEditor) {
        const entry = yield* entryOf("host.allowed", host, by)
        const row = { key: keyOf(host), value: JSON.stringify({ by: { ...by.actor }, at: entry.at }) }
        yield* transact(session, [keepSetting(session.dialect, [row]), ...auditStatements(session.dialect, [entry])])
      })

      const remove = Effect.fn("HostTable.remove")(function* (host: string, by: HostEditor) {
        const known = (yield* list).some((one) => one.by !== null && one.host === plain(host))
        if (!known) return false
        const entry = yield* entryOf("host.removed", host, by)
        yield* transact(session, [dropSetting(session.dialect, [{ key: keyOf(host) }]), ...auditStatements(session.dialect, [entry])])
        return true
      })

      return HostTable.of({ list, allow, remove })
    })
  )
}

const prefix = "host "
const plain = (host: string): string => host.toLowerCase()
const keyOf = (host: string): string => `${prefix}${plain(host)}`
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ by: Actor, at: Schema.Finite })))
