import { Retention } from "../domain/retention"
import { RetentionTable } from "../store/retention-table"
import { call } from "./call"
import { may, router, valid } from "./init"

export const retentionRouter = router({
  get: may("installation:read").query(({ ctx }): Promise<Retention> => call(RetentionTable.use((table) => table.get(ctx.principal.teamId)))),

  set: may("retention:manage")
    .input(valid(Retention))
    .mutation(({ ctx, input }): Promise<void> => call(RetentionTable.use((table) => table.set(ctx.principal.teamId, input, ctx.principal.actor))))
})
