import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { AppConfig } from "../config/config"
import type { NewAuditEntry } from "../domain/audit"
import type { TeamId } from "../domain/ids"
import { type Source, SourceKind, SourceProblem, SourceStatus } from "../domain/source"
import type { Prisma } from "../generated/sqlite/client"
import { auditStatements } from "./audit-log"
import { Database } from "./database"
import { isMissingRow, isUniqueViolation } from "./prisma-failure"
import { read } from "./read"
import { makeSealing } from "./sealed"
import { enterWriter } from "./sql/open"
import { storable, storableOrNull } from "./sql/statement"

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

/** Enough to see what is wrong with a description. */
const mostProblems = 500

export interface NewStoredSource extends Omit<StoredSource, "version" | "status" | "error" | "refreshedAt" | "trustsHints" | "problemCount"> {
  readonly teamId: TeamId
  readonly problems: ReadonlyArray<SourceProblem>
  readonly content: SourceContent & { readonly secret: string }
}

export interface SourceUpdate {
  readonly source: StoredSource
  readonly title: string
  readonly description: string | null
  readonly toolCount: number
  readonly problems: ReadonlyArray<SourceProblem>
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
    /** Every change is in the audit log, or does not happen. */
    add(source: NewStoredSource, entry: NewAuditEntry): Effect.Effect<void, SourceNameTaken>
    /** False when it was changed or removed meanwhile. */
    update(update: SourceUpdate, entry: NewAuditEntry): Effect.Effect<boolean>
    /** What it has and cannot be offered. */
    problems(sourceId: string): Effect.Effect<ReadonlyArray<SourceProblem>>
    /** False when it was changed or removed meanwhile. */
    trustHints(source: StoredSource, trusts: boolean, entry: NewAuditEntry): Effect.Effect<boolean>
    /** The refresh failed; what was there stays. */
    fail(source: StoredSource, error: string): Effect.Effect<void>
    remove(teamId: TeamId, name: string, entry: NewAuditEntry): Effect.Effect<boolean>
  }
