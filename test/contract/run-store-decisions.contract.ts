import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { toolCallIdOf } from "../../server/domain/ids"
import { RunStore } from "../../server/engine/run-store"
import { Database } from "../../server/store/database"
import { aDecision, anInteractionId, aRun, aRunningRun, asking, aTeamId, aToolCall, bob, startOfTime } from "../fixtures/stored-run"
import { rowOf, type StoreTests, upTo } from "./run-store-tests"

/** What every RunStore promises about questions, answers and what ends with a run. */
export const decisionsContract = (it: StoreTests): void => {
  it.effect("fifty answers at once: one decides, all others learn who", () =>
    Effect.gen(function* () {
      const { decide, events, interaction } = yield* RunStore
      const owned = yield* aRunningRun()
      const id = yield* asking(owned, 1, 1)
      const answers = yield* Effect.forEach(
        upTo(50),
        (n) =>
          decide(aDecision(id, { status: n % 2 === 0 ? "accepted" : "declined", by: { kind: "user", id: `user-${n}`, label: `User ${n}` }, comment: `${n}` })),
        { concurrency: "unbounded" }
      )
      const decided = answers.filter((answer) => answer._tag === "Decided")
      assert.strictEqual(decided.length, 1)
      const recorded = yield* interaction(id)
      assert.isTrue(answers.every((answer) => JSON.stringify(answer.stored) === JSON.stringify(recorded)))
      assert.isTrue(answers.every((answer) => answer._tag !== "AlreadyDecided" || answer.events.length === 0))
      const resolutions = (yield* events(owned.run.id, 0, 100)).filter((event) => event._tag === "InteractionResolved")
      assert.deepStrictEqual(
        resolutions,
        decided.flatMap((answer) => answer.events)
      )
      assert.strictEqual(resolutions.length, 1)
    })
  )

  it.effect("an answer at or after the deadline decides nothing, one just before does", () =>
    Effect.gen(function* () {
      const { decide, interaction, pastDeadline } = yield* RunStore
      const owned = yield* aRunningRun()
      const expiresAt = startOfTime + 1_000
      const late = yield* asking(owned, 1, 1, { expiresAt })
      const inTime = yield* asking(owned, 2, 1, { expiresAt })
      for (const at of [expiresAt, expiresAt + 1]) assert.strictEqual((yield* decide(aDecision(late, { at })))._tag, "PastDeadline")
      assert.strictEqual((yield* interaction(late))?.interaction.status, "pending")
      assert.strictEqual((yield* decide(aDecision(inTime, { at: expiresAt - 1 })))._tag, "Decided")
      assert.include(
        (yield* pastDeadline(expiresAt, 100)).map((stored) => stored.interaction.id),
        late
      )
      assert.notInclude(
        (yield* pastDeadline(expiresAt - 1, 100)).map((stored) => stored.interaction.id),
        late
      )
      const early = yield* decide(aDecision(late, { status: "expired", via: "deadline", at: expiresAt - 1 }))
      assert.strictEqual(early._tag, "PastDeadline")
      const expired = yield* decide(aDecision(late, { status: "expired", via: "deadline", at: expiresAt }))
      assert.strictEqual(expired._tag, "Decided")
    })
  )

  it.effect("a question nobody knows cannot be answered", () =>
    Effect.gen(function* () {
      const { decide, interaction } = yield* RunStore
      const id = anInteractionId()
      assert.deepInclude(yield* Effect.flip(decide(aDecision(id))), { _tag: "InteractionNotFound", interactionId: id })
      assert.isNull(yield* interaction(id))
    })
  )

  it.effect("a run waits exactly while something is pending, and its row says for what and for how long", () =>
    Effect.gen(function* () {
      const { decide, pending } = yield* RunStore
      const owned = yield* aRunningRun({ teamId: aTeamId() })
      const { id: runId, teamId } = owned.run
      const one = yield* asking(owned, 1, 10)
      const two = yield* asking(owned, 2, 20, { kind: "form" })
      const waiting = yield* rowOf(runId)
      assert.deepInclude(waiting, {
        status: "waiting_for_interaction",
        pendingInteractionCount: 2,
        waitingFor: "approval",
        waitingInteractionId: one,
        waitingSince: BigInt(startOfTime + 10),
        lastDecision: null
      })
      assert.deepStrictEqual(
        (yield* pending({ teamId })).map((stored) => stored.interaction.id),
        [one, two]
      )
      assert.deepStrictEqual(
        (yield* pending({ runId })).map((stored) => stored.interaction.id),
        [one, two]
      )
      yield* decide(aDecision(one, { status: "declined", at: startOfTime + 110 }))
      const half = yield* rowOf(runId)
      assert.deepInclude(half, {
        status: "waiting_for_interaction",
        pendingInteractionCount: 1,
        waitingFor: "form",
        waitingInteractionId: two,
        lastDecision: "declined",
        lastDecisionBy: bob.label,
        humanWaitMs: 0n
      })
      yield* decide(aDecision(two, { at: startOfTime + 510 }))
      const going = yield* rowOf(runId)
      assert.deepInclude(going, {
        status: "running",
        pendingInteractionCount: 0,
        waitingFor: null,
        waitingInteractionId: null,
        waitingSince: null,
        lastDecision: "accepted",
        humanWaitMs: 500n
      })
      yield* asking(owned, 3, 600)
      yield* owned.step(700, owned.end(700))
      assert.deepInclude(yield* rowOf(runId), {
        status: "completed",
        pendingInteractionCount: 0,
        waitingSince: null,
        humanWaitMs: 600n,
        durationMs: 700n,
        finishedAt: BigInt(startOfTime + 700)
      })
      const versions = [waiting, half, going, yield* rowOf(runId)].map(({ version }) => version)
      assert.deepStrictEqual(
        versions,
        [...new Set(versions)].sort((a, b) => a - b)
      )
    })
  )

  it.effect("the end of a run closes everything that is open, and tells exactly what it closed", () =>
    Effect.gen(function* () {
      const { decide, interaction, pending, events, ending } = yield* RunStore
      const owned = yield* aRunningRun()
      const decidedBefore = yield* asking(owned, 1, 1)
      const open = yield* asking(owned, 2, 2)
      yield* owned.step(3, aToolCall(3), aToolCall(4), {
        _tag: "SetToolCall",
        toolCallId: toolCallIdOf(3),
        status: "completed",
        result: 3,
        event: owned.finished(3, 3)
      })
      yield* decide(aDecision(decidedBefore))
      const told = yield* owned.step(200, {
        ...owned.end(200, "failed"),
        _tag: "EndRun",
        status: "failed",
        error: { code: "time_limit", message: "too long" },
        event: { _tag: "ExecutionFinished", ...owned.headAt(200), status: "failed" }
      })
      assert.deepStrictEqual(
        told.map((event) => ("toolCallId" in event ? event.toolCallId : "interactionId" in event ? event.interactionId : event._tag)),
        [open, toolCallIdOf(1), toolCallIdOf(2), toolCallIdOf(4), "ExecutionFinished"]
      )
      assert.deepStrictEqual(told, (yield* events(owned.run.id, 0, 100)).slice(-told.length))
      assert.deepStrictEqual(yield* pending({ runId: owned.run.id }), [])
      assert.deepInclude((yield* interaction(open))?.interaction, { status: "cancelled", comment: "too long", resolvedVia: "system" })
      assert.strictEqual((yield* interaction(decidedBefore))?.interaction.status, "accepted")
      const calls = yield* Database.use(({ client }) =>
        Effect.promise(() => client.toolCall.findMany({ where: { runId: owned.run.id }, orderBy: { index: "asc" } }))
      )
      assert.deepStrictEqual(
        calls.map(({ status }) => status),
        ["cancelled", "cancelled", "completed", "cancelled"]
      )
      assert.deepStrictEqual(yield* ending(owned.run.id), { status: "failed", result: null, error: { code: "time_limit", message: "too long" } })
    })
  )

  it.effect("the daily counts are what the rows say", () =>
    Effect.gen(function* () {
      const { submit, decide } = yield* RunStore
      const teamId = aTeamId()
      const [one, two, three] = yield* Effect.all([aRunningRun({ teamId }), aRunningRun({ teamId }), aRunningRun({ teamId, at: startOfTime + 86_400_000 })], {
        concurrency: "unbounded"
      })
      yield* submit(aRun({ teamId }))
      const id = yield* asking(one, 1, 1)
      yield* decide(aDecision(id))
      yield* asking(two, 1, 1)
      yield* three.step(1, three.end(1, "failed"))
      const { client } = yield* Database
      const counted = yield* Effect.promise(() =>
        client.runStatDay.findMany({ where: { teamId, n: { not: 0 } }, orderBy: [{ day: "asc" }, { status: "asc" }] })
      )
      const day = Math.floor(startOfTime / 86_400_000)
      assert.deepStrictEqual(
        counted.map((row) => [row.day - day, row.status, row.n]),
        [
          [0, "queued", 1],
          [0, "running", 1],
          [0, "waiting_for_interaction", 1],
          [1, "failed", 1]
        ]
      )
    })
  )
}
