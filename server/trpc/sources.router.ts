import { Effect, Schema } from "effect"
import type { Source } from "../domain/source"
import { NewSource, SourceRegistry, type SourceTest } from "../tools/source-registry"
import { call } from "./call"
import { may, router, valid } from "./init"

const OneInput = Schema.Struct({ name: Schema.String })

export const sourcesRouter = router({
  list: may("sources:read").query(({ ctx }): Promise<ReadonlyArray<Source>> => call(SourceRegistry.use((sources) => sources.list(ctx.principal.teamId)))),

  add: may("sources:manage")
    .input(valid(NewSource))
    .mutation(({ ctx, input }): Promise<Source> => call(SourceRegistry.use((sources) => sources.add(ctx.principal.teamId, input)))),

  refresh: may("sources:manage")
    .input(valid(OneInput))
    .mutation(({ ctx, input }): Promise<Source> => call(SourceRegistry.use((sources) => sources.refresh(ctx.principal.teamId, input.name)))),

  test: may("sources:manage")
    .input(valid(OneInput))
    .mutation(({ ctx, input }): Promise<SourceTest> => call(SourceRegistry.use((sources) => sources.test(ctx.principal.teamId, input.name)))),

  remove: may("sources:manage")
    .input(valid(OneInput))
    .mutation(
      ({ ctx, input }): Promise<{ readonly name: string }> =>
        call(SourceRegistry.use((sources) => sources.remove(ctx.principal.teamId, input.name)).pipe(Effect.as({ name: input.name })))
    )
})
