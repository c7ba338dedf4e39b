import { Effect, Schema } from "effect"
import type { NarrowestRule } from "../approvals/narrowest-rule"
import { NewRule, RuleBook, RuleChange, type RuleView } from "../approvals/rule-book"
import { type Preview, RuleLab, TriedCall, type TriedVerdict } from "../approvals/rule-lab"
import { InteractionId } from "../domain/ids"
import type { Principal } from "../domain/principal"
import { call } from "./call"
import { may, router, valid } from "./init"

const author = (principal: Principal) => ({ actor: principal.actor, via: "console" }) as const

/** What a rule decided about, of the last 30 days. */
export interface RuleMatches {
  readonly id: string
  readonly count: number
  readonly last: ReadonlyArray<{ readonly runId: string; readonly toolCallId: string; readonly runTitle: string; readonly path: string; readonly at: number }>
}

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
    ),

  /** Which calls of the last 30 days a rule would have let through, or decided about. */
  preview: may("rules:read")
    .input(valid(Schema.Struct({ rule: NewRule, instead: Schema.optionalKey(Schema.String) })))
    .query(({ ctx, input }): Promise<Preview> => call(RuleLab.use((lab) => lab.preview(ctx.principal.teamId, input.rule, input.instead)))),

  /** What would become of a call that nobody made. */
  tryCall: may("rules:read")
    .input(valid(TriedCall))
    .query(({ ctx, input }): Promise<TriedVerdict> => call(RuleLab.use((lab) => lab.tryCall(ctx.principal.teamId, input)))),

  /** The narrowest rule for a call that waits for approval. */
  propose: may("rules:read")
    .input(valid(Schema.Struct({ id: InteractionId })))
    .query(({ ctx, input }): Promise<NarrowestRule> => call(RuleLab.use((lab) => lab.propose(ctx.principal.teamId, input.id)))),

  /** How often each rule decided in the last 30 days, and about which calls last. */
  matches: may("rules:read").query(
    ({ ctx }): Promise<ReadonlyArray<RuleMatches>> =>
      call(
        Effect.gen(function* () {
          const { teamId } = ctx.principal
          const ids = (yield* RuleBook.use((book) => book.list(teamId))).map(({ id }) => id)
          const found = yield* RuleLab.use((lab) => lab.matches(teamId, ids))
          return ids.map((id): RuleMatches => {
            const calls = found.get(id) ?? []
            return {
              id,
              count: calls.length,
              last: calls.slice(0, 5).map(({ runId, id: toolCallId, runTitle, path, at }) => ({ runId, toolCallId, runTitle, path, at }))
            }
          })
        })
      )
  )
})
