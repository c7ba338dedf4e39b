import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { isTerminal } from "../../server/domain/run"
import { runIdAt, toolCallIdOf } from "../../server/domain/ids"
import { RunStore } from "../../server/engine/run-store"
import { Database } from "../../server/store/database"
import { aDecision, ann, anInteractionId, aQuestion, aRun, aRunningRun, asking, aTeamId, aToolCall, bob, callEntry, ownedBy, startEntry, startOfTime } from "../fixtures/stored-run"

const rowOf = (id: string) => Database.use(({ client }) => Effect.promise(() => client.run.findUniqueOrThrow({ where: { id } })))
const seqs = (events: ReadonlyArray<{ readonly seq: number }>) => events.map(({ seq }) => seq)
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)
const tags = (events: ReadonlyArray<{ readonly _tag: string }>) => events.map(({ _tag }) => _tag)

/** What every RunStore promises, on the store of this layer. */
export const runStoreContract = (name: string, store: Layer.Layer<RunStore | Database>): void => {
  layer(store, { excludeTestServices: true, timeout: "60 seconds" })(`RunStore on ${name}`, (it) => {
    it.effect("a submitted run is queued, with its first event", () => Effect.gen(function* () {
      const { submit, state, events } = yield* RunStore
      const run = aRun()
      const submitted = yield* submit(run)
      assert.isTrue(submitted.created)
      assert.deepStrictEqual(tags(submitted.events), ["ExecutionStarted"])
      assert.deepStrictEqual(yield* events(run.id, 0, 10), submitted.events)
      assert.deepStrictEqual(yield* state(run.id), { runId: run.id, teamId: run.teamId, status: "queued", cancelWish: null })
    }))

    it.effect("the same idempotency key gives the first run, also to fifty at once", () => Effect.gen(function* () {
      const { submit } = yield* RunStore
      const idempotencyKey = "once"
      const teamId = aTeamId()
      const answers = yield* Effect.forEach(upTo(50), () => submit(aRun({ teamId, idempotencyKey, args: { b: 1, a: 2 } })), { concurrency: "unbounded" })
      assert.strictEqual(new Set(answers.map(({ runId }) => runId)).size, 1)
      assert.strictEqual(answers.filter(({ created }) => created).length, 1)
      assert.strictEqual(answers.flatMap(({ events }) => events).length, 1)
      const again = yield* submit(aRun({ teamId, idempotencyKey, args: { a: 2, b: 1 } }))
      assert.isFalse(again.created)
    }))

    it.effect("the same idempotency key with another program, arguments or time limit is a conflict", () => Effect.gen(function* () {
      const { submit, state } = yield* RunStore
      const first = aRun({ teamId: aTeamId(), idempotencyKey: "k" })
      yield* submit(first)
      for (const other of [{ code: "return 2" }, { args: { a: 1 } }, { timeoutMs: 1_000 }, { language: "javascript" as const }]) {
        const run = aRun({ ...first, id: aRun().id, ...other })
        const conflict = yield* Effect.flip(submit(run))
        assert.deepInclude(conflict, { _tag: "IdempotencyConflict", key: "k", runId: first.id })
        assert.isNull(yield* state(run.id))
      }
      const otherActor = yield* submit(aRun({ ...first, id: aRun().id, actor: bob, code: "return 2" }))
      assert.isTrue(otherActor.created)
    }))

    it.effect("the first opening begins the journal, each opening appends its owner", () => Effect.gen(function* () {
      const { submit, open } = yield* RunStore
      const run = aRun({ args: { password: "the real value" }, idempotencyKey: "opened", teamId: aTeamId() })
      yield* submit(run)
      const first = yield* open(run.id, "one", startEntry)
      assert.deepStrictEqual(first.run, run)
      assert.strictEqual(first.status, "queued")
      assert.deepStrictEqual(first.journal, [startEntry(run), { _tag: "Own", by: "one" }])
      const second = yield* open(run.id, "two", startEntry)
      assert.deepStrictEqual(second.journal, [...first.journal, { _tag: "Own", by: "two" }])
    }))

    it.effect("openings of one run at the same moment leave one owner, and a journal with one entry for each that succeeded", () => Effect.gen(function* () {
      const { submit, open } = yield* RunStore
      const run = aRun()
      yield* submit(run)
      const owners = upTo(10).map((n) => `owner-${n}`)
      const openings = yield* Effect.forEach(owners, (owner) => Effect.result(open(run.id, owner, startEntry)), { concurrency: "unbounded" })
      const lost = openings.filter((one) => one._tag === "Failure")
      assert.isTrue(lost.every((one) => one.failure._tag === "OwnershipLost"))
      const { journal } = yield* open(run.id, "last", startEntry)
      assert.strictEqual(journal.length, 1 + (openings.length - lost.length) + 1)
      assert.strictEqual(journal.filter((entry) => entry._tag === "Start").length, 1)
    }))

    it.effect("a run that does not exist or is over cannot be opened", () => Effect.gen(function* () {
      const { open } = yield* RunStore
      const absent = runIdAt(1, [9])
      assert.deepInclude(yield* Effect.flip(open(absent, "o", startEntry)), { _tag: "RunNotFound", runId: absent })
      const owned = yield* aRunningRun()
      yield* owned.step(5, owned.end(5))
      assert.deepInclude(yield* Effect.flip(open(owned.run.id, "o", startEntry)), { _tag: "RunIsOver", status: "completed" })
    }))

    it.effect("an owner finds everything its predecessor recorded", () => Effect.gen(function* () {
      const { open, decide } = yield* RunStore
      const owned = yield* aRunningRun()
      yield* owned.step(7, { _tag: "AppendJournal", seq: 2, entry: callEntry(1) }, owned.log("one"), owned.log("two"))
      const id = yield* asking(owned, 1, 8, { exactArgs: `{"token":"real"}` })
      yield* decide(aDecision(id, { content: { pin: "1234" }, comment: "fine" }))
      const opened = yield* open(owned.run.id, "next", startEntry)
      assert.deepStrictEqual(opened.journal.map(({ _tag }) => _tag), ["Start", "Own", "Call", "Own"])
      assert.deepStrictEqual(opened.journal[2], callEntry(1))
      assert.deepStrictEqual(opened.toolCalls, [{ toolCallId: toolCallIdOf(1), path: "demo.echo", status: "waiting", interactionId: id }])
      assert.deepStrictEqual(opened.seen, { logs: 2, items: 0 })
      assert.strictEqual(opened.spentMs, 8)
      const [stored] = opened.interactions
      assert.deepInclude(stored, { exactArgs: `{"token":"real"}`, exactContent: { pin: "1234" }, appliedAt: null, callId: 1 })
      assert.deepInclude(stored?.interaction, { id, status: "accepted", resolvedBy: bob, resolvedVia: "console", comment: "fine", runTitle: "A program", runActor: ann })
    }))

    it.effect("events are numbered without gaps while fifty steps of several runs and answers are written at once", () => Effect.gen(function* () {
      const { events, decide } = yield* RunStore
      const runs = yield* Effect.forEach(upTo(5), () => aRunningRun(), { concurrency: "unbounded" })
      const questions = yield* Effect.forEach(runs, (owned) => asking(owned, 1, 1), { concurrency: "unbounded" })
      const steps = upTo(50).flatMap((n) => runs.map((owned) => Effect.map(owned.step(n, owned.log(`${n} a`), owned.log(`${n} b`)), (told) => ({ run: owned.run.id, told }))))
      const answers = questions.map((id, index) => Effect.map(decide(aDecision(id)), ({ events: told }) => ({ run: runs[index]?.run.id, told })))
      const all = yield* Effect.all([...steps, ...answers], { concurrency: "unbounded" })
      for (const { run } of runs) {
        const stored = yield* events(run.id, 0, 1_000)
        assert.deepStrictEqual(seqs(stored), upTo(1 + 100 + 1))
        const told = all.filter((one) => one.run === run.id).flatMap((one) => one.told)
        assert.deepStrictEqual([...told].sort((one, other) => one.seq - other.seq), stored.slice(1))
        assert.deepStrictEqual((yield* events(run.id, 10, 5)), stored.slice(10, 15))
      }
    }))

    it.effect("the older of two owners loses its step and touches no row; its neighbours in the same flush notice nothing", () => Effect.gen(function* () {
      const { open, events } = yield* RunStore
      const older = yield* aRunningRun()
      const question = yield* asking(older, 1, 3)
      yield* open(older.run.id, "newer", startEntry)
      const neighbours = yield* Effect.forEach(upTo(3), () => aRunningRun())
      const before = { row: yield* rowOf(older.run.id), events: yield* events(older.run.id, 0, 100) }
      const loser = older.step(9, { _tag: "AppendJournal", seq: 3, entry: callEntry(2) }, aToolCall(2), older.log("late"), aQuestion(2),
        { _tag: "SetToolCall", toolCallId: toolCallIdOf(1), status: "failed", event: older.finished(1, 9) },
        { _tag: "CloseInteraction", interactionId: question, status: "cancelled", by: ann, via: "system", comment: "", event: { _tag: "InteractionResolved", ...older.headAt(9), interactionId: question, status: "cancelled", by: ann, via: "system" } },
        older.end(9))
      const [lost, ...others] = yield* Effect.all([Effect.result(loser), ...neighbours.map((one) => Effect.result(one.step(9, one.log("mine"))))], { concurrency: "unbounded" })
      assert.strictEqual(lost._tag === "Failure" && lost.failure._tag, "OwnershipLost")
      assert.isTrue(others.every((one) => one._tag === "Success"))
      assert.deepStrictEqual({ row: yield* rowOf(older.run.id), events: yield* events(older.run.id, 0, 100) }, before)
      assert.strictEqual((yield* open(older.run.id, "newest", startEntry)).journal.length, 4)
    }))

    it.effect("an append at a number that is taken is refused, whoever asks", () => Effect.gen(function* () {
      const { open } = yield* RunStore
      const owned = yield* aRunningRun()
      yield* owned.step(1, { _tag: "AppendJournal", seq: 2, entry: callEntry(1) })
      const error = yield* Effect.flip(owned.step(2, { _tag: "AppendJournal", seq: 2, entry: callEntry(2) }))
      assert.strictEqual(error._tag, "OwnershipLost")
      assert.deepStrictEqual((yield* open(owned.run.id, "next", startEntry)).journal[2], callEntry(1))
    }))

    it.effect("fifty answers at once: one decides, all others learn who", () => Effect.gen(function* () {
      const { decide, events, interaction } = yield* RunStore
      const owned = yield* aRunningRun()
      const id = yield* asking(owned, 1, 1)
      const answers = yield* Effect.forEach(upTo(50), (n) =>
        decide(aDecision(id, { status: n % 2 === 0 ? "accepted" : "declined", by: { kind: "user", id: `user-${n}`, label: `User ${n}` }, comment: `${n}` })), { concurrency: "unbounded" })
      const decided = answers.filter((answer) => answer._tag === "Decided")
      assert.strictEqual(decided.length, 1)
      const recorded = yield* interaction(id)
      assert.isTrue(answers.every((answer) => JSON.stringify(answer.stored) === JSON.stringify(recorded)))
      assert.isTrue(answers.every((answer) => answer._tag !== "AlreadyDecided" || answer.events.length === 0))
      const resolutions = (yield* events(owned.run.id, 0, 100)).filter((event) => event._tag === "InteractionResolved")
      assert.deepStrictEqual(resolutions, decided.flatMap((answer) => answer.events))
      assert.strictEqual(resolutions.length, 1)
    }))

    it.effect("an answer at or after the deadline decides nothing, one just before does", () => Effect.gen(function* () {
      const { decide, interaction, pastDeadline } = yield* RunStore
      const owned = yield* aRunningRun()
      const expiresAt = startOfTime + 1_000
      const late = yield* asking(owned, 1, 1, { expiresAt })
      const inTime = yield* asking(owned, 2, 1, { expiresAt })
      for (const at of [expiresAt, expiresAt + 1]) assert.strictEqual((yield* decide(aDecision(late, { at })))._tag, "PastDeadline")
      assert.strictEqual((yield* interaction(late))?.interaction.status, "pending")
      assert.strictEqual((yield* decide(aDecision(inTime, { at: expiresAt - 1 })))._tag, "Decided")
      assert.include((yield* pastDeadline(expiresAt, 100)).map((stored) => stored.interaction.id), late)
      assert.notInclude((yield* pastDeadline(expiresAt - 1, 100)).map((stored) => stored.interaction.id), late)
      const early = yield* decide(aDecision(late, { status: "expired", via: "deadline", at: expiresAt - 1 }))
      assert.strictEqual(early._tag, "PastDeadline")
      const expired = yield* decide(aDecision(late, { status: "expired", via: "deadline", at: expiresAt }))
      assert.strictEqual(expired._tag, "Decided")
    }))

    it.effect("a question nobody knows cannot be answered", () => Effect.gen(function* () {
      const { decide, interaction } = yield* RunStore
      const id = anInteractionId()
      assert.deepInclude(yield* Effect.flip(decide(aDecision(id))), { _tag: "InteractionNotFound", interactionId: id })
      assert.isNull(yield* interaction(id))
    }))

    it.effect("a run waits exactly while something is pending, and its row says for what and for how long", () => Effect.gen(function* () {
      const { decide, pending } = yield* RunStore
      const owned = yield* aRunningRun({ teamId: aTeamId() })
      const { id: runId, teamId } = owned.run
      const one = yield* asking(owned, 1, 10)
      const two = yield* asking(owned, 2, 20, { kind: "form" })
      const waiting = yield* rowOf(runId)
      assert.deepInclude(waiting, { status: "waiting_for_interaction", pendingInteractionCount: 2, waitingFor: "approval", waitingInteractionId: one, waitingSince: BigInt(startOfTime + 10), lastDecision: null })
      assert.deepStrictEqual((yield* pending({ teamId })).map((stored) => stored.interaction.id), [one, two])
      assert.deepStrictEqual((yield* pending({ runId })).map((stored) => stored.interaction.id), [one, two])
      yield* decide(aDecision(one, { status: "declined", at: startOfTime + 110 }))
      const half = yield* rowOf(runId)
      assert.deepInclude(half, { status: "waiting_for_interaction", pendingInteractionCount: 1, waitingFor: "form", waitingInteractionId: two, lastDecision: "declined", lastDecisionBy: bob.label, humanWaitMs: 0n })
      yield* decide(aDecision(two, { at: startOfTime + 510 }))
      const going = yield* rowOf(runId)
      assert.deepInclude(going, { status: "running", pendingInteractionCount: 0, waitingFor: null, waitingInteractionId: null, waitingSince: null, lastDecision: "accepted", humanWaitMs: 500n })
      yield* asking(owned, 3, 600)
      yield* owned.step(700, owned.end(700))
      assert.deepInclude(yield* rowOf(runId), { status: "completed", pendingInteractionCount: 0, waitingSince: null, humanWaitMs: 600n, durationMs: 700n, finishedAt: BigInt(startOfTime + 700) })
      const versions = [waiting, half, going, yield* rowOf(runId)].map(({ version }) => version)
      assert.deepStrictEqual(versions, [...new Set(versions)].sort((a, b) => a - b))
    }))

    it.effect("the end of a run closes everything that is open, and tells exactly what it closed", () => Effect.gen(function* () {
      const { decide, interaction, pending, events, ending } = yield* RunStore
      const owned = yield* aRunningRun()
      const decidedBefore = yield* asking(owned, 1, 1)
      const open = yield* asking(owned, 2, 2)
      yield* owned.step(3, aToolCall(3), aToolCall(4), { _tag: "SetToolCall", toolCallId: toolCallIdOf(3), status: "completed", result: 3, event: owned.finished(3, 3) })
      yield* decide(aDecision(decidedBefore))
      const told = yield* owned.step(200, { ...owned.end(200, "failed"), _tag: "EndRun", status: "failed", error: { code: "time_limit", message: "too long" }, event: { _tag: "ExecutionFinished", ...owned.headAt(200), status: "failed" } })
      assert.deepStrictEqual(told.map((event) => ("toolCallId" in event ? event.toolCallId : "interactionId" in event ? event.interactionId : event._tag)),
        [open, toolCallIdOf(1), toolCallIdOf(2), toolCallIdOf(4), "ExecutionFinished"])
      assert.deepStrictEqual(told, (yield* events(owned.run.id, 0, 100)).slice(-told.length))
      assert.deepStrictEqual(yield* pending({ runId: owned.run.id }), [])
      assert.deepInclude((yield* interaction(open))?.interaction, { status: "cancelled", comment: "too long", resolvedVia: "system" })
      assert.strictEqual((yield* interaction(decidedBefore))?.interaction.status, "accepted")
      const calls = yield* Database.use(({ client }) => Effect.promise(() => client.toolCall.findMany({ where: { runId: owned.run.id }, orderBy: { index: "asc" } })))
      assert.deepStrictEqual(calls.map(({ status }) => status), ["cancelled", "cancelled", "completed", "cancelled"])
      assert.deepStrictEqual(yield* ending(owned.run.id), { status: "failed", result: null, error: { code: "time_limit", message: "too long" } })
    }))

    it.effect("a run that is over never changes again", () => Effect.gen(function* () {
      const { decide, wishCancel, events } = yield* RunStore
      const owned = yield* aRunningRun()
      const id = yield* asking(owned, 1, 1)
      yield* owned.step(5, owned.end(5, "cancelled"))
      const before = { row: yield* rowOf(owned.run.id), events: yield* events(owned.run.id, 0, 100) }
      for (const write of [owned.end(6), owned.log("late"), aToolCall(2)]) {
        assert.deepInclude(yield* Effect.flip(owned.step(6, write)), { _tag: "RunIsOver", status: "cancelled" })
      }
      assert.strictEqual((yield* decide(aDecision(id)))._tag, "AlreadyDecided")
      assert.isFalse(yield* wishCancel(owned.run.id, ann, "too late"))
      assert.deepStrictEqual({ row: yield* rowOf(owned.run.id), events: yield* events(owned.run.id, 0, 100) }, before)
    }))

    it.effect("a step sent right behind the end of its run is refused, not joined to it", () => Effect.gen(function* () {
      const owned = yield* aRunningRun()
      const [ended, late] = yield* Effect.all([Effect.result(owned.step(5, owned.end(5))), Effect.result(owned.step(6, owned.log("late")))], { concurrency: "unbounded" })
      assert.strictEqual(ended._tag, "Success")
      assert.strictEqual(late._tag === "Failure" && late.failure._tag, "RunIsOver")
    }))

    it.effect("an event of an update that lost a race is not recorded", () => Effect.gen(function* () {
      const { decide, events } = yield* RunStore
      const owned = yield* aRunningRun()
      const id = yield* asking(owned, 1, 1)
      yield* decide(aDecision(id))
      const closed = { _tag: "InteractionResolved" as const, ...owned.headAt(5), interactionId: id, status: "cancelled" as const, by: ann, via: "system" as const }
      const told = yield* owned.step(5, { _tag: "CloseInteraction", interactionId: id, status: "cancelled", by: ann, via: "system", comment: "", event: closed },
        { _tag: "SetToolCall", toolCallId: toolCallIdOf(1), status: "completed", result: 1, event: owned.finished(1, 5) }, owned.log("after"))
      assert.deepStrictEqual(tags(told), ["ToolCallFinished", "LogWritten"])
      const again = yield* owned.step(6, { _tag: "SetToolCall", toolCallId: toolCallIdOf(1), status: "failed", error: { code: "x", message: "y" }, event: owned.finished(1, 6) })
      assert.deepStrictEqual(again, [])
      assert.deepStrictEqual(seqs(yield* events(owned.run.id, 0, 100)), upTo(4))
      assert.strictEqual((yield* rowOf(owned.run.id)).failedToolCallCount, 0)
    }))

    it.effect("one step may take a call through several statuses", () => Effect.gen(function* () {
      const owned = yield* aRunningRun()
      const id = toolCallIdOf(1)
      const told = yield* owned.step(5, aToolCall(1, { status: "waiting" }), owned.log("first"),
        { _tag: "SetToolCall", toolCallId: id, status: "running" },
        { _tag: "SetToolCall", toolCallId: id, status: "failed", error: { code: "c", message: "m" }, event: owned.finished(1, 5) },
        owned.log("last"))
      assert.deepStrictEqual(tags(told), ["LogWritten", "ToolCallFinished", "LogWritten"])
      const call = yield* Database.use(({ client }) => Effect.promise(() => client.toolCall.findFirstOrThrow({ where: { runId: owned.run.id } })))
      assert.deepInclude(call, { status: "failed", errorCode: "c", errorMessage: "m", finishedAt: BigInt(startOfTime + 5) })
      assert.deepInclude(yield* rowOf(owned.run.id), { toolCallCount: 1, failedToolCallCount: 1, tools: `[["demo.echo",1]]` })
    }))

    it.effect("a run's row counts its calls, and every path is there for the tool filter", () => Effect.gen(function* () {
      const owned = yield* aRunningRun({ teamId: aTeamId() })
      const { id: runId, teamId } = owned.run
      yield* Effect.forEach(upTo(6), (n) => owned.step(n, aToolCall(n, { path: n % 3 === 0 ? "github.issues.list" : "demo.echo", status: n === 6 ? "failed" : "running" })), { concurrency: "unbounded" })
      assert.deepInclude(yield* rowOf(runId), { toolCallCount: 6, failedToolCallCount: 1, tools: `[["demo.echo",4],["github.issues.list",2]]` })
      const { client } = yield* Database
      const runTools = yield* Effect.promise(() => client.runTool.findMany({ where: { runId }, orderBy: { path: "asc" } }))
      assert.deepStrictEqual(runTools.map(({ path }) => path), ["demo.echo", "github.issues.list"])
      assert.strictEqual(yield* Effect.promise(() => client.toolPath.count({ where: { teamId } })), 2)
    }))

    it.effect("a wish to cancel is recorded once", () => Effect.gen(function* () {
      const { wishCancel, state } = yield* RunStore
      const owned = yield* aRunningRun()
      const wishes = yield* Effect.forEach(upTo(10), (n) => wishCancel(owned.run.id, ann, `${n}`), { concurrency: "unbounded" })
      assert.strictEqual(wishes.filter((isFirst) => isFirst).length, 1)
      assert.deepStrictEqual((yield* state(owned.run.id))?.cancelWish, { by: ann, reason: `${wishes.indexOf(true) + 1}` })
      assert.isFalse(yield* wishCancel(runIdAt(1, [8]), ann, ""))
    }))

    it.effect("unfinished runs are those that are not over, oldest first", () => Effect.gen(function* () {
      const { unfinished, submit } = yield* RunStore
      const late = aRun({ at: startOfTime + 2 })
      const early = aRun({ at: startOfTime - 2 })
      const over = yield* aRunningRun()
      yield* submit(late)
      yield* submit(early)
      yield* over.step(1, over.end(1))
      const ids = (yield* unfinished).map(({ runId }) => runId)
      assert.isBelow(ids.indexOf(early.id), ids.indexOf(late.id))
      assert.notInclude(ids, over.run.id)
      assert.isFalse((yield* unfinished).some(({ status }) => isTerminal(status)))
    }))

    it.effect("text that a database cannot hold is stored as the nearest that it can", () => Effect.gen(function* () {
      const { submit, open, events } = yield* RunStore
      const run = aRun({ code: "return 'a\0b\uD800c'", title: "t\0", args: { text: "\0\uD800" } })
      yield* submit(run)
      const opened = yield* open(run.id, "o", startEntry)
      assert.strictEqual(opened.run.code, "return 'a\uFFFDb\uFFFDc'")
      assert.deepStrictEqual(opened.run.args, run.args)
      const owned = ownedBy(run, "o")
      const told = yield* owned.step(1, owned.log("x\0y\uDFFF"), aToolCall(1, { path: "a\0b", args: { text: "\0" } }))
      assert.deepStrictEqual((yield* events(run.id, 1, 10)), told)
    }))

    it.effect("the daily counts are what the rows say", () => Effect.gen(function* () {
      const { submit, decide } = yield* RunStore
      const teamId = aTeamId()
      const [one, two, three] = yield* Effect.all([aRunningRun({ teamId }), aRunningRun({ teamId }), aRunningRun({ teamId, at: startOfTime + 86_400_000 })], { concurrency: "unbounded" })
      yield* submit(aRun({ teamId }))
      const id = yield* asking(one, 1, 1)
      yield* decide(aDecision(id))
      yield* asking(two, 1, 1)
      yield* three.step(1, three.end(1, "failed"))
      const { client } = yield* Database
      const counted = yield* Effect.promise(() => client.runStatDay.findMany({ where: { teamId, n: { not: 0 } }, orderBy: [{ day: "asc" }, { status: "asc" }] }))
      const day = Math.floor(startOfTime / 86_400_000)
      assert.deepStrictEqual(counted.map((row) => [row.day - day, row.status, row.n]), [[0, "queued", 1], [0, "running", 1], [0, "waiting_for_interaction", 1], [1, "failed", 1]])
    }))
  })
}
