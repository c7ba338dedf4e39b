import { Effect, Schema } from "effect"
import { type CatalogItem, ToolCatalog } from "../tools/catalog"
import { call } from "./call"
import { may, router, valid } from "./init"

const ListInput = Schema.Struct({ q: Schema.optional(Schema.String), source: Schema.optional(Schema.String) })

export const toolsRouter = router({
  list: may("tools:read")
    .input(valid(ListInput))
    .query(
      ({ ctx, input }): Promise<{ readonly items: ReadonlyArray<CatalogItem> }> =>
        call(ToolCatalog.use((catalog) => catalog.list(ctx.principal.teamId, input)).pipe(Effect.map((items) => ({ items }))))
    )
})
