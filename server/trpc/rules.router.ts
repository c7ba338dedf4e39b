import { Effect, Schema } from "effect"
import { NewRule, RuleBook, RuleChange, type RuleView } from "../approvals/rule-book"
import type { Principal } from "../domain/principal"
import { call } from "./call"
import { may, router, valid } from "./init"

const author = (principal: Principal) => ({ actor: principal.actor, via: "console" }) as const
const OneInput = Schema.Struct({ id: Schema.String })

export const rulesRouter = router({
  list: may("rules:read").query(
    ({ ctx }): Promise<{ readonly items: ReadonlyArray<RuleView> }> =>
      call(RuleBook.use((book) => book.list(ctx.principal.teamId)).pipe(Effect.map((items) => ({ items }))))
  ),

  add: may("rules:manage")
    .input(valid(NewRule))
    .mutation(({ ctx, input }): Promise<RuleView> => call(RuleBook.use((book) => book.add(ctx.principal.teamId, input, author(ctx.principal))))),

  change: may("rules:manage")
    .input(valid(Schema.Struct({ id: Schema.String, change: RuleChange })))
    .mutation(
      ({ ctx, input }): Promise<RuleView> => call(RuleBook.use((book) => book.change(ctx.principal.teamId, input.id, input.change, author(ctx.principal))))
    ),

  remove: may("rules:manage")
    .input(valid(OneInput))
    .mutation(({ ctx, input }): Promise<void> => call(RuleBook.use((book) => book.remove(ctx.principal.teamId, input.id, author(ctx.principal))))),

  /** The ids in their new order. */
  arrange: may("rules:manage")
    .input(valid(Schema.Struct({ ids: Schema.Array(Schema.String) })))
    .mutation(
      ({ ctx, input }): Promise<ReadonlyArray<RuleView>> => call(RuleBook.use((book) => book.arrange(ctx.principal.teamId, input.ids, author(ctx.principal))))
    )
})
