import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import type { AppConfig } from "../config/config"
import type { NewAuditEntry } from "../domain/audit"
import type { TeamId } from "../domain/ids"
import type { Source, SourceDetail } from "../domain/source"
import { ToolError } from "../engine/tool-invoker"
import { type SourceNameTaken, SourceStore, type StoredSource } from "../store/source-store"
import type { HttpClient } from "./http-client/http-client"
import type { NewSource } from "./new-source"
import { sharedRead } from "./shared-read"
import type { KeptSource, SourceTest } from "./source-driver"
import { makeSourceDrivers } from "./source-drivers"
import type { SourceEditor } from "./source-editor"
import { SourceInvalid, SourceNotFound } from "./source-fault"
import { makeToolChanges } from "./tool-changes"
import type { ToolSource } from "./tool-source"

/** How long the team's list is taken to be what the store has: another process may have changed it. */
const listedForMs = 1_000

const sealedElsewhere = "credentials were sealed under another SIGNALBOX_SECRET; remove the source and add it again"

/** The tool sources that a team has added. */
export class SourceRegistry extends Context.Service<
  SourceRegistry,
  {
    /** As sources of tools, by name. Their tools are read when they are first asked for. */
    of(teamId: TeamId): Effect.Effect<ReadonlyArray<ToolSource>>
    list(teamId: TeamId): Effect.Effect<ReadonlyArray<Source>>
    get(teamId: TeamId, name: string): Effect.Effect<SourceDetail, SourceNotFound>
    /** Nothing is stored unless the source can be read and its places may be called. */
    add(by: SourceEditor, source: NewSource): Effect.Effect<Source, SourceInvalid | SourceNameTaken>
    /** Reads what it offers again. When that fails, the source says so and its tools stay as they were. */
    refresh(by: SourceEditor, name: string): Effect.Effect<Source, SourceNotFound>
    /** Whether what an MCP server says of its tools (that they only read, that they may be repeated) is believed. */
    trustHints(by: SourceEditor, name: string, trusts: boolean): Effect.Effect<Source, SourceInvalid | SourceNotFound>
    /** Asks for an answer, with the credentials. Changes nothing. */
    test(teamId: TeamId, name: string): Effect.Effect<SourceTest, SourceNotFound>
    remove(by: SourceEditor, name: string): Effect.Effect<void, SourceNotFound>
  }
>()("signalbox/tools/SourceRegistry") {
  static readonly layer: Layer.Layer<SourceRegistry, never, SourceStore | HttpClient | AppConfig> = Layer.effect(
    SourceRegistry,
    Effect.suspend(() => make)
  )
}

interface Opened {
  readonly teamId: TeamId
  readonly version: number
  readonly source: ToolSource
}