>()("signalbox/store/SourceStore") {
  static readonly layer: Layer.Layer<SourceStore, never, Database | AppConfig> = Layer.effect(
    SourceStore,
    Effect.gen(function* () {
      const { client, session } = yield* Database
      const { secret } = yield* AppConfig
      const sealing = makeSealing(Redacted.value(secret))
      const withLabel = { connection: { select: { label: true } } } as const

      /** The writes and their audit entry, all or none of them. A write that does not find its row has to fail, and so nothing is recorded. */
      const audited = (entry: NewAuditEntry, writes: ReadonlyArray<Prisma.PrismaPromise<unknown>>): Effect.Effect<void, unknown> => {
        const raw = ({ sql, parameters }: ReturnType<typeof auditStatements>[number]) => client.$executeRawUnsafe(sql, ...parameters)
        const { dialect } = session
        return Effect.asVoid(
          Effect.tryPromise({
            try: () => client.$transaction([...enterWriter(dialect).map(raw), ...writes, ...auditStatements(dialect, [entry]).map(raw)]),
            catch: (cause) => cause
          })
        )
      }

      const foundOrNot = (write: Effect.Effect<void, unknown>): Effect.Effect<boolean> =>
        write.pipe(
          Effect.as(true),
          Effect.catch((cause) => (isMissingRow(cause) ? Effect.succeed(false) : Effect.die(cause)))
        )

      const add = Effect.fn("SourceStore.add")(
        ({ id, teamId, content, origins, credentials, problems, createdAt, url, baseUrl, ...source }: NewStoredSource, entry: NewAuditEntry) =>
          audited(entry, [
            client.source.create({
              data: {
                ...source,
                ...describedBy(source),
                url: storableOrNull(url),
                baseUrl: storable(baseUrl),
                id,
                teamId,
                origins: JSON.stringify(origins),
                status: "ready",
                problemCount: problems.length,
                version: 1,
                createdAt: BigInt(createdAt),
                refreshedAt: BigInt(createdAt)
              }
            }),
            client.sourceDocument.create({
              data: { sourceId: id, ...textsOf(content), format: content.format, problems: problemText(problems) }
            }),
            client.connection.create({ data: { sourceId: id, label: storableOrNull(credentials), sealed: sealing.seal(content.secret, sealedAt(id)) } })
          ]).pipe(Effect.catch((cause) => (isUniqueViolation(cause) ? Effect.fail(new SourceNameTaken({ name: source.name })) : Effect.die(cause))))
      )

      const update = Effect.fn("SourceStore.update")(({ source, content, at, problems, ...changed }: SourceUpdate, entry: NewAuditEntry) =>
        foundOrNot(
          audited(entry, [
            client.source.update({
              where: { id: source.id, version: source.version },
              data: {
                ...changed,
                ...describedBy(changed),
                problemCount: problems.length,
                status: "ready",
                error: null,
                version: source.version + 1,
                refreshedAt: BigInt(at)
              }
            }),
            client.sourceDocument.update({ where: { sourceId: source.id }, data: { ...content, ...textsOf(content), problems: problemText(problems) } })
          ])
        )
      )

      return SourceStore.of({
        list: Effect.fn("SourceStore.list")((teamId: TeamId) =>
          read(() => client.source.findMany({ where: { teamId }, orderBy: { name: "asc" }, include: withLabel })).pipe(
            Effect.map((rows) => rows.map(storedSource))
          )
        ),
        find: Effect.fn("SourceStore.find")((teamId: TeamId, name: string) =>
          read(() => client.source.findUnique({ where: { teamId_name: { teamId, name: storable(name) } }, include: withLabel })).pipe(
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
        problems: Effect.fn("SourceStore.problems")((id: string) =>
          read(() => client.sourceDocument.findUnique({ where: { sourceId: id }, select: { problems: true } })).pipe(
            Effect.map((row) => (row === null ? [] : problemsOf(row.problems)))
          )
        ),
        trustHints: Effect.fn("SourceStore.trustHints")((source: StoredSource, trustsHints: boolean, entry: NewAuditEntry) =>
          foundOrNot(
            audited(entry, [client.source.update({ where: { id: source.id, version: source.version }, data: { trustsHints, version: source.version + 1 } })])
          )
        ),
        add,
        update,
        fail: Effect.fn("SourceStore.fail")((source: StoredSource, error: string) =>
          Effect.asVoid(
            Effect.promise(() =>
              client.source.updateMany({ where: { id: source.id, version: source.version }, data: { status: "error", error: storable(error) } })
            )
          )
        ),
        remove: Effect.fn("SourceStore.remove")((teamId: TeamId, name: string, entry: NewAuditEntry) =>
          foundOrNot(audited(entry, [client.source.delete({ where: { teamId_name: { teamId, name: storable(name) } } })]))
        )
      })
    })
  )
}

/** What others wrote: documents, and what they say of themselves. */
const describedBy = ({ title, description }: Pick<Source, "title" | "description">) => ({ title: storable(title), description: storableOrNull(description) })
const textsOf = ({ text, compiled }: Pick<SourceContent, "text" | "compiled">) => ({ text: storable(text), compiled: storable(compiled) })

const sealedAt = (sourceId: string): string => `connection:${sourceId}`

const Origins = Schema.fromJsonString(Schema.Array(Schema.String))
const kindOf = Schema.decodeUnknownSync(SourceKind)
const statusOf = Schema.decodeUnknownSync(SourceStatus)
const Problems = Schema.fromJsonString(Schema.Array(SourceProblem))
const problemsOf = Schema.decodeUnknownSync(Problems)
const problemText = (problems: ReadonlyArray<SourceProblem>): string => JSON.stringify(problems.slice(0, mostProblems))
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
  readonly trustsHints: boolean
  readonly problemCount: number
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
  trustsHints: row.trustsHints,
  problemCount: row.problemCount,
  version: row.version,
  createdAt: Number(row.createdAt),
  refreshedAt: Number(row.refreshedAt),
  credentials: row.connection?.label ?? null
})
