import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { type AnyStore, bothStores } from "../../test/fixtures/both-stores"
import { propertySeed } from "../../test/fixtures/property-seed"
import { aTeam, emptyStore, interactionIdOf, otherTeam, runIdOf, runRow } from "../../test/fixtures/run-rows"
import type { Percentiles } from "../domain/metrics"
import { Database } from "../store/database"
import { TeamMetrics } from "./team-metrics"

const range = { from: 1_000, to: 2_000 }

/** The smallest value that so many percent do not exceed, read off the sorted values. */
const percentilesOf = (values: ReadonlyArray<number>): Percentiles => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (percent: number): number | null => sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? null
  return { p50: at(50), p95: at(95), p99: at(99) }
}

interface Given {
  readonly durationMs: number | null
  readonly humanWaitMs: number
  readonly actorId: string
  readonly status: string
}

const insert = (runs: ReadonlyArray<Given>) =>
  Database.use(({ client }) =>
    Effect.promise(() =>
      client.run.createMany({
        data: runs.map(({ humanWaitMs, ...run }, n) => ({ ...runRow({ id: runIdOf(n), startedAt: 1_000 + n, ...run }), humanWaitMs: BigInt(humanWaitMs) }))
      })
    )
  )

/** A call of the run, and the question before it where there was one. */
const insertCall = (
  n: number,
  call: { readonly path: string; readonly status: string; readonly tookMs: number },
  question?: { readonly status: string; readonly waitMs: number; readonly via: string }
) =>
  Database.use(({ client }) =>
    Effect.promise(async () => {
      const runId = runIdOf(n)
      if (question !== undefined)
        await client.interaction.create({
          data: {
            id: interactionIdOf(n),
            runId,
            teamId: aTeam,
            callId: 1,
            kind: "approval",
            status: question.status,
            message: "May I?",
            createdAt: 100n,
            resolvedAt: BigInt(100 + question.waitMs),
            resolvedVia: question.via
          }
        })
      await client.toolCall.create({
        data: {
          runId,
          id: "call_1",
          index: 0,
          path: call.path,
          source: "demo",
          status: call.status,
          startedAt: 100n,
          finishedAt: BigInt(100 + call.tookMs),
          ...(question !== undefined && { interactionId: interactionIdOf(n) })
        }
      })
      await client.run.update({ where: { id: runId }, data: { toolCallCount: 1 } })
    })
  )

const SomeRuns = Schema.Array(
  Schema.Struct({
    durationMs: Schema.NullOr(Schema.Literals([0, 1, 7, 50, 400, 3_000])),
    humanWaitMs: Schema.Literals([0, 0, 5, 40]),
    actorId: Schema.Literals(["ada", "ben"]),
    status: Schema.Literals(["completed", "failed", "interrupted", "running"])
  })
).check(Schema.isMaxLength(40))

