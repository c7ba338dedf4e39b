import { describe, expect, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { ann, answer, as, asked, audit, bob, outcome, pay, rule, stored, world } from "../../test/fixtures/bank-world"
import { bothStores } from "../../test/fixtures/both-stores"
import { TeamId } from "../domain/ids"
import type { Answer, Interaction } from "../domain/interaction"
import type { Actor } from "../domain/principal"
import { Database } from "../store/database"
import { mostRules } from "../store/rule-cache"
import { RuleTable } from "../store/rule-table"
import { type AlwaysAllow, ruleIdOf } from "./always-allow"
import { Approvals } from "./approvals"

const team = TeamId.make("team")
const wish: AlwaysAllow = { pattern: "bank.pay", effect: "allow", when: { args: [{ pointer: "/amount", atMost: 5 }] } }
const allow = (actor: Actor, { id }: Interaction, more: Partial<Answer> = {}, wanted = wish) =>
  Approvals.use((approvals) => approvals.allowAlways(as(actor), "console", id, { answer: { action: "accept", revision: 0, ...more }, rule: wanted }))
const refusal = (...given: Parameters<typeof allow>) => Effect.flip(allow(...given))
const rules = RuleTable.use((table) => table.list(team))
const actions = Effect.map(audit, (entries) => entries.map(({ action, subject }) => [action, subject]))
/** Leaves room for so many. */
const fill = (room: number) =>
  Database.use(({ client }) =>
    Effect.promise(() =>
      client.rule.createMany({
        data: Array.from({ length: mostRules - room }, (_, index) => ({
          id: `other-${index}`,
          teamId: team,
          pattern: `other.p${index}`,
          effect: "block",
          position: index,
          terms: "{}",
          createdAt: 1n,
          updatedAt: 1n
        }))
      })
    )
  )

describe.each(bothStores)("an approval that brings a rule, on $name,", ({ store }) => {
  it.live("is recorded with it, and the very next call of the run goes out by itself", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const question = yield* asked(`await tools.bank.pay({ amount: 5 }); return tools.bank.pay({ amount: 4 })`)
          const answered = yield* allow(ann, question)
          expect(answered).toMatchObject({ interaction: { status: "accepted", resolvedBy: ann }, rule: { id: ruleIdOf(question.id), pattern: "bank.pay" } })
          expect(yield* outcome(question)).toMatchObject({ status: "completed", result: { paid: { amount: 4 } } })
          expect(bank.calls).toHaveLength(2)
          expect(yield* rules).toMatchObject([{ id: ruleIdOf(question.id), pattern: "bank.pay", effect: "allow", terms: { when: wish.when }, position: 1 }])
          expect(yield* actions).toEqual([
            ["interaction.accepted", question.id],
            ["rule.created", ruleIdOf(question.id)]
          ])
          expect((yield* audit)[1]).toMatchObject({ actorId: "ann", data: { rule: { pattern: "bank.pay", effect: "allow" }, interactionId: question.id } })
        }),
      [],
      store
    )
  )

  it.live("counts once, however often it is sent; with another rule, or after one without, it is told that none was added", () =>
    world(
      () =>
        Effect.gen(function* () {
          const question = yield* asked()
          const first = yield* allow(ann, question)
          expect(yield* allow(ann, question)).toMatchObject({ rule: first.rule })
          expect(yield* refusal(ann, question, {}, { pattern: "bank.*", effect: "allow" })).toMatchObject({ _tag: "RuleNotAdded" })
          expect(yield* rules).toHaveLength(1)
          expect(yield* actions).toHaveLength(2)
          // An earlier question of the same kind, which somebody approves without a rule.
          const other = yield* asked(`return tools.bank.pay({ amount: 6 })`)
          yield* answer(ann, other)
          const wider: AlwaysAllow = { pattern: "bank.pay", effect: "allow" }
          expect(yield* refusal(ann, other, {}, wider)).toMatchObject({ _tag: "RuleNotAdded", interaction: { status: "accepted", resolvedBy: ann } })
          expect(yield* rules).toHaveLength(1)
        }),
      [],
      store
    )
  )

  it.live("makes no rule where somebody else declined first, and its author is told who", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const question = yield* asked()
          yield* answer(bob, question, { action: "decline", comment: "not this one" })
          expect(yield* refusal(ann, question)).toMatchObject({ _tag: "RuleNotAdded", interaction: { status: "declined", resolvedBy: bob } })
          expect(yield* rules).toEqual([])
          expect(yield* actions).toEqual([["interaction.declined", question.id]])
          expect(bank.calls).toEqual([])
        }),
      [],
      store
    )
  )

  it.live("races with a decline: there are the approval and its rule, or neither", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          for (let round = 0; round < 8; round++) {
            const question = yield* asked(`try { return await tools.bank.pay({ amount: ${10 + round} }) } catch { return "no" }`)
            const wanted: AlwaysAllow = { pattern: "bank.pay", effect: "allow", when: { args: [{ pointer: "/amount", equals: 10 + round }] } }
            const before = (yield* rules).length
            const calls = bank.calls.length
            const mine = Effect.result(allow(ann, question, {}, wanted))
            const theirs = Effect.result(answer(bob, question, { action: "decline" }))
            const [allowed, declined] =
              round % 2 === 0
                ? yield* Effect.all([mine, theirs], { concurrency: 2 })
                : ((yield* Effect.all([theirs, mine], { concurrency: 2 })).toReversed() as [Effect.Success<typeof mine>, Effect.Success<typeof theirs>])
            yield* outcome(question)
            expect(Result.isSuccess(allowed)).not.toBe(Result.isSuccess(declined))
            const isAllowed = Result.isSuccess(allowed)
            expect((yield* rules).length - before).toBe(isAllowed ? 1 : 0)
            expect(bank.calls.length - calls).toBe(isAllowed ? 1 : 0)
            expect((yield* stored(question))?.status).toBe(isAllowed ? "accepted" : "declined")
            if (Result.isFailure(allowed)) expect(allowed.failure).toMatchObject({ _tag: "RuleNotAdded", interaction: { resolvedBy: bob } })
            const mineInAudit = (yield* actions).filter(([, subject]) => subject === ruleIdOf(question.id))
            expect(mineInAudit).toHaveLength(isAllowed ? 1 : 0)
          }
        }),
      [],
      store
    )
  )

  it.live("is refused whole where the team has as many rules as it may; of two that want the last place one gets it", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          yield* fill(1)
          const [one, other] = [yield* asked(), yield* asked()]
          const both = yield* Effect.all([Effect.result(allow(ann, one)), Effect.result(allow(bob, other))], { concurrency: 2 })
          expect(both.filter(Result.isSuccess)).toHaveLength(1)
          expect(both.filter(Result.isFailure).map(({ failure }) => failure)).toMatchObject([{ _tag: "TooManyRules", most: mostRules }])
          expect(yield* rules).toHaveLength(mostRules)
          const left = Result.isSuccess(both[0]) ? other : one
          // It waits as before, and can be approved without a rule.
          expect(yield* stored(left)).toMatchObject({ status: "pending", revision: 0 })
          expect(yield* actions).toHaveLength(2)
          yield* answer(ann, left)
          yield* outcome(left)
          yield* outcome(left === one ? other : one)
          expect(bank.calls).toHaveLength(2)
          expect(yield* rules).toHaveLength(mostRules)
        }),
      [],
      store
    )
  )
})

