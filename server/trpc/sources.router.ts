import { Effect, Schema } from "effect"
import type { Principal } from "../domain/principal"
import type { Source, SourceDetail } from "../domain/source"
import { NewSource } from "../tools/new-source"
import type { SourceTest } from "../tools/source-driver"
import type { SourceEditor } from "../tools/source-editor"
import { SourceRegistry } from "../tools/source-registry"
import { call } from "./call"
import { may, router, valid } from "./init"

const editor = ({ teamId, actor }: Principal): SourceEditor => ({ teamId, actor, via: "console" })

const OneInput = Schema.Struct({ name: Schema.String })

export const sourcesRouter = router({
  list: may("sources:read").query(({ ctx }): Promise<ReadonlyArray<Source>> => call(SourceRegistry.use((sources) => sources.list(ctx.principal.teamId)))),

  get: may("sources:read")
    .input(valid(OneInput))
    .query(({ ctx, input }): Promise<SourceDetail> => call(SourceRegistry.use((sources) => sources.get(ctx.principal.teamId, input.name)))),

  trustHints: may("sources:manage")
    .input(valid(Schema.Struct({ name: Schema.String, trust: Schema.Boolean })))
    .mutation(({ ctx, input }): Promise<Source> => call(SourceRegistry.use((sources) => sources.trustHints(editor(ctx.principal), input.name, input.trust)))),

  add: may("sources:manage")
    .input(valid(NewSource))
    .mutation(({ ctx, input }): Promise<Source> => call(SourceRegistry.use((sources) => sources.add(editor(ctx.principal), input)))),

  refresh: may("sources:manage")
    .input(valid(OneInput))
    .mutation(({ ctx, input }): Promise<Source> => call(SourceRegistry.use((sources) => sources.refresh(editor(ctx.principal), input.name)))),

  test: may("sources:manage")
    .input(valid(OneInput))
    .mutation(({ ctx, input }): Promise<SourceTest> => call(SourceRegistry.use((sources) => sources.test(ctx.principal.teamId, input.name)))),

  remove: may("sources:manage")
    .input(valid(OneInput))
    .mutation(
      ({ ctx, input }): Promise<{ readonly name: string }> =>
        call(SourceRegistry.use((sources) => sources.remove(editor(ctx.principal), input.name)).pipe(Effect.as({ name: input.name })))
    )
})
