import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { systemActor } from "../../server/domain/principal"
import { type Change, type Edit, RunStore } from "../../server/engine/run-store"
import { Database } from "../../server/store/database"
import { aDecision, ann, aRunningRun, asking, aTeamId, bob, startOfTime } from "../fixtures/stored-run"
import { type StoreTests, upTo } from "./run-store-tests"

const aChange = (interactionId: Change["interactionId"], given: Partial<Change> = {}): Change => ({
  interactionId,
  revision: 0,
  change: "voted",
  by: ann,
  via: "console",
  at: startOfTime + 50,
  comment: null,
  votes: [{ by: ann, at: startOfTime + 50 }],
  ...given
})
const edit: Edit = {
  args: { value: "[redacted]" },
  exactArgs: '{"value":"real"}',
  bindingHash: "edited",
  boundTo: { path: "demo.echo", connection: null, schemaHash: "schema", ruleId: null, codeHash: "code" },
  terms: { selfApproval: false, requesterMayConfirm: false, effect: "destructive" },
  rule: null,
  votesNeeded: 2
}

const auditOf = (teamId: string) =>
  Database.use(({ client }) => Effect.promise(() => client.auditEntry.findMany({ where: { teamId }, orderBy: { seq: "asc" } }))).pipe(
    Effect.map((rows) => rows.map(({ action, actorId }) => `${action} ${actorId}`))
  )

