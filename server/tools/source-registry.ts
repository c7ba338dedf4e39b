import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Layer, Schema, Semaphore } from "effect"
import type { NewAuditEntry } from "../domain/audit"
import type { TeamId } from "../domain/ids"
import { type Source, SourceName } from "../domain/source"
import { TrustedJson } from "../domain/trusted-json"
import { ToolError } from "../engine/tool-invoker"
import { type SourceNameTaken, SourceStore, type StoredSource } from "../store/source-store"
import { HttpClient } from "./http-client/http-client"
import { headerFault } from "./http-client/http-rules"
import { sharedRead } from "./shared-read"
import { SourceInvalid, SourceNotFound } from "./source-fault"
import { Credentials, credentialsLabel } from "./sources/credentials"
import { type CompiledApi, compiledFormat } from "./sources/openapi/compiled"
import { baseUrlOf, credentialsFault, documentText, originsOf, readApi } from "./sources/openapi/open-api"
import { makeOpenApiSource } from "./sources/openapi/openapi-source"
import { probeOf } from "./sources/openapi/probe"
import type { ToolSource } from "./tool-source"

/** A source to add: its document by address or as it is. */
export const NewSource = Schema.Struct({
  kind: Schema.Literals(["openapi"]),
  name: SourceName,
  url: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(4_000))),
  /** Its text (JSON or YAML), or the document itself. */
  spec: Schema.optionalKey(TrustedJson),
  /** Where the API is, if it is not where the document says. */
  baseUrl: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(4_000))),
  auth: Schema.optionalKey(Credentials)
})
export type NewSource = typeof NewSource.Type

/** What is sealed with a source. */
const Sealed = Schema.fromJsonString(Schema.Struct({ url: Schema.NullOr(Schema.String), auth: Schema.NullOr(Credentials) }))
const sealedText = Schema.encodeSync(Sealed)
const openSealed = Schema.decodeUnknownSync(Sealed)

/** How long the team's list is taken to be what the store has: another process may have changed it. */
const listedForMs = 1_000

/** The tool sources that a team has added. */
export class SourceRegistry extends Context.Service<
  SourceRegistry,
  {
    /** As sources of tools, by name. Their tools are read when they are first asked for. */
    of(teamId: TeamId): Effect.Effect<ReadonlyArray<ToolSource>>
    list(teamId: TeamId): Effect.Effect<ReadonlyArray<Source>>
    /** Nothing is stored unless its document can be read and its places may be called. */
    add(by: SourceEditor, source: NewSource): Effect.Effect<Source, SourceInvalid | SourceNameTaken>
    /** Fetches the document again. When that fails, the source says so and its tools stay as they were. */
    refresh(by: SourceEditor, name: string): Effect.Effect<Source, SourceNotFound>
    /** Asks the API's own address for an answer, with the credentials. Changes nothing. */
    test(teamId: TeamId, name: string): Effect.Effect<SourceTest, SourceNotFound>
    remove(by: SourceEditor, name: string): Effect.Effect<void, SourceNotFound>
  }
>()("signalbox/tools/SourceRegistry") {
  static readonly layer: Layer.Layer<SourceRegistry, never, SourceStore | HttpClient> = Layer.effect(
    SourceRegistry,
    Effect.suspend(() => make)
  )
}

/** Who changes a team's sources, and through what. */
export type SourceEditor = Pick<NewAuditEntry, "actor" | "via"> & { readonly teamId: TeamId }

/** Whether an API answers, in one sentence. */
export interface SourceTest {
  readonly answers: boolean
  readonly message: string
}

interface Opened {
  readonly teamId: TeamId
  readonly version: number
  readonly source: ToolSource
}