const suite = (store: AnyStore) =>
  layer(Layer.provideMerge(TeamMetrics.layerWith({ mostRuns: 60, mostCalls: 3 }), store), { excludeTestServices: true })((it) => {
    it.effect.prop(
      "whatever runs there are, counts and percentiles are those of the rows, people's time apart",
      [SomeRuns],
      ([runs]) =>
        Effect.gen(function* () {
          yield* emptyStore
          yield* insert(runs)
          const metrics = yield* TeamMetrics
          const figures = yield* metrics.runs(aTeam, range)
          const over = runs.flatMap(({ durationMs, humanWaitMs }) => (durationMs === null ? [] : [{ durationMs, humanWaitMs }]))
          const machineOf = (run: { readonly durationMs: number; readonly humanWaitMs: number }) => Math.max(0, run.durationMs - run.humanWaitMs)
          assert.deepStrictEqual(
            Object.values(figures.counts).reduce((sum, n) => sum + n, 0),
            runs.length
          )
          assert.deepStrictEqual(figures.total, percentilesOf(over.map(({ durationMs }) => durationMs)))
          assert.deepStrictEqual(figures.machine, percentilesOf(over.map(machineOf)))
          assert.deepStrictEqual(figures.human, percentilesOf(over.flatMap(({ humanWaitMs }) => (humanWaitMs > 0 ? [humanWaitMs] : []))))
          for (const { actor, runs: count, failed, p50, p95, p99 } of yield* metrics.actors(aTeam, range)) {
            const own = runs.filter(({ actorId }) => actorId === actor.id)
            assert.strictEqual(count, own.length)
            assert.strictEqual(failed, own.filter(({ status }) => status === "failed" || status === "interrupted").length)
            const times = own.flatMap(({ durationMs, humanWaitMs }) => (durationMs === null ? [] : [machineOf({ durationMs, humanWaitMs })]))
            assert.deepStrictEqual({ p50, p95, p99 }, percentilesOf(times))
          }
        }),
      { arbitrary: { runs: 15, seed: propertySeed } }
    )

    it.effect("a range takes what started in it, of one's own team, and says when it has more runs than are looked at", () =>
      Effect.gen(function* () {
        yield* emptyStore
        const one = { durationMs: 10, humanWaitMs: 0, actorId: "ada", status: "completed" }
        yield* insert(Array.from({ length: 61 }, () => one))
        yield* Database.use(({ client }) =>
          Effect.promise(() =>
            client.run.createMany({
              data: [
                runRow({ id: runIdOf(100), startedAt: 999 }),
                runRow({ id: runIdOf(101), startedAt: 2_000 }),
                runRow({ id: runIdOf(102), startedAt: 1_500, teamId: otherTeam })
              ]
            })
          )
        )
        const metrics = yield* TeamMetrics
        const all = yield* metrics.runs(aTeam, range)
        assert.deepStrictEqual([all.counts, all.oldest, all.isCut], [{ completed: 61 }, 1_000, true])
        const few = yield* metrics.runs(aTeam, { from: 1_000, to: 1_060 })
        assert.deepStrictEqual([few.counts, few.isCut], [{ completed: 60 }, false])
        const none = yield* metrics.runs(aTeam, { from: 5_000, to: 6_000 })
        assert.deepStrictEqual([none.counts, none.oldest, none.total], [{}, null, { p50: null, p95: null, p99: null }])
      })
    )

    it.effect("a call's time is without the wait for its approval, and of questions only people's answers count as their time", () =>
      Effect.gen(function* () {
        yield* emptyStore
        yield* insert(Array.from({ length: 5 }, () => ({ durationMs: 10, humanWaitMs: 0, actorId: "ada", status: "completed" })))
        // From the newest run on, three calls are looked at.
        yield* insertCall(4, { path: "demo.send", status: "completed", tookMs: 5_030 }, { status: "accepted", waitMs: 5_000, via: "console" })
        yield* insertCall(3, { path: "demo.send", status: "failed", tookMs: 40 })
        yield* insertCall(2, { path: "demo.read", status: "cancelled", tookMs: 900 }, { status: "expired", waitMs: 900, via: "deadline" })
        yield* insertCall(1, { path: "demo.send", status: "completed", tookMs: 1 })
        const metrics = yield* TeamMetrics
        assert.deepStrictEqual(yield* metrics.tools(aTeam, range), [
          { path: "demo.send", calls: 2, runs: 2, failed: 1, p50: 30, p95: 40, p99: 40 },
          { path: "demo.read", calls: 1, runs: 1, failed: 0, p50: null, p95: null, p99: null }
        ])
        assert.deepStrictEqual(yield* metrics.approvals(aTeam, range), {
          counts: { accepted: 1, expired: 1 },
          latency: { p50: 5_000, p95: 5_000, p99: 5_000 }
        })
        assert.deepStrictEqual(yield* metrics.approvals(otherTeam, range), { counts: {}, latency: { p50: null, p95: null, p99: null } })
      })
    )
  })

for (const { name, store } of bothStores) describe(`TeamMetrics on ${name}`, () => suite(store))
