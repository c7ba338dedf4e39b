import { describe, expect, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { ann, answer, as, asked, audit, bob, outcome, pay, refused, rule, stored, world } from "../../test/fixtures/bank-world"
import type { Interaction } from "../domain/interaction"
import type { Actor } from "../domain/principal"
import { ExecutionEngine } from "../engine/execution-engine"
import { Database } from "../store/database"
import { Approvals } from "./approvals"
import { warnExpiring } from "./expiry"

describe("edited arguments", () => {
  it.live("go out instead of the proposed ones; proposed, decided and executed are kept, and hidden values stay what they are", () =>
    world((bank) =>
      Effect.gen(function* () {
        const interaction = yield* asked()
        expect(interaction.args).toEqual({ amount: 5, card: { token: "[redacted]" } })
        const decided = yield* answer(ann, interaction, { args: { amount: 3, card: { token: "[redacted]" } }, revision: 0 })
        expect(decided).toMatchObject({ status: "accepted", args: { amount: 3 }, proposedArgs: { amount: 5 } })
        const real = { amount: 3, card: { token: "sk_live_1234567890abcdefghijklmn" } }
        expect(yield* outcome(interaction)).toMatchObject({ status: "completed", result: { paid: { amount: 3 } } })
        expect(bank.calls.map(({ args }) => args)).toEqual([real])
        expect(yield* stored(interaction)).toMatchObject({ proposedArgs: { amount: 5 }, executedArgs: { amount: 3, card: { token: "[redacted]" } } })
        // The same answer again is the recorded one; another is told so.
        expect(yield* answer(ann, interaction, { args: { amount: 3, card: { token: "[redacted]" } } })).toMatchObject({ status: "accepted" })
        expect(yield* refused(bob, interaction)).toMatchObject({ _tag: "AlreadyDecided" })
        const [entry] = yield* audit
        expect(entry).toMatchObject({ action: "interaction.accepted", actorId: "ann", data: { shown: { args: { amount: 5 } }, args: { amount: 3 } } })
        expect(JSON.stringify(yield* audit)).not.toContain("sk_live")
      })
    )
  )

  it.live("are checked like the first ones: the schema, the rules, and where hidden values stand", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const interaction = yield* asked()
          expect(yield* refused(ann, interaction, { args: { sum: 3 } })).toMatchObject({ _tag: "InvalidContent", issues: [{ path: "args.amount" }] })
          expect(yield* refused(ann, interaction, { args: { amount: 3, note: "[redacted]" } })).toMatchObject({
            _tag: "InvalidContent",
            issues: [{ path: "args.note" }]
          })
          expect(yield* refused(ann, interaction, { args: { amount: 5000 } })).toMatchObject({
            _tag: "EditBlocked",
            reason: expect.stringContaining("bank.pay is blocked")
          })
          expect(yield* refused(ann, interaction, { action: "decline", args: { amount: 1 } })).toMatchObject({ _tag: "InvalidContent" })
          expect(yield* stored(interaction)).toMatchObject({ status: "pending", proposedArgs: null, revision: 0 })
          expect(bank.calls).toEqual([])
        }),
      [{ ...rule("block"), id: "most", when: { args: [{ pointer: "/amount", greater: 1000 }] } }]
    )
  )

  it.live("that fall under a stricter rule need another approval", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const interaction = yield* asked()
          expect(interaction).toMatchObject({ votesNeeded: 1, effect: "write" })
          // Where the arguments decide what a call does, others are another call.
          bank.tool = { effect: "destructive" }
          const edited = yield* answer(ann, interaction, { args: { amount: 500 } })
          expect(edited).toMatchObject({
            status: "pending",
            votesNeeded: 2,
            votes: [{ by: ann }],
            rule: { id: "large" },
            effect: "destructive",
            args: { amount: 500 },
            proposedArgs: { amount: 5 }
          })
          yield* answer(bob, edited, { revision: edited.revision ?? 0 })
          expect(yield* outcome(interaction)).toMatchObject({ status: "completed" })
          expect(bank.calls.map(({ args }) => args)).toEqual([{ amount: 500 }])
        }),
      [{ ...rule("require_approval", { fourEyes: true, selfApproval: true }), id: "large", when: { args: [{ pointer: "/amount", greater: 100 }] } }]
    )
  )
})

