import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { AppConfig } from "../config/config"
import type { NewAuditEntry } from "../domain/audit"
import { TeamId } from "../domain/ids"
import type { Actor } from "../domain/principal"
import { type Webhook, WebhookEvent, WebhookStatus } from "../domain/webhook"
import type { StoreUnavailable } from "../engine/run-store"
import type { Webhook as WebhookRow } from "../generated/sqlite/client"
import { auditRow } from "./audit-chain"
import { Database } from "./database"
import { read } from "./read"
import { makeSealing } from "./sealed"
import { appendWebhookAudit, changeWebhooks, findWebhooks, insertWebhooks, removeWebhooks } from "./sql/outbox"
import { storable } from "./sql/statement"
import { transact } from "./transact"

/** More would make every run's end a small storm. */
export const mostWebhooks = 20

/** What a webhook is sent with; sealed at rest. */
export const WebhookSecrets = Schema.Struct({
  /** The whole address. */
  url: Schema.String,
  secret: Schema.String,
  /** The one before, while it still signs. */
  older: Schema.NullOr(Schema.String)
})
export type WebhookSecrets = typeof WebhookSecrets.Type

export interface WebhookRecord extends Webhook {
  readonly teamId: TeamId
  readonly revision: number
  /** Null: sealed under another SIGNALBOX_SECRET. */
  readonly secrets: WebhookSecrets | null
}

export interface NewWebhookRecord extends Pick<WebhookRecord, "id" | "teamId" | "name" | "url" | "events"> {
  readonly secrets: WebhookSecrets
}

export interface WebhookAuthor {
  readonly actor: Actor
  readonly via: "console" | "api" | "system"
}

/** What is done to a webhook, for the audit log. */
export interface WebhookDeed {
  readonly action: string
  readonly data: Schema.Json
  readonly by: WebhookAuthor
}

/** Where teams have their events sent. Every change comes with its audit entry, in the same transaction. */
export class WebhookTable extends Context.Service<
  WebhookTable,
  {
    /** Oldest first. */
    list(teamId: TeamId): Effect.Effect<ReadonlyArray<WebhookRecord>>
    /** Null: there is none, or it is another team's. */
    find(teamId: TeamId, id: string): Effect.Effect<WebhookRecord | null>
    /** For who sends: of whichever team. */
    findAny(id: string): Effect.Effect<WebhookRecord | null>
    /** False when the team has too many. */
    add(webhook: NewWebhookRecord, deed: WebhookDeed): Effect.Effect<boolean, StoreUnavailable>
    /** False when it is not of this revision any more, or not there. */
    change(before: WebhookRecord, after: WebhookRecord, deed: WebhookDeed): Effect.Effect<boolean, StoreUnavailable>
    /** With all that was sent to it. */
    remove(before: WebhookRecord, deed: WebhookDeed): Effect.Effect<boolean, StoreUnavailable>
  }
>()("signalbox/store/WebhookTable") {
  static readonly layer: Layer.Layer<WebhookTable, never, Database | AppConfig> = Layer.effect(
    WebhookTable,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const { client, session } = yield* Database
  const { secret } = yield* AppConfig
  const { dialect } = session
  const sealing = makeSealing(Redacted.value(secret))

  const recordOf = ({ sealed, olderUntil, createdAt, updatedAt, teamId, events, status, ...row }: WebhookRow): WebhookRecord => {
    const opened = sealing.openOrNull(sealed, placeOf(row.id))
    return {
      ...row,
      teamId: TeamId.make(teamId),
      events: eventsOf(events),
      status: statusOf(status),
      olderSecretUntil: olderUntil === null ? null : Number(olderUntil),
      createdAt: Number(createdAt),
      updatedAt: Number(updatedAt),
      secrets: opened === null ? null : secretsOf(opened)
    }
  }

  const sealed = (id: string, secrets: WebhookSecrets): string => sealing.seal(JSON.stringify(secrets), placeOf(id))

  const list = Effect.fn("WebhookTable.list")((teamId: TeamId) =>
    Effect.map(
      read(() => client.webhook.findMany({ where: { teamId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] })),
      (rows) => rows.map(recordOf)
    )
  )

  const first = (where: { readonly id: string; readonly teamId?: string }) =>
    Effect.map(
      read(() => client.webhook.findFirst({ where: { ...where, id: storable(where.id) } })),
      (row) => (row === null ? null : recordOf(row))
    )

  const entryOf = Effect.fnUntraced(function* ({ id, teamId }: Pick<WebhookRecord, "id" | "teamId">, { action, data, by: { actor, via } }: WebhookDeed) {
    return { teamId, at: yield* Clock.currentTimeMillis, action, subject: id, data, actor, via } satisfies NewAuditEntry
  })

  const add = Effect.fn("WebhookTable.add")(function* (webhook: NewWebhookRecord, deed: WebhookDeed) {
    const { id, teamId, name, url, events, secrets } = webhook
    const entry = yield* entryOf(webhook, deed)
    const row = {
      id,
      teamId,
      name: storable(name),
      url: storable(url),
      events: JSON.stringify(events),
      sealed: sealed(id, secrets),
      at: entry.at,
      most: mostWebhooks
    }
    const [, , found] = yield* transact(session, [
      insertWebhooks(dialect, [row]),
      appendWebhookAudit(dialect, [{ ...auditRow(entry), webhookId: id, revision: 1 }]),
      findWebhooks(dialect, [{ id, teamId }])
    ])
    return found?.length === 1
  })

  const guarded = (before: WebhookRecord, entry: NewAuditEntry) =>
    [
      findWebhooks(dialect, [{ id: before.id, teamId: before.teamId }]),
      appendWebhookAudit(dialect, [{ ...auditRow(entry), webhookId: before.id, revision: before.revision }])
    ] as const

  const change = Effect.fn("WebhookTable.change")(function* (before: WebhookRecord, after: WebhookRecord, deed: WebhookDeed) {
    const entry = yield* entryOf(before, deed)
    const { id, teamId, revision } = before
    const kept = yield* read(() => client.webhook.findFirst({ where: { id }, select: { sealed: true } }))
    const row = {
      id,
      teamId,
      revision,
      name: storable(after.name),
      url: storable(after.url),
      events: JSON.stringify(after.events),
      status: after.status,
      sealed: after.secrets === null ? (kept?.sealed ?? "") : sealed(id, after.secrets),
      olderUntil: after.olderSecretUntil,
      at: entry.at
    }
    const [found] = yield* transact(session, [...guarded(before, entry), changeWebhooks(dialect, [row])])
    return found?.[0]?.["revision"] === revision
  })

  const remove = Effect.fn("WebhookTable.remove")(function* (before: WebhookRecord, deed: WebhookDeed) {
    const entry = yield* entryOf(before, deed)
    const { id, teamId, revision } = before
    const [found] = yield* transact(session, [...guarded(before, entry), removeWebhooks(dialect, [{ id, teamId, revision }])])
    return found?.[0]?.["revision"] === revision
  })

  return WebhookTable.of({
    list,
    find: Effect.fn("WebhookTable.find")((teamId: TeamId, id: string) => first({ id, teamId })),
    findAny: Effect.fn("WebhookTable.findAny")((id: string) => first({ id })),
    add,
    change,
    remove
  })
})

const placeOf = (id: string): string => `webhook:${id}`
const eventsOf = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(WebhookEvent)))
const statusOf = Schema.decodeUnknownSync(WebhookStatus)
const secretsOf = Schema.decodeUnknownSync(Schema.fromJsonString(WebhookSecrets))
