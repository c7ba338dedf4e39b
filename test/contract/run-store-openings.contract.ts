import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { runIdAt, toolCallIdOf } from "../../server/domain/ids"
import { isTerminal } from "../../server/domain/run"
import { RunStore, type RunWrite } from "../../server/engine/run-store"
import type { JournalEntry } from "../../server/journal/entry"
import { aDecision, ann, aRun, aRunningRun, asking, aTeamId, aToolCall, bob, callEntry, ownedBy, startEntry, startOfTime } from "../fixtures/stored-run"
import { type StoreTests, tags, upTo } from "./run-store-tests"

/** What every RunStore promises about new runs and who continues them. */
export const openingsContract = (it: StoreTests): void => {
  it.effect("a submitted run is queued, with its first event", () =>
    Effect.gen(function* () {
      const { submit, state, events } = yield* RunStore
      const run = aRun()
      const submitted = yield* submit(run)
      assert.isTrue(submitted.created)
      assert.deepStrictEqual(tags(submitted.events), ["ExecutionStarted"])
      assert.deepStrictEqual(yield* events(run.id, 0, 10), submitted.events)
      assert.deepStrictEqual(yield* state(run.id), { runId: run.id, teamId: run.teamId, status: "queued", cancelWish: null })
    })
  )

  it.effect("the same idempotency key gives the first run, also to fifty at once", () =>
    Effect.gen(function* () {
      const { submit } = yield* RunStore
      const idempotencyKey = "once"
      const teamId = aTeamId()
      const answers = yield* Effect.forEach(upTo(50), () => submit(aRun({ teamId, idempotencyKey, args: { b: 1, a: 2 } })), { concurrency: "unbounded" })
      assert.strictEqual(new Set(answers.map(({ runId }) => runId)).size, 1)
      assert.strictEqual(answers.filter(({ created }) => created).length, 1)
      assert.strictEqual(answers.flatMap(({ events }) => events).length, 1)
      const again = yield* submit(aRun({ teamId, idempotencyKey, args: { a: 2, b: 1 } }))
      assert.isFalse(again.created)
    })
  )

  it.effect("the same idempotency key with another program, arguments or time limit is a conflict", () =>
    Effect.gen(function* () {
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
    })
  )

  it.effect("a run below another one is taken while that one is going, and refused without a trace once it is over", () =>
    Effect.gen(function* () {
      const { submit, state, openChildren, unfinished } = yield* RunStore
      const teamId = aTeamId()
      const parent = yield* aRunningRun({ teamId })
      const child = aRun({ teamId, parentRunId: parent.run.id, idempotencyKey: "child" })
      yield* submit(child)
      assert.deepStrictEqual(
        (yield* openChildren(parent.run.id)).map(({ runId }) => runId),
        [child.id]
      )
      const strangers = aRun({ parentRunId: parent.run.id, teamId: aTeamId() })
      assert.deepInclude(yield* Effect.flip(submit(strangers)), { _tag: "ParentIsOver", parentRunId: parent.run.id })
      const isOrphan = Effect.map(unfinished, (all) => all.find(({ runId }) => runId === child.id)?.isOrphan)
      assert.isFalse(yield* isOrphan)
      yield* parent.step(5, parent.end(5))
      const late = aRun({ teamId, parentRunId: parent.run.id })
      assert.deepInclude(yield* Effect.flip(submit(late)), { _tag: "ParentIsOver" })
      assert.isNull(yield* state(late.id))
      assert.isNull(yield* state(strangers.id))
      assert.isTrue(yield* isOrphan)
      const again = yield* submit(aRun({ ...child, id: aRun().id }))
      assert.deepStrictEqual({ runId: again.runId, created: again.created }, { runId: child.id, created: false })
    })
  )

  it.effect("the program of a run is given as it was submitted, real arguments included, also when the run is over", () =>
    Effect.gen(function* () {
      const { submit, program } = yield* RunStore
      const run = aRun({ args: { password: "the real value" }, teamId: aTeamId(), isCell: true, rerunOf: aRun().id })
      yield* submit(run)
      assert.deepStrictEqual(yield* program(run.id), { run, isReadable: true })
      const over = yield* aRunningRun({ args: null })
      yield* over.step(1, over.end(1))
      assert.deepStrictEqual((yield* program(over.run.id))?.run, over.run)
      assert.isNull(yield* program(aRun().id))
    })
  )

  it.effect("the first opening begins the journal, each opening appends its owner", () =>
    Effect.gen(function* () {
      const { submit, open } = yield* RunStore
      const run = aRun({ args: { password: "the real value" }, idempotencyKey: "opened", teamId: aTeamId() })
      yield* submit(run)
      const first = yield* open(run.id, "one", startEntry)
      assert.deepStrictEqual(first.run, run)
      assert.strictEqual(first.status, "queued")
      assert.deepStrictEqual(first.journal, [startEntry(run), { _tag: "Own", by: "one" }])
      const second = yield* open(run.id, "two", startEntry)
      assert.deepStrictEqual(second.journal, [...first.journal, { _tag: "Own", by: "two" }])
    })
  )

  it.effect("openings of one run at the same moment leave one owner, and a journal with one entry for each that succeeded", () =>
    Effect.gen(function* () {
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
    })
  )

  it.effect("a run that does not exist or is over cannot be opened", () =>
    Effect.gen(function* () {
      const { open } = yield* RunStore
      const absent = runIdAt(1, [9])
      assert.deepInclude(yield* Effect.flip(open(absent, "o", startEntry)), { _tag: "RunNotFound", runId: absent })
      const owned = yield* aRunningRun()
      yield* owned.step(5, owned.end(5))
      assert.deepInclude(yield* Effect.flip(open(owned.run.id, "o", startEntry)), { _tag: "RunIsOver", status: "completed" })
    })
  )

  it.effect("an owner finds everything its predecessor recorded", () =>
    Effect.gen(function* () {
      const { open, decide } = yield* RunStore
      const owned = yield* aRunningRun()
      yield* owned.step(7, { _tag: "AppendJournal", seq: 2, entry: callEntry(1) }, owned.log("one"), owned.log("two"))
      const id = yield* asking(owned, 1, 8, { exactArgs: `{"token":"real"}` })
      yield* decide(aDecision(id, { content: { pin: "1234" }, comment: "fine" }))
      const opened = yield* open(owned.run.id, "next", startEntry)
      assert.deepStrictEqual(
        opened.journal.map(({ _tag }) => _tag),
        ["Start", "Own", "Call", "Own"]
      )
      assert.deepStrictEqual(opened.journal[2], callEntry(1))
      assert.deepStrictEqual(opened.toolCalls, [{ toolCallId: toolCallIdOf(1), path: "demo.echo", status: "waiting", interactionId: id }])
      assert.deepStrictEqual(opened.seen, { logs: 2, items: 0 })
      assert.strictEqual(opened.spentMs, 8)
      const [stored] = opened.interactions
      assert.deepInclude(stored, { exactArgs: `{"token":"real"}`, exactContent: { pin: "1234" }, appliedAt: null, callId: 1 })
      assert.deepInclude(stored?.interaction, {
        id,
        status: "accepted",
        resolvedBy: bob,
        resolvedVia: "console",
        comment: "fine",
        runTitle: "A program",
        runActor: ann
      })
    })
  )

  it.effect("a wish to cancel is recorded once", () =>
    Effect.gen(function* () {
      const { wishCancel, state } = yield* RunStore
      const owned = yield* aRunningRun()
      const wishes = yield* Effect.forEach(upTo(10), (n) => wishCancel(owned.run.id, ann, `${n}`), { concurrency: "unbounded" })
      assert.strictEqual(wishes.filter((isFirst) => isFirst).length, 1)
      assert.deepStrictEqual((yield* state(owned.run.id))?.cancelWish, { by: ann, reason: `${wishes.indexOf(true) + 1}` })
      assert.isFalse(yield* wishCancel(runIdAt(1, [8]), ann, ""))
    })
  )

  it.effect("unfinished runs are those that are not over, oldest first", () =>
    Effect.gen(function* () {
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
    })
  )

  it.effect("a run of which nothing but questions is open is told from one that has work", () =>
    Effect.gen(function* () {
      const { unfinished } = yield* RunStore
      const asks = yield* aRunningRun()
      yield* asks.step(1, { _tag: "AppendJournal", seq: 2, entry: callEntry(1) })
      yield* asking(asks, 1, 2)
      const works = yield* aRunningRun()
      const found = new Map((yield* unfinished).map(({ runId, onlyAsks }) => [runId, onlyAsks]))
      assert.strictEqual(found.get(asks.run.id), true)
      assert.strictEqual(found.get(works.run.id), false)
    })
  )

  it.effect("a run that asks, and was given something after it asked, has work: it may not have acted upon that", () =>
    Effect.gen(function* () {
      const { unfinished, open } = yield* RunStore
      const given = yield* aRunningRun()
      yield* given.step(1, { _tag: "AppendJournal", seq: 2, entry: callEntry(1) })
      yield* asking(given, 1, 2)
      yield* given.step(3, { _tag: "AppendJournal", seq: 3, entry: callEntry(2) })
      yield* given.step(4, { _tag: "AppendJournal", seq: 4, entry: { _tag: "Settle", id: 2, ok: true, json: "1", at: 4 } })
      const isAsking = Effect.map(unfinished, (all) => all.find(({ runId }) => runId === given.run.id)?.onlyAsks)
      assert.strictEqual(yield* isAsking, false)
      yield* open(given.run.id, "next", startEntry)
      assert.strictEqual(yield* isAsking, false)
    })
  )

  it.effect("a run that asks after several settlements at once has work: the question may be the first one's, and the second not acted upon", () =>
    Effect.gen(function* () {
      const { unfinished } = yield* RunStore
      const journal = (n: number, entry: JournalEntry): RunWrite => ({ _tag: "AppendJournal", seq: n, entry })
      const settle = (id: number, at: number): JournalEntry => ({ _tag: "Settle", id, ok: true, json: "1", at })
      const askedAfter = Effect.fnUntraced(function* (...entries: ReadonlyArray<JournalEntry>) {
        const owned = yield* aRunningRun()
        yield* owned.step(1, ...entries.map((entry, index) => journal(index + 2, entry)))
        yield* owned.step(2, journal(entries.length + 2, callEntry(3)))
        yield* asking(owned, 3, 3)
        return (yield* unfinished).find(({ runId }) => runId === owned.run.id)?.onlyAsks
      })
      assert.strictEqual(yield* askedAfter(callEntry(1), callEntry(2), settle(1, 1), settle(2, 1)), false)
      assert.strictEqual(yield* askedAfter(callEntry(1), settle(1, 1), callEntry(2), settle(2, 1)), true)
    })
  )

  it.effect("text that a database cannot hold is stored as the nearest that it can", () =>
    Effect.gen(function* () {
      const { submit, open, events } = yield* RunStore
      const run = aRun({ code: "return 'a\0b\uD800c'", title: "t\0", args: { text: "\0\uD800" } })
      yield* submit(run)
      const opened = yield* open(run.id, "o", startEntry)
      assert.strictEqual(opened.run.code, "return 'a\uFFFDb\uFFFDc'")
      assert.deepStrictEqual(opened.run.args, run.args)
      const owned = ownedBy(run, "o")
      const told = yield* owned.step(1, owned.log("x\0y\uDFFF"), aToolCall(1, { path: "a\0b", args: { text: "\0" } }))
      assert.deepStrictEqual(yield* events(run.id, 1, 10), told)
    })
  )
}