describe("an agent's own yes", () => {
  const agent: Actor = { kind: "agent", id: "token", label: "Agent" }
  const confirm = ({ id }: Interaction) => ExecutionEngine.use((engine) => engine.answer(id, { action: "accept" }, { actor: agent, via: "mcp" }))

  it.live("counts by the question as it is when the answer is recorded: an edit that brought a stricter rule came first", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const interaction = yield* asked(pay, agent)
          expect(interaction).toMatchObject({ votesNeeded: 1, requesterMayConfirm: true })
          // Somebody's edit is recorded after the agent's surface has looked at the question, and before its yes arrives.
          yield* answer(ann, interaction, { args: { amount: 500 } })
          expect(yield* Effect.flip(confirm(interaction))).toMatchObject({ _tag: "SelfApprovalForbidden" })
          expect(yield* stored(interaction)).toMatchObject({ status: "pending", votes: [{ by: ann }], votesNeeded: 2 })
          expect(bank.calls).toEqual([])
        }),
      [
        rule("require_approval", { requesterMayConfirm: true }),
        { ...rule("require_approval", { fourEyes: true, selfApproval: true }), id: "large", when: { args: [{ pointer: "/amount", greater: 100 }] } }
      ]
    )
  )

  it.live("counts for nothing that the program itself asks a person", () =>
    world(
      () =>
        Effect.gen(function* () {
          for (const code of [`await human.approve({ message: "Really?" })`, `await human.open({ message: "Sign", url: "https://example.com" })`]) {
            const interaction = yield* asked(code, agent)
            expect(yield* Effect.flip(confirm(interaction))).toMatchObject({ _tag: "SelfApprovalForbidden" })
            expect(yield* stored(interaction)).toMatchObject({ status: "pending" })
          }
        }),
      [rule("require_approval", { requesterMayConfirm: true })]
    )
  )
})

describe("four eyes", () => {
  const fourEyes = [rule("require_approval", { fourEyes: true })]
  const requester: Actor = { kind: "user", id: "req", label: "Requester" }

  it.live("the first vote leaves it pending, the same person's second changes nothing, another person's decides", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const interaction = yield* asked(pay, requester)
          const voted = yield* answer(ann, interaction)
          expect(voted).toMatchObject({ status: "pending", votes: [{ by: ann }], votesNeeded: 2, revision: 1 })
          expect(yield* answer(ann, interaction)).toMatchObject({ status: "pending", votes: [{ by: ann }] })
          expect(bank.calls).toEqual([])
          expect(yield* answer(bob, interaction)).toMatchObject({ status: "accepted", resolvedBy: bob, votes: [{ by: ann }, { by: bob }] })
          expect(yield* outcome(interaction)).toMatchObject({ status: "completed" })
          expect(bank.calls).toHaveLength(1)
          expect((yield* audit).map(({ action, actorId }) => [action, actorId])).toEqual([
            ["interaction.voted", "ann"],
            ["interaction.accepted", "bob"]
          ])
        }),
      fourEyes
    )
  )

  it.live("an edit resets earlier votes, and nobody approves what they did not see", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const interaction = yield* asked(pay, requester)
          const voted = yield* answer(ann, interaction)
          const edited = yield* answer(bob, voted, { args: { amount: 4 }, revision: 1 })
          expect(edited).toMatchObject({ status: "pending", votes: [{ by: bob }], args: { amount: 4 }, revision: 2 })
          // Ann's card still shows what she voted for.
          expect(yield* refused(ann, voted, { revision: 1 })).toMatchObject({ _tag: "InteractionChanged", interaction: { revision: 2 } })
          expect(bank.calls).toEqual([])
          yield* answer(ann, edited, { revision: 2 })
          yield* outcome(interaction)
          expect(bank.calls.map(({ args }) => args)).toEqual([{ amount: 4 }])
        }),
      fourEyes
    )
  )

  it.live("an edit to arguments that no rule asks about does not let who submitted the run give the second vote", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const question = yield* asked(pay, ann)
          bank.rules = []
          const edited = yield* answer(bob, question, { args: { amount: 4 } })
          expect(edited).toMatchObject({ status: "pending", votes: [{ by: bob }], votesNeeded: 2 })
          expect(yield* refused(ann, edited, { revision: edited.revision ?? 0 })).toMatchObject({ _tag: "SelfApprovalForbidden" })
          expect(bank.calls).toEqual([])
        }),
      [rule("require_approval", { fourEyes: true })]
    )
  )

  it.live("who submitted the run is none of them, and one decline is enough", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const interaction = yield* asked(pay, requester)
          expect(yield* refused(requester, interaction)).toMatchObject({ _tag: "SelfApprovalForbidden" })
          yield* answer(ann, interaction)
          expect(yield* answer(requester, interaction, { action: "decline" })).toMatchObject({ status: "declined" })
          expect(yield* outcome(interaction)).toMatchObject({ result: ["tool_declined", "decline"] })
          expect(bank.calls).toEqual([])
        }),
      fourEyes
    )
  )

  it.live("of many at once exactly two are needed and the call is made once", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const interaction = yield* asked(pay, requester)
          const people = Array.from({ length: 10 }, (_, n): Actor => ({ kind: "user", id: `p${n}`, label: `P${n}` }))
          yield* Effect.all(
            people.map((one) => Effect.ignore(answer(one, interaction))),
            { concurrency: "unbounded" }
          )
          yield* outcome(interaction)
          expect((yield* stored(interaction))?.votes).toHaveLength(2)
          expect(new Set((yield* stored(interaction))?.votes.map(({ by }) => by.id)).size).toBe(2)
          expect(bank.calls).toHaveLength(1)
        }),
      fourEyes
    )
  )
})

