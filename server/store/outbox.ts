import { Context, Effect, Layer, Option, Schema } from "effect"
import type { NewAuditEntry } from "../domain/audit"
import type { TeamId } from "../domain/ids"
import { DeliveryStatus, MessageType, type WebhookAttempt, type WebhookDelivery } from "../domain/webhook"
import type { StoreUnavailable } from "../engine/run-store"
import type { Interaction as InteractionRow, Prisma, Run as RunRow } from "../generated/sqlite/client"
import { auditRow } from "./audit-chain"
import { auditStatements } from "./audit-log"
import { Database } from "./database"
import { numberIn, textIn } from "./plan"
import { read } from "./read"
import { dueWebhooks } from "./sql/open-work"
import * as sql from "./sql/outbox"
import type { Row } from "./sql/statement"
import { storable, storableOrNull } from "./sql/statement"
import { transact } from "./transact"

/** For so long who queued a message by hand is left to send it. */
const headStartMs = 10_000

/** A message that its holder may send, and nobody else before `until`. */
export interface ClaimedMessage {
  readonly webhookId: string
  readonly messageId: string
  readonly type: MessageType
  readonly runId: string | null
  readonly interactionId: string | null
  readonly at: number
  readonly body: string | null
  /** With this one. */
  readonly attempts: number
}

export interface Claim {
  readonly webhookId: string
  /** Names the holder. */
  readonly claim: string
  readonly at: number
  readonly until: number
}

/** What became of a try. `nextAt`: while it waits. */
export interface Settlement {
  readonly attempt: WebhookAttempt
  readonly status: DeliveryStatus
  readonly nextAt: number | null
  readonly body: string | null
}

/** One message to one webhook of a team. */
export interface DeliveryKey {
  readonly teamId: TeamId
  readonly webhookId: string
  readonly messageId: string
}

/** Messages that wait to be delivered, and those that were. They are queued by whoever writes what they tell of. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Active webhooks with messages that are due, at most so many. */
    due(at: number, limit: number): Effect.Effect<ReadonlyArray<string>>
    claimDue(claim: Claim, most: number): Effect.Effect<ReadonlyArray<ClaimedMessage>, StoreUnavailable>
    claimOne(claim: Claim, messageId: string): Effect.Effect<ClaimedMessage | null, StoreUnavailable>
    /** The try is noted in any case; what became of the message only by who still holds it. */
    settle(message: ClaimedMessage, claim: string, settlement: Settlement): Effect.Effect<void, StoreUnavailable>
    /** Queues a message that tells of nothing, with its audit entry. */
    queueTest(key: DeliveryKey, entry: NewAuditEntry): Effect.Effect<void, StoreUnavailable>
    /** Queues it again, with its audit entry; false when it waits already, or is not there. */
    queueAgain(key: DeliveryKey, entry: NewAuditEntry): Effect.Effect<boolean, StoreUnavailable>
    /** Null when its run is kept no longer. */
    facts(message: Pick<ClaimedMessage, "runId" | "interactionId">): Effect.Effect<MessageFacts | null>
    find(key: DeliveryKey): Effect.Effect<WebhookDelivery | null>
    /** Newest first. */
    list(of: {
      readonly teamId: TeamId
      readonly webhookId: string
      readonly before: DeliveryPlace | null
      readonly limit: number
    }): Effect.Effect<ReadonlyArray<WebhookDelivery>>
    /** Deletes the oldest messages from before then, and says how many. */
    forget(before: number, most: number): Effect.Effect<number, StoreUnavailable>
  }
>()("signalbox/store/Outbox") {
  static readonly layer: Layer.Layer<Outbox, never, Database> = Layer.effect(
    Outbox,
    Effect.suspend(() => make)
  )
}

/** What a message tells of, as the store holds it: redacted. */
export interface MessageFacts {
  readonly run: Pick<RunRow, "id" | "title" | "kind" | "trigger" | "actorKind" | "actorId" | "actorLabel" | "toolCallCount" | "failedToolCallCount"> & {
    readonly startedAt: number
    readonly finishedAt: number | null
    /** JSON of a RunError. */
    readonly error: string | null
  }
  readonly interaction:
    | (Pick<InteractionRow, "id" | "kind" | "message" | "toolPath" | "connection"> & {
        /** JSON, as the program proposed them. */
        readonly args: string | null
        readonly createdAt: number
        readonly expiresAt: number | null
      })
    | null
}

/** Where a message stands in a webhook's log. */
export interface DeliveryPlace {
  readonly at: number
  readonly messageId: string
}