const make = Effect.gen(function* () {
  const store = yield* SourceStore
  const drivers = yield* makeSourceDrivers
  const scope = yield* Effect.scope
  const listed = new Map<TeamId, { readonly until: number; readonly sources: Effect.Effect<ReadonlyArray<StoredSource>> }>()
  const opened = new Map<string, Opened>()

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
    for (const [id, one] of opened) {
      if (one.teamId !== teamId || sources.some((source) => source.id === id)) continue
      opened.delete(id)
      yield* drivers.close(id)
    }
    return sources.map((source) => openedOf(teamId, source))
  })

  const openedOf = (teamId: TeamId, source: StoredSource): ToolSource => {
    const known = opened.get(source.id)
    if (known?.version === source.version) return known.source
    const made = sourceOf(teamId, source)
    opened.set(source.id, { teamId, version: source.version, source: made })
    return made
  }

  /** Reads its content once, at the first call; a failure is not kept. */
  const sourceOf = (teamId: TeamId, source: StoredSource): ToolSource => {
    let reading: Effect.Effect<ToolSource, ToolError> | null = null
    const forgetReading = Effect.sync(() => {
      reading = null
    })
    const inner = Effect.suspend(() => reading ?? begun)
    const begun = Effect.flatMap(sharedRead(loaded(teamId, source), scope), (shared) => {
      reading = Effect.onError(shared, () => forgetReading)
      return reading
    })
    const { id, name, kind, description } = source
    return {
      id,
      name,
      kind,
      description,
      connection: connectionOf(source),
      tools: (team) => Effect.flatMap(inner, (one) => one.tools(team)),
      invoke: (tool, invocation) => Effect.flatMap(inner, (one) => one.invoke(tool, invocation))
    }
  }

  const loaded = Effect.fn("SourceRegistry.load")(function* (teamId: TeamId, source: StoredSource) {
    const unavailable = (message: string) => new ToolError({ code: "source_unavailable", message: `${source.name}: ${message}` })
    const kept = yield* keptOf(source)
    if (kept === "removed") return yield* unavailable("this source was removed")
    if (kept === "sealed elsewhere") return yield* unavailable(`its ${sealedElsewhere}`)
    return yield* drivers.of(source.kind).open(kept, changes.noticed({ teamId, name: source.name, sourceId: source.id }))
  })

  const keptOf = Effect.fnUntraced(function* (source: StoredSource): Effect.fn.Return<KeptSource | "removed" | "sealed elsewhere"> {
    const content = yield* store.content(source.id)
    if (content === null) return "removed"
    const { secret } = content
    return secret === null ? "sealed elsewhere" : { source, content: { ...content, secret }, connection: connectionOf(source) }
  })

  const add = Effect.fn("SourceRegistry.add")(function* (by: SourceEditor, given: NewSource) {
    const { teamId } = by
    const { name, kind } = given
    const id = `src_${randomUUID()}`
    yield* Effect.gen(function* () {
      const { content, secret, ...read } = yield* drivers.read(id, given)
      const at = yield* Clock.currentTimeMillis
      const { url, baseUrl, toolCount, credentials, origins } = read
      const entry = entryOf(by, "source.added", name, at, { kind, url, baseUrl, toolCount, credentials, origins })
      yield* store.add({ ...read, id, teamId, name, kind, createdAt: at, content: { ...content, secret } }, entry)
    }).pipe(Effect.onError(() => drivers.close(id)))
    yield* forget(teamId)
    return yield* found(teamId, name).pipe(Effect.orDie)
  })

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

  const changes = yield* makeToolChanges((by, name) => Effect.ignore(refresh(by, name)))

  const renewed = Effect.fnUntraced(function* (by: SourceEditor, source: StoredSource) {
    const kept = yield* keptOf(source)
    if (kept === "removed") return
    if (kept === "sealed elsewhere") return yield* new SourceInvalid({ path: "auth", reason: `The ${sealedElsewhere}.` })
    const read = yield* drivers.of(source.kind).readAgain(kept)
    const at = yield* Clock.currentTimeMillis
    const entry = entryOf(by, "source.refreshed", source.name, at, { toolCount: read.toolCount, toolCountBefore: source.toolCount })
    yield* store.update({ source, at, ...read }, entry)
  })

  const trustHints = Effect.fn("SourceRegistry.trustHints")(function* (by: SourceEditor, name: string, trusts: boolean) {
    const { teamId } = by
    while (true) {
      const source = yield* found(teamId, name)
      if (source.kind !== "mcp")
        return yield* new SourceInvalid({ path: "trustsHints", reason: "Only the tools of an MCP server give hints about themselves." })
      if (source.trustsHints === trusts) return source
      const at = yield* Clock.currentTimeMillis
      const isDone = yield* store.trustHints(source, trusts, entryOf(by, trusts ? "source.hints_trusted" : "source.hints_distrusted", name, at, {}))
      yield* forget(teamId)
      // Somebody else changed it in between: what is to be changed is looked at again.
      if (isDone) return yield* found(teamId, name)
    }
  })

  const test = Effect.fn("SourceRegistry.test")(function* (teamId: TeamId, name: string) {
    const source = yield* found(teamId, name)
    const kept = yield* keptOf(source)
    if (kept === "removed") return yield* new SourceNotFound({ name })
    if (kept === "sealed elsewhere") return { answers: false, message: `The ${sealedElsewhere}.` }
    return yield* drivers.of(source.kind).test(kept)
  })

  const remove = Effect.fn("SourceRegistry.remove")(function* (by: SourceEditor, name: string) {
    const { teamId } = by
    const source = yield* found(teamId, name)
    const at = yield* Clock.currentTimeMillis
    const isRemoved = yield* store.remove(teamId, name, entryOf(by, "source.removed", name, at, {}))
    yield* forget(teamId)
    opened.delete(source.id)
    yield* drivers.close(source.id)
    if (!isRemoved) return yield* new SourceNotFound({ name })
  })

  const get = Effect.fn("SourceRegistry.get")(function* (teamId: TeamId, name: string) {
    const source = yield* found(teamId, name)
    return { ...source, problems: yield* store.problems(source.id) }
  })

  return SourceRegistry.of({ of, add, get, refresh, trustHints, test, remove, list: (teamId) => store.list(teamId) })
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

/** What a call uses, as the person who decides about it should read it. */
const connectionOf = ({ credentials, baseUrl }: StoredSource): string => {
  const place = URL.canParse(baseUrl) && /^https?:/.test(baseUrl) ? new URL(baseUrl).host : baseUrl
  return `${credentials === null ? "no credentials" : credentials} for ${place}`
}
