import { Effect, Schema } from "effect"
import type { Principal } from "../domain/principal"
import { type SavedView, ViewName, ViewSearch } from "../domain/saved-view"
import { type ViewOwner, ViewTable } from "../store/view-table"
import { call } from "./call"
import { may, router, valid } from "./init"

/** Without an id a new one. */
const KeepInput = Schema.Struct({ id: Schema.optional(Schema.NonEmptyString), name: ViewName, search: ViewSearch })
const OneInput = Schema.Struct({ id: Schema.NonEmptyString })
const DefaultInput = Schema.Struct({ id: Schema.NullOr(Schema.NonEmptyString) })

const ownerOf = ({ teamId, actor }: Principal, isShared: boolean): ViewOwner => ({ teamId, actor, isShared })

const kept = (owner: ViewOwner, { id, ...content }: typeof KeepInput.Type): Promise<SavedView> =>
  id === undefined ? call(ViewTable.use((views) => views.add(owner, content))) : call(ViewTable.use((views) => views.change(owner, id, content)))

/** Lists of runs under names: one's own, and the team's. */
export const viewsRouter = router({
  list: may("views:read").query(
    ({ ctx }): Promise<{ readonly views: ReadonlyArray<SavedView>; readonly defaultId: string | null }> =>
      call(
        Effect.gen(function* () {
          const { teamId, actor } = ctx.principal
          const table = yield* ViewTable
          const views = yield* table.list(teamId, actor)
          const defaultId = yield* table.defaultOf(teamId, actor)
          // One that is gone is none.
          return { views, defaultId: views.some(({ id }) => id === defaultId) ? defaultId : null }
        })
      )
  ),

  keep: may("views:keep")
    .input(valid(KeepInput))
    .mutation(({ ctx, input }) => kept(ownerOf(ctx.principal, false), input)),

  share: may("views:share")
    .input(valid(KeepInput))
    .mutation(({ ctx, input }) => kept(ownerOf(ctx.principal, true), input)),

  remove: may("views:keep")
    .input(valid(OneInput))
    .mutation(({ ctx, input }): Promise<void> => call(ViewTable.use((views) => views.remove(ownerOf(ctx.principal, false), input.id)))),

  removeShared: may("views:share")
    .input(valid(OneInput))
    .mutation(({ ctx, input }): Promise<void> => call(ViewTable.use((views) => views.remove(ownerOf(ctx.principal, true), input.id)))),

  setDefault: may("views:keep")
    .input(valid(DefaultInput))
    .mutation(({ ctx, input }): Promise<void> => call(ViewTable.use((views) => views.setDefault(ctx.principal.teamId, ctx.principal.actor, input.id))))
})
