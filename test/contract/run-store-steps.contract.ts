import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { toolCallIdOf } from "../../server/domain/ids"
import type { UnnumberedEvent } from "../../server/domain/run-event"
import { RunStore, type RunWrite } from "../../server/engine/run-store"
import { Database } from "../../server/store/database"
import { aDecision, ann, aQuestion, aRun, aRunningRun, asking, aTeamId, aToolCall, callEntry, ownedBy, startEntry, startOfTime } from "../fixtures/stored-run"
import { rowOf, type StoreTests, seqs, tags, upTo } from "./run-store-tests"

/** What every RunStore promises about the steps of a run's owner. */
export const stepsContract = (it: StoreTests): void => {
  it.effect("what a cell's observer sees is counted from 1, and a cursor beyond the last event stands at the last one", () =>
    Effect.gen(function* () {
      const { cellEvents } = yield* RunStore
      const cell = yield* aRunningRun({ isCell: true })
      const yielded = (callId: number): RunWrite => ({ _tag: "AppendEvent", event: { _tag: "ControlYielded", ...cell.headAt(callId), callId } })
      const emitted = (n: number): RunWrite => ({
        _tag: "AppendEvent",
        event: { _tag: "OutputEmitted", ...cell.headAt(n), item: { type: "content", content: n } }
      })
      yield* cell.step(1, emitted(1), cell.log("not seen"), yielded(2), emitted(3), yielded(4))
      const at = (after: number, limit: number) =>
        Effect.map(cellEvents(cell.run.id, after, limit), ({ events, from, yields }) => ({ tags: tags(events), from, yields }))
      assert.deepStrictEqual(yield* at(0, 2), { tags: ["OutputEmitted", "ControlYielded"], from: 0, yields: 1 })
      assert.deepStrictEqual(yield* at(2, 10), { tags: ["OutputEmitted", "ControlYielded"], from: 2, yields: 2 })
      assert.deepStrictEqual(yield* at(1, 0), { tags: [], from: 1, yields: 0 })
      assert.deepStrictEqual(yield* at(99, 10), { tags: [], from: 4, yields: 2 })
      yield* cell.step(9, cell.end(9))
      assert.deepStrictEqual(yield* at(4, 10), { tags: ["ExecutionFinished"], from: 4, yields: 2 })
    })
  )

  it.effect("megabytes of arguments, results and log lines are kept as they are, in their order among small ones", () =>
    Effect.gen(function* () {
      const { submit, open, events, ending } = yield* RunStore
      const big = (n: number) => `${n} "quoted" \\ {"json": [${n}]} ü€😀 `.repeat(100_000 / 40)
      const rows = upTo(20_000).map((id) => ({ id, name: `item ${id}`, half: id / 2 }))
      const run = aRun({ args: { big: big(0) } })
      yield* submit(run)
      assert.deepStrictEqual((yield* open(run.id, "o", startEntry)).run.args, run.args)
      const owned = ownedBy(run, "o")
      const head = { ...owned.headAt(3), toolCallId: toolCallIdOf(1), path: "demo.echo" }
      const finished: UnnumberedEvent = { _tag: "ToolCallFinished", ...head, status: "completed", result: rows }
      const writes = [owned.log("a"), owned.log(big(1)), owned.log("b"), owned.log("c"), owned.log(big(2)), owned.log(big(3)), owned.log("d")]
      const journaled = { _tag: "Settle", id: 1, ok: true, json: JSON.stringify(rows), at: 3 } as const
      const told = [
        ...(yield* owned.step(
          1,
          { _tag: "BeginRun" },
          { _tag: "AppendJournal", seq: 2, entry: callEntry(1) },
          aToolCall(1, { args: { big: big(4) } }),
          ...writes
        )),
        ...(yield* owned.step(
          3,
          { _tag: "AppendJournal", seq: 3, entry: journaled },
          { _tag: "SetToolCall", toolCallId: toolCallIdOf(1), status: "completed", result: rows, event: finished },
          owned.log("e")
        )),
        ...(yield* owned.step(4, {
          _tag: "EndRun",
          status: "completed",
          result: { rows, text: big(5) },
          event: { _tag: "ExecutionFinished", ...owned.headAt(4), status: "completed", result: { rows, text: big(5) } }
        }))
      ]
      assert.deepStrictEqual(
        told.flatMap((event) => (event._tag === "LogWritten" ? [event.text] : [])),
        ["a", big(1), "b", "c", big(2), big(3), "d", "e"]
      )
      const stored = yield* events(run.id, 1, 100)
      assert.deepStrictEqual(stored, told)
      assert.deepStrictEqual(
        stored.map(({ seq }) => seq),
        upTo(told.length).map((n) => n + 1)
      )
      assert.deepStrictEqual((yield* ending(run.id))?.result, { rows, text: big(5) })
    })
  )

  it.effect("events are numbered without gaps while fifty steps of several runs and answers are written at once", () =>
    Effect.gen(function* () {
      const { events, decide } = yield* RunStore
      const runs = yield* Effect.forEach(upTo(5), () => aRunningRun(), { concurrency: "unbounded" })
      const questions = yield* Effect.forEach(runs, (owned) => asking(owned, 1, 1), { concurrency: "unbounded" })
      const steps = upTo(50).flatMap((n) =>
        runs.map((owned) => Effect.map(owned.step(n, owned.log(`${n} a`), owned.log(`${n} b`)), (told) => ({ run: owned.run.id, told })))
      )
      const answers = questions.map((id, index) => Effect.map(decide(aDecision(id)), ({ events: told }) => ({ run: runs[index]?.run.id, told })))
      const all = yield* Effect.all([...steps, ...answers], { concurrency: "unbounded" })
      for (const { run } of runs) {
        const stored = yield* events(run.id, 0, 1_000)
        assert.deepStrictEqual(seqs(stored), upTo(1 + 100 + 1))
        const told = all.filter((one) => one.run === run.id).flatMap((one) => one.told)
        assert.deepStrictEqual(
          [...told].sort((one, other) => one.seq - other.seq),
          stored.slice(1)
        )
        assert.deepStrictEqual(yield* events(run.id, 10, 5), stored.slice(10, 15))
      }
    })
  )

  it.effect("the older of two owners loses its step and touches no row; its neighbours in the same flush notice nothing", () =>
    Effect.gen(function* () {
      const { open, events } = yield* RunStore
      const older = yield* aRunningRun()
      const question = yield* asking(older, 1, 3)
      yield* open(older.run.id, "newer", startEntry)
      const neighbours = yield* Effect.forEach(upTo(3), () => aRunningRun())
      const before = { row: yield* rowOf(older.run.id), events: yield* events(older.run.id, 0, 100) }
      const loser = older.step(
        9,
        { _tag: "AppendJournal", seq: 3, entry: callEntry(2) },
        aToolCall(2),
        older.log("late"),
        aQuestion(2),
        { _tag: "SetToolCall", toolCallId: toolCallIdOf(1), status: "failed", event: older.finished(1, 9) },
        {
          _tag: "CloseInteraction",
          interactionId: question,
          status: "cancelled",
          by: ann,
          via: "system",
          comment: "",
          event: { _tag: "InteractionResolved", ...older.headAt(9), interactionId: question, status: "cancelled", by: ann, via: "system" }
        },
        older.end(9)
      )
      const [lost, ...others] = yield* Effect.all([Effect.result(loser), ...neighbours.map((one) => Effect.result(one.step(9, one.log("mine"))))], {
        concurrency: "unbounded"
      })
      assert.strictEqual(lost._tag === "Failure" && lost.failure._tag, "OwnershipLost")
      assert.isTrue(others.every((one) => one._tag === "Success"))
      assert.deepStrictEqual({ row: yield* rowOf(older.run.id), events: yield* events(older.run.id, 0, 100) }, before)
      assert.strictEqual((yield* open(older.run.id, "newest", startEntry)).journal.length, 4)
    })
  )

  it.effect("an append at a number that is taken is refused, whoever asks", () =>
    Effect.gen(function* () {
      const { open } = yield* RunStore
      const owned = yield* aRunningRun()
      yield* owned.step(1, { _tag: "AppendJournal", seq: 2, entry: callEntry(1) })
      const error = yield* Effect.flip(owned.step(2, { _tag: "AppendJournal", seq: 2, entry: callEntry(2) }))
      assert.strictEqual(error._tag, "OwnershipLost")
      assert.deepStrictEqual((yield* open(owned.run.id, "next", startEntry)).journal[2], callEntry(1))
    })
  )

  it.effect("a run that is over never changes again", () =>
    Effect.gen(function* () {
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
    })
  )

  it.effect("a step sent right behind the end of its run is refused, not joined to it", () =>
    Effect.gen(function* () {
      const owned = yield* aRunningRun()
      const [ended, late] = yield* Effect.all([Effect.result(owned.step(5, owned.end(5))), Effect.result(owned.step(6, owned.log("late")))], {
        concurrency: "unbounded"
      })
      assert.strictEqual(ended._tag, "Success")
      assert.strictEqual(late._tag === "Failure" && late.failure._tag, "RunIsOver")
    })
  )

  it.effect("an event of an update that lost a race is not recorded", () =>
    Effect.gen(function* () {
      const { decide, events } = yield* RunStore
      const owned = yield* aRunningRun()
      const id = yield* asking(owned, 1, 1)
      yield* decide(aDecision(id))
      const closed = {
        _tag: "InteractionResolved" as const,
        ...owned.headAt(5),
        interactionId: id,
        status: "cancelled" as const,
        by: ann,
        via: "system" as const
      }
      const told = yield* owned.step(
        5,
        { _tag: "CloseInteraction", interactionId: id, status: "cancelled", by: ann, via: "system", comment: "", event: closed },
        { _tag: "SetToolCall", toolCallId: toolCallIdOf(1), status: "completed", result: 1, event: owned.finished(1, 5) },
        owned.log("after")
      )
      assert.deepStrictEqual(tags(told), ["ToolCallFinished", "LogWritten"])
      const again = yield* owned.step(6, {
        _tag: "SetToolCall",
        toolCallId: toolCallIdOf(1),
        status: "failed",
        error: { code: "x", message: "y" },
        event: owned.finished(1, 6)
      })
      assert.deepStrictEqual(again, [])
      assert.deepStrictEqual(seqs(yield* events(owned.run.id, 0, 100)), upTo(4))
      assert.strictEqual((yield* rowOf(owned.run.id)).failedToolCallCount, 0)
    })
  )

  it.effect("one step may take a call through several statuses", () =>
    Effect.gen(function* () {
      const owned = yield* aRunningRun()
      const id = toolCallIdOf(1)
      const told = yield* owned.step(
        5,
        aToolCall(1, { status: "waiting" }),
        owned.log("first"),
        { _tag: "SetToolCall", toolCallId: id, status: "running" },
        { _tag: "SetToolCall", toolCallId: id, status: "failed", error: { code: "c", message: "m" }, event: owned.finished(1, 5) },
        owned.log("last")
      )
      assert.deepStrictEqual(tags(told), ["LogWritten", "ToolCallFinished", "LogWritten"])
      const call = yield* Database.use(({ client }) => Effect.promise(() => client.toolCall.findFirstOrThrow({ where: { runId: owned.run.id } })))
      assert.deepInclude(call, { status: "failed", errorCode: "c", errorMessage: "m", finishedAt: BigInt(startOfTime + 5) })
      assert.deepInclude(yield* rowOf(owned.run.id), { toolCallCount: 1, failedToolCallCount: 1, tools: `[["demo.echo",1]]` })
    })
  )

  it.effect("a run's row counts its calls, and every path is there for the tool filter", () =>
    Effect.gen(function* () {
      const owned = yield* aRunningRun({ teamId: aTeamId() })
      const { id: runId, teamId } = owned.run
      yield* Effect.forEach(
        upTo(6),
        (n) => owned.step(n, aToolCall(n, { path: n % 3 === 0 ? "github.issues.list" : "demo.echo", status: n === 6 ? "failed" : "running" })),
        { concurrency: "unbounded" }
      )
      assert.deepInclude(yield* rowOf(runId), { toolCallCount: 6, failedToolCallCount: 1, tools: `[["demo.echo",4],["github.issues.list",2]]` })
      const { client } = yield* Database
      const runTools = yield* Effect.promise(() => client.runTool.findMany({ where: { runId }, orderBy: { path: "asc" } }))
      assert.deepStrictEqual(
        runTools.map(({ path }) => path),
        ["demo.echo", "github.issues.list"]
      )
      assert.strictEqual(yield* Effect.promise(() => client.toolPath.count({ where: { teamId } })), 2)
    })
  )
}
