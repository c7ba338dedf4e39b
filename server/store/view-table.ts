import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { NewAuditEntry } from "../domain/audit"
import type { TeamId } from "../domain/ids"
import type { Actor } from "../domain/principal"
import type { SavedView } from "../domain/saved-view"
import type { StoreUnavailable } from "../engine/run-store"
import { auditRow } from "./audit-chain"
import { Database } from "./database"
import { read } from "./read"
import { keepSetting } from "./sql/retention"
import { storable } from "./sql/statement"
import { appendViewAudit, changeViews, findViews, insertViews, removeViews } from "./sql/views"
import { transact } from "./transact"

/** There is no such view, or it is somebody else's. */
export class ViewNotFound extends Schema.TaggedError<ViewNotFound>()("ViewNotFound", { viewId: Schema.String }) {}

/** Nobody finds anything among more. */
export class TooManyViews extends Schema.TaggedError<TooManyViews>()("TooManyViews", { most: Schema.Int }) {}

const mostViews = 100

/** Whose views are meant: those of one person, or the team's. */
export interface ViewOwner {
  readonly teamId: TeamId
  readonly actor: Actor
  readonly isShared: boolean
}

interface Content {
  readonly name: string
  readonly search: string
}

/** Lists of runs under names. Whatever happens to a shared one is in the audit log, in the same transaction. */
export class ViewTable extends Context.Service<
  ViewTable,
  {
    /** The team's and the person's own, by name. */
    list(teamId: TeamId, actor: Actor): Effect.Effect<ReadonlyArray<SavedView>>
    add(owner: ViewOwner, content: Content): Effect.Effect<SavedView, TooManyViews | StoreUnavailable>
    change(owner: ViewOwner, id: string, content: Content): Effect.Effect<SavedView, ViewNotFound | StoreUnavailable>
    remove(owner: ViewOwner, id: string): Effect.Effect<void, ViewNotFound | StoreUnavailable>
    /** The view that the person's list opens with; null for all runs. */
    defaultOf(teamId: TeamId, actor: Actor): Effect.Effect<string | null>
    setDefault(teamId: TeamId, actor: Actor, id: string | null): Effect.Effect<void, StoreUnavailable>
  }
>()("signalbox/store/ViewTable") {
  static readonly layer: Layer.Layer<ViewTable, never, Database> = Layer.effect(
    ViewTable,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const { client, session } = yield* Database
  const { dialect } = session

  const list = Effect.fn("ViewTable.list")((teamId: TeamId, actor: Actor) =>
    Effect.map(
      read(() => client.savedView.findMany({ where: { teamId, OR: [{ isShared: true }, { ownerId: actor.id }] }, orderBy: [{ name: "asc" }, { id: "asc" }] })),
      (rows) => rows.map(({ id, name, search, isShared }): SavedView => ({ id, name, search, isShared }))
    )
  )

  const keyOf = ({ teamId, actor, isShared }: ViewOwner, id: string) => ({ id, teamId, ownerId: actor.id, isShared: isShared ? 1 : 0 })

  const audit = (owner: ViewOwner, viewId: string, action: string, { at, data }: { readonly at: number; readonly data: Schema.Json }) => {
    const { teamId, actor } = owner
    const entry: NewAuditEntry = { teamId, at, actor, via: "console", action, subject: viewId, data }
    return owner.isShared ? [appendViewAudit(dialect, [{ ...auditRow(entry), viewId }])] : []
  }

  const textsOf = ({ name, search }: Content): Content => ({ name: storable(name.trim()), search: storable(search) })

  const add = Effect.fn("ViewTable.add")(function* (owner: ViewOwner, content: Content) {
    const at = yield* Clock.currentTimeMillis
    const id = `view_${randomUUID()}`
    const texts = textsOf(content)
    const row = { ...keyOf(owner, id), ...texts, at, most: mostViews }
    const [, found] = yield* transact(session, [
      insertViews(dialect, [row]),
      findViews(dialect, [keyOf(owner, id)]),
      ...audit(owner, id, "view.shared", { at, data: { ...texts } })
    ])
    if (found?.length !== 1) return yield* new TooManyViews({ most: mostViews })
    return { id, ...texts, isShared: owner.isShared }
  })

  const change = Effect.fn("ViewTable.change")(function* (owner: ViewOwner, id: string, content: Content) {
    const at = yield* Clock.currentTimeMillis
    const texts = textsOf(content)
    const [, found] = yield* transact(session, [
      changeViews(dialect, [{ ...keyOf(owner, id), ...texts, at }]),
      findViews(dialect, [keyOf(owner, id)]),
      ...audit(owner, id, "view.changed", { at, data: { ...texts } })
    ])
    if (found?.length !== 1) return yield* new ViewNotFound({ viewId: id })
    return { id, ...texts, isShared: owner.isShared }
  })

  const remove = Effect.fn("ViewTable.remove")(function* (owner: ViewOwner, id: string) {
    const at = yield* Clock.currentTimeMillis
    const entries = audit(owner, id, "view.removed", { at, data: {} })
    const [found] = yield* transact(session, [findViews(dialect, [keyOf(owner, id)]), ...entries, removeViews(dialect, [keyOf(owner, id)])])
    if (found?.length !== 1) return yield* new ViewNotFound({ viewId: id })
  })

  const settingOf = (teamId: TeamId, actor: Actor): string => `default view ${teamId} ${actor.id}`

  const defaultOf = Effect.fn("ViewTable.defaultOf")(function* (teamId: TeamId, actor: Actor) {
    const row = yield* read(() => client.setting.findUnique({ where: { key: settingOf(teamId, actor) } }))
    const id = row === null ? null : decodeDefault(row.value)
    return id
  })

  const setDefault = Effect.fn("ViewTable.setDefault")(function* (teamId: TeamId, actor: Actor, id: string | null) {
    yield* transact(session, [keepSetting(dialect, [{ key: settingOf(teamId, actor), value: JSON.stringify(id) }])])
  })

  return ViewTable.of({ list, add, change, remove, defaultOf, setDefault })
})

const decodeDefault = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.NullOr(Schema.String)))