const make = Effect.gen(function* () {
  const { client, session } = yield* Database
  const { dialect } = session
  const withTries = { tries: { orderBy: { id: "asc" } } } as const

  const claimDue = Effect.fn("Outbox.claimDue")(function* (claim: Claim, most: number) {
    const [rows = []] = yield* transact(session, [sql.claimDue(dialect, [{ ...claim, most }])])
    return rows.map(messageOf)
  })

  const claimOne = Effect.fn("Outbox.claimOne")(function* (claim: Claim, messageId: string) {
    const [rows] = yield* transact(session, [sql.claimOne(dialect, [{ ...claim, messageId }])])
    const row = rows?.[0]
    return row === undefined ? null : messageOf(row)
  })

  const settle = Effect.fn("Outbox.settle")(({ webhookId, messageId }: ClaimedMessage, claim: string, { attempt, status, nextAt, body }: Settlement) => {
    const tried = { ...attempt, error: storableOrNull(attempt.error), excerpt: storableOrNull(attempt.excerpt), webhookId, messageId }
    return Effect.asVoid(
      transact(session, [
        sql.insertAttempts(dialect, [tried]),
        sql.settleDeliveries(dialect, [{ webhookId, messageId, claim, status, nextAt, body: storableOrNull(body) }])
      ])
    )
  })

  const queueTest = Effect.fn("Outbox.queueTest")(function* (key: DeliveryKey, entry: NewAuditEntry) {
    yield* transact(session, [sql.queueTests(dialect, [{ ...key, at: entry.at, due: entry.at + headStartMs }]), ...auditStatements(dialect, [entry])])
  })

  const find = Effect.fn("Outbox.find")(({ teamId, webhookId, messageId }: DeliveryKey) =>
    Effect.map(
      read(() => client.webhookDelivery.findFirst({ where: { teamId, webhookId: storable(webhookId), messageId: storable(messageId) }, include: withTries })),
      (row) => (row === null ? null : deliveryOf(row))
    )
  )

  const queueAgain = Effect.fn("Outbox.queueAgain")(function* ({ teamId, webhookId, messageId }: DeliveryKey, entry: NewAuditEntry) {
    const key = { webhookId, messageId }
    const [, requeued] = yield* transact(session, [
      sql.appendResendAudit(dialect, [{ ...auditRow(entry), ...key }]),
      sql.queueAgain(dialect, [{ ...key, teamId, due: entry.at + headStartMs }])
    ])
    return (requeued?.length ?? 0) > 0
  })

  const facts = Effect.fn("Outbox.facts")(function* ({ runId, interactionId }: Pick<ClaimedMessage, "runId" | "interactionId">) {
    const run = runId === null ? null : yield* read(() => client.run.findUnique({ where: { id: runId }, include: { detail: { select: { error: true } } } }))
    if (run === null) return null
    const asked = interactionId === null ? null : yield* read(() => client.interaction.findUnique({ where: { id: interactionId } }))
    return factsOf(run, asked)
  })

  return Outbox.of({
    facts,
    due: Effect.fn("Outbox.due")((at: number, limit: number) =>
      Effect.map(
        read(() => dueWebhooks(client, at, limit)),
        (rows) => rows.map(({ id }) => id)
      )
    ),
    claimDue,
    claimOne,
    settle,
    queueTest,
    queueAgain,
    find,
    list: Effect.fn("Outbox.list")(({ teamId, webhookId, before, limit }) => {
      const older: Prisma.WebhookDeliveryWhereInput =
        before === null ? {} : { OR: [{ at: { lt: BigInt(before.at) } }, { at: BigInt(before.at), messageId: { lt: before.messageId } }] }
      return Effect.map(
        read(() =>
          client.webhookDelivery.findMany({
            where: { teamId, webhookId: storable(webhookId), ...older },
            orderBy: [{ at: "desc" }, { messageId: "desc" }],
            take: limit,
            include: withTries
          })
        ),
        (rows) => rows.map(deliveryOf)
      )
    }),
    forget: Effect.fn("Outbox.forget")(function* (before: number, most: number) {
      const [gone] = yield* transact(session, [sql.forgetDeliveries(dialect, [{ before, most }])])
      return gone?.length ?? 0
    })
  })
})

const typeOf = Schema.decodeUnknownSync(MessageType)
const statusOf = Schema.decodeUnknownSync(DeliveryStatus)
const textOrNull = Schema.decodeUnknownOption(Schema.String)
const nullableText = (value: unknown): string | null => Option.getOrNull(textOrNull(value))

const messageOf = (row: Row): ClaimedMessage => ({
  webhookId: textIn(row, "webhookId"),
  messageId: textIn(row, "messageId"),
  type: typeOf(row["type"]),
  runId: nullableText(row["runId"]),
  interactionId: nullableText(row["interactionId"]),
  at: numberIn(row, "at"),
  body: nullableText(row["body"]),
  attempts: numberIn(row, "attempts")
})

type RunWithError = RunRow & { readonly detail: { readonly error: string | null } | null }

const factsOf = (run: RunWithError, asked: InteractionRow | null): MessageFacts => {
  const { id, title, kind, trigger, actorKind, actorId, actorLabel, toolCallCount, failedToolCallCount, startedAt, finishedAt, detail } = run
  return {
    run: {
      ...{ id, title, kind, trigger, actorKind, actorId, actorLabel, toolCallCount, failedToolCallCount },
      startedAt: Number(startedAt),
      finishedAt: finishedAt === null ? null : Number(finishedAt),
      error: detail?.error ?? null
    },
    interaction:
      asked === null
        ? null
        : {
            ...{ id: asked.id, kind: asked.kind, message: asked.message, toolPath: asked.toolPath, connection: asked.connection },
            args: asked.proposedArgs ?? asked.args,
            createdAt: Number(asked.createdAt),
            expiresAt: asked.expiresAt === null ? null : Number(asked.expiresAt)
          }
  }
}

type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ include: { tries: true } }>

const deliveryOf = ({ messageId, type, runId, interactionId, at, status, nextAt, body, tries }: DeliveryRow): WebhookDelivery => ({
  messageId,
  type: typeOf(type),
  runId,
  interactionId,
  at: Number(at),
  status: statusOf(status),
  nextAt: nextAt === null ? null : Number(nextAt),
  body,
  attempts: tries.map((one) => ({ at: Number(one.at), durationMs: one.durationMs, status: one.status, error: one.error, excerpt: one.excerpt }))
})
