import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { bothStores } from "../../test/fixtures/both-stores"
import { aTeam, insertRuns, otherTeam, runIdOf } from "../../test/fixtures/run-rows"
import { defaultRetention } from "../domain/retention"
import { Database } from "../store/database"
import { RetentionTable } from "../store/retention-table"
import { sweepOutdated } from "./retention-sweeper"

const dayMs = 24 * 3600_000
const now = Date.now()
const ada = { kind: "user", id: "ada", label: "Ada" } as const

/** Ended so many days ago, counted under its status, with something of everything that belongs to a run. */
const endedRun = (n: number, daysAgo: number, status: string, teamId = aTeam) =>
  Effect.gen(function* () {
    const id = runIdOf(n)
    const at = now - daysAgo * dayMs
    yield* insertRuns([{ id, teamId, startedAt: at, status }])
    const { client } = yield* Database
    const day = Math.floor(at / dayMs)
    yield* Effect.promise(async () => {
      await client.run.update({ where: { id }, data: { finishedAt: BigInt(at), countedStatus: status } })
      await client.runDetail.create({ data: { runId: id, code: "return 1", language: "typescript", timeoutMs: 1 } })
      await client.runEvent.create({ data: { runId: id, teamId, seq: 1, type: "ExecutionStarted", at: BigInt(at), data: "{}" } })
      await client.journalEntry.create({ data: { runId: id, seq: 0, type: "own", owner: "x", value: "x" } })
      await client.runTool.create({ data: { teamId, path: "demo.echo", startedAt: BigInt(at), runId: id } })
      await client.runStatDay.upsert({
        where: { teamId_day_kind_status: { teamId, day, kind: "code", status } },
        create: { teamId, day, kind: "code", status, n: 1 },
        update: { n: { increment: 1 } }
      })
    })
    return id
  })

const kept = Database.use(({ client }) =>
  Effect.promise(async () => ({
    runs: (await client.run.findMany({ orderBy: { id: "asc" }, select: { id: true } })).map(({ id }) => id),
    rows: [await client.runDetail.count(), await client.runEvent.count(), await client.journalEntry.count(), await client.runTool.count()],
    counted: (await client.runStatDay.findMany()).reduce((sum, { n }) => sum + n, 0)
  }))
)

const withTeams = Database.use(({ client }) =>
  Effect.promise(() => client.organization.createMany({ data: [aTeam, otherTeam].map((id) => ({ id, name: id, slug: id, createdAt: new Date() })) }))
)

describe.each(bothStores)("how long runs are kept, on $name", ({ store }) => {
  const run = <A, E>(effect: Effect.Effect<A, E, Database | RetentionTable>) =>
    Effect.runPromise(Effect.provide(Effect.andThen(withTeams, effect), Layer.provideMerge(RetentionTable.layer, store)))

  it("is 90 days unless said otherwise; all that belongs to a run goes with it, and what was counted of it", () =>
    run(
      Effect.gen(function* () {
        expect(yield* RetentionTable.use((table) => table.get(aTeam))).toEqual(defaultRetention)
        const old = yield* Effect.forEach(["completed", "failed", "interrupted", "cancelled"], (status, index) => endedRun(index, 91, status))
        const young = yield* endedRun(10, 89, "completed")
        expect((yield* kept).counted).toBe(5)
        expect(yield* sweepOutdated()).toBe(old.length)
        expect(yield* kept).toEqual({ runs: [young], rows: [1, 1, 1, 1], counted: 1 })
        expect(yield* sweepOutdated()).toBe(0)
      })
    ))

  it("is each team's own choice, by how the run ended, and may be for ever", () =>
    run(
      Effect.gen(function* () {
        const table = yield* RetentionTable
        const wanted = { completed: 7, failed: null, interrupted: 90, cancelled: 90 }
        yield* table.set(aTeam, wanted, ada)
        expect(yield* table.get(aTeam)).toEqual(wanted)
        yield* endedRun(1, 8, "completed")
        const failed = yield* endedRun(2, 4000, "failed")
        const others = yield* endedRun(3, 8, "completed", otherTeam)
        expect(yield* sweepOutdated()).toBe(1)
        expect((yield* kept).runs).toEqual([failed, others])
        const { client } = yield* Database
        expect(yield* Effect.promise(() => client.auditEntry.findMany({ select: { action: true, actorLabel: true, data: true } }))).toEqual([
          { action: "retention.changed", actorLabel: "Ada", data: JSON.stringify({ from: defaultRetention, to: wanted }) }
        ])
      })
    ))

  it("never ends a run that goes on, however long ago it began", () =>
    run(
      Effect.gen(function* () {
        const open = ["queued", "running", "waiting_for_interaction"]
        yield* insertRuns(open.map((status, index) => ({ id: runIdOf(index), startedAt: now - 1000 * dayMs, status })))
        // One that began long ago and has just ended.
        yield* insertRuns([{ id: runIdOf(9), startedAt: now - 1000 * dayMs, status: "completed" }])
        const { client } = yield* Database
        yield* Effect.promise(() => client.run.update({ where: { id: runIdOf(9) }, data: { finishedAt: BigInt(now) } }))
        expect(yield* sweepOutdated()).toBe(0)
        expect((yield* kept).runs).toHaveLength(4)
      })
    ))

  it("is enforced in batches, the oldest first, and by two sweepers at once without counting twice", () =>
    run(
      Effect.gen(function* () {
        const table = yield* RetentionTable
        for (let n = 0; n < 5; n++) yield* endedRun(n, 100 - n, "completed")
        expect(yield* table.forget(aTeam, { status: "completed", before: now - 90 * dayMs, most: 2 })).toBe(2)
        expect((yield* kept).runs).toEqual([runIdOf(2), runIdOf(3), runIdOf(4)])
        yield* Effect.all([sweepOutdated(), sweepOutdated(), sweepOutdated()], { concurrency: "unbounded" })
        expect(yield* kept).toEqual({ runs: [], rows: [0, 0, 0, 0], counted: 0 })
      })
    ))
})