/** What every RunStore promises about questions that change before they are decided, and about approvals that do not hold. */
export const changesContract = (it: StoreTests): void => {
  it.effect("a vote and an edit leave it pending; each has its event and its audit entry, and what was proposed first is kept", () =>
    Effect.gen(function* () {
      const { change, decide, interaction } = yield* RunStore
      const teamId = aTeamId()
      const owned = yield* aRunningRun({ teamId })
      const id = yield* asking(owned, 1, 1, { votesNeeded: 2, rule: { id: "rule_1", pattern: "demo.*" } })
      const voted = yield* change(aChange(id))
      assert.strictEqual(voted._tag, "Decided")
      assert.deepInclude(voted.events[0], { _tag: "InteractionChanged", change: "voted", votes: 1, expiresAt: null })
      assert.deepInclude(voted.stored.interaction, { status: "pending", revision: 1, votes: [{ by: ann, at: startOfTime + 50 }], effect: "write" })
      const edited = yield* change(aChange(id, { change: "edited", revision: 1, by: bob, votes: [{ by: bob, at: startOfTime + 60 }], edit }))
      assert.deepInclude(edited.stored.interaction, {
        status: "pending",
        revision: 2,
        args: { value: "[redacted]" },
        proposedArgs: { value: 1 },
        rule: null,
        votes: [{ by: bob, at: startOfTime + 60 }],
        selfApproval: false,
        effect: "destructive"
      })
      assert.deepInclude(edited.stored, { exactArgs: '{"value":"real"}', bindingHash: "edited" })
      yield* decide(
        aDecision(id, {
          revision: 2,
          by: ann,
          votes: [
            { by: bob, at: 1 },
            { by: ann, at: 2 }
          ]
        })
      )
      const stored = (yield* interaction(id))?.interaction
      assert.deepInclude(stored, { status: "accepted", proposedArgs: { value: 1 }, args: { value: "[redacted]" } })
      assert.strictEqual(stored?.votes.length, 2)
      assert.deepStrictEqual(yield* auditOf(teamId), ["interaction.voted user-ann", "interaction.edited user-bob", "interaction.accepted user-ann"])
    })
  )

  it.effect("what an older question does not say of its call is not made up, also not by a vote", () =>
    Effect.gen(function* () {
      const { change } = yield* RunStore
      const owned = yield* aRunningRun()
      const id = yield* asking(owned, 1, 1, { votesNeeded: 2, terms: { selfApproval: true, requesterMayConfirm: false } })
      const { interaction } = (yield* change(aChange(id))).stored
      assert.notProperty(interaction, "effect")
      assert.deepInclude(interaction, { selfApproval: true, requesterMayConfirm: false })
    })
  )

  it.effect("what was made from an earlier revision changes nothing and leaves no trace", () =>
    Effect.gen(function* () {
      const { change, decide, events } = yield* RunStore
      const teamId = aTeamId()
      const owned = yield* aRunningRun({ teamId })
      const id = yield* asking(owned, 1, 1, { votesNeeded: 2 })
      yield* change(aChange(id))
      const before = yield* events(owned.run.id, 0, 100)
      assert.strictEqual((yield* change(aChange(id, { by: bob })))._tag, "Stale")
      assert.strictEqual((yield* decide(aDecision(id, { revision: 0 })))._tag, "Stale")
      assert.deepStrictEqual(yield* events(owned.run.id, 0, 100), before)
      assert.deepStrictEqual(yield* auditOf(teamId), ["interaction.voted user-ann"])
    })
  )

  it.effect("of twenty votes at once from one revision one counts", () =>
    Effect.gen(function* () {
      const { change, interaction } = yield* RunStore
      const owned = yield* aRunningRun()
      const id = yield* asking(owned, 1, 1, { votesNeeded: 2 })
      const results = yield* Effect.forEach(upTo(20), (n) => change(aChange(id, { by: { ...ann, id: `user-${n}` } })), { concurrency: "unbounded" })
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Decided").length, 1)
      assert.strictEqual((yield* interaction(id))?.interaction.revision, 1)
    })
  )

  it.effect("more time counts before the deadline only; warnings are due at half and at nine tenths of what it is now", () =>
    Effect.gen(function* () {
      const { change, dueWarnings } = yield* RunStore
      const owned = yield* aRunningRun({ at: startOfTime })
      const id = yield* asking(owned, 1, 0, { expiresAt: startOfTime + 1_000 })
      const due = (at: number) =>
        Effect.map(dueWarnings(startOfTime + at, 1000), (all) => all.filter(({ stored }) => stored.interaction.id === id).map(({ warnings }) => warnings))
      assert.deepStrictEqual(yield* due(499), [])
      assert.deepStrictEqual(yield* due(500), [1])
      assert.deepStrictEqual(yield* due(900), [2])
      assert.deepStrictEqual(yield* due(1_000), [])
      const warned = aChange(id, { change: "expiring", by: systemActor, via: "system", at: startOfTime + 500, warnings: 1 })
      const { votes: _, ...warning } = warned
      assert.strictEqual((yield* change(warning))._tag, "Decided")
      assert.deepStrictEqual(yield* due(899), [])
      const extension = { change: "extended", revision: 1, expiresAt: startOfTime + 3_000, warnings: 0 } as const
      assert.strictEqual((yield* change(aChange(id, { ...extension, at: startOfTime + 1_000 })))._tag, "PastDeadline")
      assert.strictEqual((yield* change(aChange(id, { ...extension, at: startOfTime + 999 })))._tag, "Decided")
      // It waits from 999 to 3000 now: half is behind 1999.
      assert.deepStrictEqual(yield* due(1_999), [])
      assert.deepStrictEqual(yield* due(2_000), [1])
      assert.deepStrictEqual(yield* auditOf(owned.run.teamId).pipe(Effect.map((all) => all.filter((one) => one.includes("expiring")))), [])
    })
  )

  it.effect("an approval that does not hold becomes failed, its vote stays, and what replaces it makes the run wait", () =>
    Effect.gen(function* () {
      const { decide, interaction, state } = yield* RunStore
      const teamId = aTeamId()
      const owned = yield* aRunningRun({ teamId })
      const id = yield* asking(owned, 1, 1)
      yield* decide(aDecision(id, { votes: [{ by: bob, at: startOfTime + 100 }] }))
      const event = {
        _tag: "InteractionResolved",
        ...owned.headAt(200),
        interactionId: id,
        status: "failed",
        by: systemActor,
        via: "system",
        comment: "changed"
      } as const
      const events = yield* owned.step(200, { _tag: "FailDecision", interactionId: id, reason: "changed", event })
      assert.strictEqual(events.length, 1)
      const stored = yield* interaction(id)
      assert.deepInclude(stored?.interaction, { status: "failed", comment: "changed", resolvedVia: "system", votes: [{ by: bob, at: startOfTime + 100 }] })
      assert.strictEqual(stored?.appliedAt, startOfTime + 200)
      assert.deepStrictEqual(yield* auditOf(teamId), ["interaction.accepted user-bob", "interaction.failed system"])
      yield* asking(owned, 2, 201, { replaces: id })
      assert.strictEqual((yield* state(owned.run.id))?.status, "waiting_for_interaction")
    })
  )
}