describe("no rule can come with", () => {
  it.live("a decline, edited arguments, or one of two votes: nothing is decided then", () =>
    world((bank) =>
      Effect.gen(function* () {
        const question = yield* asked()
        const issue = { _tag: "InvalidContent", issues: [{ path: "rule" }] }
        expect(yield* refusal(ann, question, { action: "decline" })).toMatchObject(issue)
        expect(yield* refusal(ann, question, { args: { amount: 3 } })).toMatchObject(issue)
        bank.rules = [rule("require_approval", { fourEyes: true })]
        const ofTwo = yield* asked(pay, { kind: "user", id: "req", label: "Requester" })
        expect(yield* refusal(ann, ofTwo)).toMatchObject(issue)
        yield* answer(ann, ofTwo)
        // Not with the deciding one either: one person would allow for ever what two have to approve.
        expect(yield* refusal(bob, ofTwo, { revision: 1 })).toMatchObject(issue)
        expect(yield* stored(ofTwo)).toMatchObject({ status: "pending", votes: [{ by: ann }] })
        expect(yield* stored(question)).toMatchObject({ status: "pending" })
        expect(yield* rules).toEqual([])
        expect(bank.calls).toEqual([])
      })
    )
  )

  it.live("an answer to another call: the rule has to be about the one that waits", () =>
    world(() =>
      Effect.gen(function* () {
        const question = yield* asked()
        for (const wanted of [
          { pattern: "bank.close", effect: "allow" },
          { pattern: "bank.pay", effect: "allow", when: { args: [{ pointer: "/amount", atMost: 4 }] } },
          { pattern: "bank..pay", effect: "allow" }
        ] satisfies ReadonlyArray<AlwaysAllow>)
          expect(yield* refusal(ann, question, {}, wanted)).toMatchObject({ _tag: "InvalidRule", issues: [{ path: "rule.pattern" }] })
        expect(yield* stored(question)).toMatchObject({ status: "pending" })
        expect(yield* rules).toEqual([])
        // What was replaced in what is shown may be what the rule says.
        const hidden: AlwaysAllow = { pattern: "bank.*", effect: "allow", when: { args: [{ pointer: "/card/token", glob: "sk_*" }] } }
        expect(yield* allow(ann, question, {}, hidden)).toMatchObject({ interaction: { status: "accepted" } })
      })
    )
  )

  it.live("a question that changed since it was seen", () =>
    world(() =>
      Effect.gen(function* () {
        const question = yield* asked()
        expect(yield* refusal(ann, question, { revision: 7 })).toMatchObject({ _tag: "InteractionChanged" })
        expect(yield* rules).toEqual([])
      })
    )
  )
})