const make = Effect.gen(function* () {
  const store = yield* SourceStore
  const http = yield* HttpClient
  const scope = yield* Effect.scope
  const listed = new Map<TeamId, { readonly until: number; readonly sources: Effect.Effect<ReadonlyArray<StoredSource>> }>()
  const opened = new Map<string, Opened>()

  /** Documents are read one after the other: each may take a gigabyte for a moment. */
  const oneAtATime = (yield* Semaphore.make(1)).withPermit

  const forget = (teamId: TeamId) => Effect.sync(() => void listed.delete(teamId))

  const stored = Effect.fnUntraced(function* (teamId: TeamId) {
    const now = yield* Clock.currentTimeMillis
    const known = listed.get(teamId)
    if (known !== undefined && now < known.until) return yield* known.sources
    const sources = yield* sharedRead(store.list(teamId), scope)
    listed.set(teamId, { until: now + listedForMs, sources })
    return yield* sources
  })

  const of = Effect.fn("SourceRegistry.of")(function* (teamId: TeamId) {
    const sources = yield* stored(teamId)
    for (const [id, one] of opened) if (one.teamId === teamId && !sources.some((source) => source.id === id)) opened.delete(id)
    return sources.map((source) => openedOf(teamId, source))
  })

  const openedOf = (teamId: TeamId, source: StoredSource): ToolSource => {
    const known = opened.get(source.id)
    if (known?.version === source.version) return known.source
    const made = sourceOf(source)
    opened.set(source.id, { teamId, version: source.version, source: made })
    return made
  }

  /** Reads its content once, at the first call; a failure is not kept. */
  const sourceOf = (source: StoredSource): ToolSource => {
    let reading: Effect.Effect<ToolSource, ToolError> | null = null
    const forgetReading = Effect.sync(() => {
      reading = null
    })
    const inner = Effect.suspend(() => reading ?? begun)
    const begun = Effect.flatMap(sharedRead(loaded(source), scope), (shared) => {
      reading = Effect.onError(shared, () => forgetReading)
      return reading
    })
    const { name, kind, description } = source
    return {
      name,
      kind,
      description,
      connection: connectionOf(source),
      tools: (teamId) => Effect.flatMap(inner, (one) => one.tools(teamId)),
      invoke: (tool, invocation) => Effect.flatMap(inner, (one) => one.invoke(tool, invocation))
    }
  }

  const loaded = Effect.fn("SourceRegistry.load")(function* (source: StoredSource) {
    const unavailable = (message: string) => new ToolError({ code: "source_unavailable", message: `${source.name}: ${message}` })
    const content = yield* store.content(source.id)
    if (content === null) return yield* unavailable("this source was removed")
    if (content.secret === null) return yield* unavailable("its credentials were sealed under another SIGNALBOX_SECRET; remove the source and add it again")
    const api = yield* content.format === compiledFormat
      ? Effect.sync((): CompiledApi => JSON.parse(content.compiled))
      : oneAtATime(readApi(content.text, "spec")).pipe(
          Effect.map(({ api }) => api),
          Effect.mapError(({ reason }) => unavailable(reason))
        )
    const { auth } = openSealed(content.secret)
    const { name, description, baseUrl, origins } = source
    return makeOpenApiSource({ name, description, baseUrl, origins, api, credentials: auth, connection: connectionOf(source) }, http)
  })

  const add = Effect.fn("SourceRegistry.add")(function* (by: SourceEditor, given: NewSource) {
    const { teamId } = by
    const { name, kind, url, spec, baseUrl: wantedBase, auth } = given
    if ((url === undefined) === (spec === undefined))
      return yield* new SourceInvalid({ path: "url", reason: "Give either the url of the document or the document itself (spec)." })
    yield* mayCall("url", url)
    yield* mayCall("baseUrl", wantedBase)
    const text = yield* documentText(http, url === undefined ? { spec: spec ?? null } : { url })
    const { api, json } = yield* oneAtATime(readApi(text, url === undefined ? "spec" : "url"))
    const baseUrl = yield* baseUrlOf(api, { ...(wantedBase !== undefined && { baseUrl: wantedBase }), ...(url !== undefined && { url }) })
    yield* mayCall("baseUrl", baseUrl)
    const fault = auth === undefined ? null : (credentialsFault(api, auth) ?? (auth.type === "headers" ? headerFault(auth.headers) : null))
    if (fault !== null) return yield* new SourceInvalid({ path: "auth", reason: fault })
    const at = yield* Clock.currentTimeMillis
    const shown = {
      kind,
      baseUrl,
      url: url === undefined ? null : shownUrl(url),
      toolCount: api.operations.length,
      credentials: credentialsLabel(auth ?? null)
    }
    const source = {
      ...shown,
      teamId,
      name,
      id: `src_${randomUUID()}`,
      title: api.title,
      description: api.description,
      origins: originsOf(api, baseUrl, auth ?? null),
      createdAt: at,
      content: { text, compiled: json, format: compiledFormat, secret: sealedText({ url: url ?? null, auth: auth ?? null }) }
    }
    yield* store.add(source, entryOf(by, "source.added", name, at, { ...shown, origins: source.origins }))
    yield* forget(teamId)
    return yield* found(teamId, name).pipe(Effect.orDie)
  })

  /** A name that leads nowhere now may lead somewhere later; a private place is refused at once. */
  const mayCall = (path: "url" | "baseUrl", url: string | undefined) =>
    url === undefined
      ? Effect.void
      : http.check(url).pipe(
          Effect.asVoid,
          Effect.catchIf(
            ({ fault }) => fault === "unreachable",
            () => Effect.void
          ),
          Effect.mapError(({ reason }) => new SourceInvalid({ path, reason: `The ${path} cannot be used: ${reason}.` }))
        )

  const found = Effect.fnUntraced(function* (teamId: TeamId, name: string) {
    return (yield* store.find(teamId, name)) ?? (yield* new SourceNotFound({ name }))
  })

  const refresh = Effect.fn("SourceRegistry.refresh")(function* (by: SourceEditor, name: string) {
    const { teamId } = by
    const source = yield* found(teamId, name)
    yield* renewed(by, source).pipe(Effect.catchTag("SourceInvalid", ({ reason }) => store.fail(source, reason)))
    yield* forget(teamId)
    return yield* found(teamId, name)
  })

  const renewed = Effect.fnUntraced(function* (by: SourceEditor, source: StoredSource) {
    const content = yield* store.content(source.id)
    if (content === null) return
    if (content.secret === null)
      return yield* new SourceInvalid({
        path: "auth",
        reason: "The credentials were sealed under another SIGNALBOX_SECRET; remove the source and add it again."
      })
    const { url } = openSealed(content.secret)
    const text = yield* documentText(http, url === null ? { spec: content.text } : { url })
    const { api, json } = yield* oneAtATime(readApi(text, url === null ? "spec" : "url"))
    const at = yield* Clock.currentTimeMillis
    const toolCount = api.operations.length
    const renewedContent = { text, compiled: json, format: compiledFormat }
    yield* store.update(
      { source, at, toolCount, title: api.title, description: api.description, content: renewedContent },
      entryOf(by, "source.refreshed", source.name, at, { toolCount, toolCountBefore: source.toolCount })
    )
  })

  const test = Effect.fn("SourceRegistry.test")(function* (teamId: TeamId, name: string) {
    const source = yield* found(teamId, name)
    const content = yield* store.content(source.id)
    const { host } = new URL(source.baseUrl)
    if (content === null) return yield* new SourceNotFound({ name })
    if (content.secret === null)
      return { answers: false, message: "The credentials were sealed under another SIGNALBOX_SECRET; remove the source and add it again." }
    const sent = probeOf(source.baseUrl, JSON.parse(content.compiled), openSealed(content.secret).auth)
    return yield* http.send(sent).pipe(
      Effect.map(({ status }) => ({ answers: status !== 401 && status < 500, message: testSentence(host, status, source.credentials !== null) })),
      Effect.catch(({ reason }) => Effect.succeed({ answers: false, message: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.` }))
    )
  })

  const remove = Effect.fn("SourceRegistry.remove")(function* (by: SourceEditor, name: string) {
    const { teamId } = by
    const at = yield* Clock.currentTimeMillis
    const isRemoved = yield* store.remove(teamId, name, entryOf(by, "source.removed", name, at, {}))
    yield* forget(teamId)
    if (!isRemoved) return yield* new SourceNotFound({ name })
  })

  return SourceRegistry.of({ of, add, refresh, test, remove, list: (teamId) => store.list(teamId) })
})

const entryOf = ({ teamId, actor, via }: SourceEditor, action: string, subject: string, at: number, data: NewAuditEntry["data"]): NewAuditEntry => ({
  teamId,
  actor,
  via,
  action,
  subject,
  at,
  data
})

const testSentence = (host: string, status: number, hasCredentials: boolean): string => {
  if (status === 401 || status === 403)
    return `${host} answers, but ${hasCredentials ? "refuses these credentials" : "wants credentials"} at its own address (${status}).`
  return status >= 500 ? `${host} is there, but fails (${status}).` : `${host} answers (${status}).`
}

/** What a call uses, as the person who decides about it should read it. */
const connectionOf = ({ credentials, baseUrl }: StoredSource): string => `${credentials === null ? "no credentials" : credentials} for ${new URL(baseUrl).host}`

/** Without what may be a secret. */
const shownUrl = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