describe("a deadline", () => {
  const hour = 3_600_000
  const deadline = [rule("require_approval", { interactionExpiresAfterMs: hour })]
  /** Turns the clock of the stored question back, as if it had been asked earlier. */
  const age = ({ id, createdAt }: Interaction, ms: number) =>
    Database.use(({ client }) =>
      Effect.promise(() =>
        client.interaction.update({
          where: { id },
          data: { waitsFrom: BigInt(createdAt - ms), expiresAt: BigInt(createdAt - ms + hour) }
        })
      )
    )
  const warnings = ({ runId }: Interaction) =>
    Database.use(({ client }) => Effect.promise(() => client.runEvent.count({ where: { runId, type: "InteractionChanged" } })))

  it.live("is warned of at half and at nine tenths, once each, and again after it was put off", () =>
    world(
      () =>
        Effect.gen(function* () {
          const interaction = yield* asked()
          expect(yield* warnExpiring()).toBe(0)
          yield* age(interaction, hour / 2)
          expect(yield* warnExpiring()).toBe(1)
          expect(yield* warnExpiring()).toBe(0)
          yield* age(interaction, (hour * 9) / 10)
          expect(yield* warnExpiring()).toBe(1)
          expect(yield* warnExpiring()).toBe(0)
          expect(yield* warnings(interaction)).toBe(2)
          const { interaction: extended } = yield* Approvals.use((approvals) => approvals.extend(as(ann), "console", interaction.id, undefined))
          expect((extended.expiresAt ?? 0) - interaction.createdAt).toBe(hour / 10 + hour)
          expect(yield* warnExpiring()).toBe(0)
          expect((yield* audit).at(-1)).toMatchObject({ action: "interaction.extended", actorId: "ann", data: { expiresAt: extended.expiresAt } })
        }),
      deadline
    )
  )

  it.live("one millisecond late is refused with the sweeper stopped, and cannot be put off either", () =>
    world(
      (bank) =>
        Effect.gen(function* () {
          const interaction = yield* asked()
          const now = yield* Clock.currentTimeMillis
          yield* Database.use(({ client }) =>
            Effect.promise(() => client.interaction.update({ where: { id: interaction.id }, data: { expiresAt: BigInt(now - 1) } }))
          )
          expect(yield* Effect.flip(Approvals.use((approvals) => approvals.extend(as(ann), "console", interaction.id, 1000)))).toMatchObject({
            _tag: "InteractionExpired"
          })
          expect(yield* refused(ann, interaction)).toMatchObject({
            _tag: "InteractionExpired",
            interaction: { resolvedVia: "deadline", resolvedBy: { kind: "system" } }
          })
          expect(yield* outcome(interaction)).toMatchObject({ result: ["tool_declined", "expire"] })
          expect(bank.calls).toEqual([])
          expect((yield* audit).map(({ action, actorId }) => [action, actorId])).toEqual([["interaction.expired", "system"]])
        }),
      deadline
    )
  )

  it.live("there is none to put off where a question waits without one", () =>
    world(() =>
      Effect.gen(function* () {
        const interaction = yield* asked()
        expect(yield* Effect.flip(Approvals.use((approvals) => approvals.extend(as(ann), "console", interaction.id, 1000)))).toMatchObject({
          _tag: "NoDeadline"
        })
      })
    )
  )
})
