import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { AppConfig } from "../config/config"
import type { TeamId } from "../domain/ids"
import { type Source, SourceKind, SourceStatus } from "../domain/source"
import { Database } from "./database"
import { isUniqueViolation } from "./prisma-failure"
import { read } from "./read"
import { makeSealing } from "./sealed"

/** The team has a source of this name already. */
export class SourceNameTaken extends Schema.TaggedError<SourceNameTaken>()("SourceNameTaken", { name: Schema.String }) {}

export interface StoredSource extends Source {
  readonly id: string
  readonly origins: ReadonlyArray<string>
  /** Rises with every change of the document. */
  readonly version: number
}

/** What a source is made of, read when its tools are first asked for. */
export interface SourceContent {
  readonly text: string
  /** JSON of `format`. */
  readonly compiled: string
  readonly format: number
  /** Opened. Null: it was sealed under another secret. */
  readonly secret: string | null
}

export interface NewStoredSource extends Omit<StoredSource, "version" | "status" | "error" | "refreshedAt"> {
  readonly teamId: TeamId
  readonly content: SourceContent & { readonly secret: string }
}

export interface SourceUpdate {
  readonly source: StoredSource
  readonly title: string
  readonly description: string | null
  readonly toolCount: number
  readonly at: number
  readonly content: Omit<SourceContent, "secret">
}

/** The team's tool sources as they are kept. Credentials are sealed here and nowhere else. */
export class SourceStore extends Context.Service<
  SourceStore,
  {
    /** By name. */
    list(teamId: TeamId): Effect.Effect<ReadonlyArray<StoredSource>>
    find(teamId: TeamId, name: string): Effect.Effect<StoredSource | null>
    /** Null when it is gone. */
    content(sourceId: string): Effect.Effect<SourceContent | null>
    add(source: NewStoredSource): Effect.Effect<void, SourceNameTaken>
    /** False when it was changed or removed meanwhile. */
    update(update: SourceUpdate): Effect.Effect<boolean>
    /** The refresh failed; what was there stays. */
    fail(source: StoredSource, error: string): Effect.Effect<void>
    remove(teamId: TeamId, name: string): Effect.Effect<boolean>
  }
>()("signalbox/store/SourceStore") {
  static readonly layer: Layer.Layer<SourceStore, never, Database | AppConfig> = Layer.effect(
    SourceStore,
    Effect.gen(function* () {
      const { client } = yield* Database
      const { secret } = yield* AppConfig
      const sealing = makeSealing(Redacted.value(secret))
      const withLabel = { connection: { select: { label: true } } } as const

      const add = Effect.fn("SourceStore.add")(({ id, teamId, content, origins, credentials, createdAt, ...source }: NewStoredSource) =>
        Effect.tryPromise({
          try: () =>
            client.$transaction([
              client.source.create({
                data: {
                  ...source,
                  id,
                  teamId,
                  origins: JSON.stringify(origins),
                  status: "ready",
                  version: 1,
                  createdAt: BigInt(createdAt),
                  refreshedAt: BigInt(createdAt)
                }
              }),
              client.sourceDocument.create({ data: { sourceId: id, text: content.text, compiled: content.compiled, format: content.format } }),
              client.connection.create({ data: { sourceId: id, label: credentials, sealed: sealing.seal(content.secret, sealedAt(id)) } })
            ]),
          catch: (cause) => cause
        }).pipe(
          Effect.catch((cause) => (isUniqueViolation(cause) ? Effect.fail(new SourceNameTaken({ name: source.name })) : Effect.die(cause))),
          Effect.asVoid
        )
      )

      const update = Effect.fn("SourceStore.update")(function* ({ source, content, at, ...changed }: SourceUpdate) {
        const [{ count }] = yield* Effect.promise(() =>
          client.$transaction([
            client.source.updateMany({
              where: { id: source.id, version: source.version },
              data: { ...changed, status: "ready", error: null, version: source.version + 1, refreshedAt: BigInt(at) }
            }),
            // Only when the line above was the one that changed it: a version is reached once.
            client.sourceDocument.updateMany({
              where: { sourceId: source.id, source: { version: source.version + 1, refreshedAt: BigInt(at) } },
              data: content
            })
          ])
        )
        return count === 1
      })

      return SourceStore.of({
        list: Effect.fn("SourceStore.list")((teamId: TeamId) =>
          read(() => client.source.findMany({ where: { teamId }, orderBy: { name: "asc" }, include: withLabel })).pipe(
            Effect.map((rows) => rows.map(storedSource))
          )
        ),
        find: Effect.fn("SourceStore.find")((teamId: TeamId, name: string) =>
          read(() => client.source.findUnique({ where: { teamId_name: { teamId, name } }, include: withLabel })).pipe(
            Effect.map((row) => (row === null ? null : storedSource(row)))
          )
        ),
        content: Effect.fn("SourceStore.content")((id: string) =>
          read(() => client.source.findUnique({ where: { id }, select: { document: true, connection: true } })).pipe(
            Effect.map((row) => {
              if (row?.document === null || row?.document === undefined || row.connection === null) return null
              const { text, compiled, format } = row.document
              return { text, compiled, format, secret: sealing.openOrNull(row.connection.sealed, sealedAt(id)) }
            })
          )
        ),
        add,
        update,
        fail: Effect.fn("SourceStore.fail")((source: StoredSource, error: string) =>
          Effect.asVoid(Effect.promise(() => client.source.updateMany({ where: { id: source.id, version: source.version }, data: { status: "error", error } })))
        ),
        remove: Effect.fn("SourceStore.remove")((teamId: TeamId, name: string) =>
          Effect.promise(() => client.source.deleteMany({ where: { teamId, name } })).pipe(Effect.map(({ count }) => count > 0))
        )
      })
    })
  )
}

const sealedAt = (sourceId: string): string => `connection:${sourceId}`

const Origins = Schema.fromJsonString(Schema.Array(Schema.String))
const kindOf = Schema.decodeUnknownSync(SourceKind)
const statusOf = Schema.decodeUnknownSync(SourceStatus)
const originsOf = Schema.decodeUnknownSync(Origins)

interface Row {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly title: string
  readonly description: string | null
  readonly url: string | null
  readonly baseUrl: string
  readonly origins: string
  readonly status: string
  readonly error: string | null
  readonly toolCount: number
  readonly version: number
  readonly createdAt: bigint
  readonly refreshedAt: bigint
  readonly connection: { readonly label: string | null } | null
}

const storedSource = (row: Row): StoredSource => ({
  id: row.id,
  name: row.name,
  kind: kindOf(row.kind),
  title: row.title,
  description: row.description,
  url: row.url,
  baseUrl: row.baseUrl,
  origins: originsOf(row.origins),
  status: statusOf(row.status),
  error: row.error,
  toolCount: row.toolCount,
  version: row.version,
  createdAt: Number(row.createdAt),
  refreshedAt: Number(row.refreshedAt),
  credentials: row.connection?.label ?? null
})
