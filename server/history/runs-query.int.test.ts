import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Random, Schema } from "effect"
import { type AnyStore, bothStores } from "../../test/fixtures/both-stores"
import { propertySeed } from "../../test/fixtures/property-seed"
import { aTeam, emptyStore, insertCalls, insertCrowd, insertInteractions, insertRuns, interactionIdOf, otherTeam, runIdOf } from "../../test/fixtures/run-rows"
import type { RunFilter } from "../domain/run-filter"
import type { RunPage } from "./pages"
import { RunsQuery } from "./runs-query"

const list = (filter: RunFilter, page: { readonly cursor?: string | null; readonly limit?: number } = {}) =>
  RunsQuery.use((runs) => runs.list(aTeam, filter, page))

/** Follows `nextCursor` to the end. */
const walkOlder = Effect.fn(function* (filter: RunFilter, limit: number) {
  const pages: Array<RunPage> = []
  let cursor: string | null = null
  do {
    const page: RunPage = yield* list(filter, { cursor, limit })
    pages.push(page)
    cursor = page.nextCursor
  } while (cursor !== null)
  return pages
})

/** From this page back up to the top, in the order of the list. */
const walkNewer = Effect.fn(function* (filter: RunFilter, limit: number, from: RunPage | undefined) {
  const pages = from === undefined ? [] : [from]
  let cursor = from?.prevCursor ?? null
  while (cursor !== null) {
    const page: RunPage = yield* list(filter, { cursor, limit })
    pages.unshift(page)
    cursor = page.prevCursor
  }
  return pages
})

const idsOf = (pages: ReadonlyArray<RunPage>) => pages.flatMap(({ items }) => items.map(({ id }) => id))

const Status = Schema.Literals(["completed", "failed", "running"])
/** Few moments, so that many runs share one. */
const SomeRuns = Schema.Array(Schema.Struct({ startedAt: Schema.Literals([1, 2, 3, 4, 5, 6]), status: Status })).check(Schema.isMaxLength(25))

const suite = (store: AnyStore) =>
  layer(Layer.provideMerge(RunsQuery.layer, store), { excludeTestServices: true })((it) => {
    it.effect("pages of runs that started in the same millisecond neither repeat nor skip one, in both directions", () =>
      Effect.gen(function* () {
        yield* emptyStore
        const runs = Array.from({ length: 37 }, (_, n) => ({ id: runIdOf(n), startedAt: 1000 + Math.floor(n / 9) }))
        yield* insertRuns(yield* Random.shuffle(runs))
        const expected = runs.map(({ id }) => id).toReversed()
        for (const limit of [1, 2, 5, 36, 37, 50]) {
          const pages = yield* walkOlder({}, limit)
          assert.deepStrictEqual(idsOf(pages), expected)
          assert.deepStrictEqual(idsOf(yield* walkNewer({}, limit, pages.at(-1))), expected)
        }
      })
    )

    it.effect.prop(
      "whatever runs there are, pages of whatever size give each that matches once, newest first, there and back",
      [SomeRuns, Schema.Literals([1, 2, 3, 5, 8]), Schema.UndefinedOr(Schema.NonEmptyArray(Status))],
      ([given, limit, status]) =>
        Effect.gen(function* () {
          yield* emptyStore
          const runs = given.map((run, n) => ({ id: runIdOf(n), ...run }))
          if (runs.length > 0) yield* insertRuns(runs)
          const expected = runs
            .filter((run) => status === undefined || status.some((wanted) => wanted === run.status))
            .toSorted((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1))
            .map(({ id }) => id)
          const pages = yield* walkOlder({ status }, limit)
          assert.deepStrictEqual(idsOf(pages), expected)
          assert.deepStrictEqual(idsOf(yield* walkNewer({ status }, limit, pages.at(-1))), expected)
        }),
      { arbitrary: { runs: 40, seed: propertySeed } }
    )

    it.effect("runs that start while somebody pages do not move the pages", () =>
      Effect.gen(function* () {
        yield* emptyStore
        yield* insertRuns(Array.from({ length: 10 }, (_, n) => ({ id: runIdOf(n), startedAt: n })))
        const first = yield* list({}, { limit: 4 })
        yield* insertRuns(Array.from({ length: 10 }, (_, n) => ({ id: runIdOf(100 + n), startedAt: 100 + n })))
        const second = yield* list({}, { limit: 4, cursor: first.nextCursor })
        assert.deepStrictEqual(
          second.items.map(({ id }) => id),
          [5, 4, 3, 2].map(runIdOf)
        )
        const newer = yield* list({}, { limit: 4, cursor: second.prevCursor })
        assert.deepStrictEqual(
          newer.items.map(({ id }) => id),
          [9, 8, 7, 6].map(runIdOf)
        )
      })
    )

    it.effect("going to newer runs when there are none any more gives the top of the list", () =>
      Effect.gen(function* () {
        yield* emptyStore
        yield* insertRuns([1, 2, 3].map((n) => ({ id: runIdOf(n), startedAt: n })))
        const first = yield* list({}, { limit: 2 })
        const second = yield* list({}, { limit: 2, cursor: first.nextCursor })
        const newer = yield* list({}, { limit: 2, cursor: second.prevCursor })
        assert.deepStrictEqual(
          newer.items.map(({ id }) => id),
          [3, 2].map(runIdOf)
        )
        assert.strictEqual(newer.prevCursor, null)
      })
    )

    it.effect("several statuses are one list in order of time, and narrow together with the other filters", () =>
      Effect.gen(function* () {
        yield* emptyStore
        const statuses = ["completed", "failed", "running", "queued"]
        const triggers = ["api", "mcp"]
        const runs = Array.from({ length: 24 }, (_, n) => ({
          id: runIdOf(n),
          startedAt: n,
          status: statuses[n % 4] ?? "",
          trigger: triggers[n % 3] ?? "api",
          actorId: n % 2 === 0 ? "ada" : "bo"
        }))
        yield* insertRuns(runs)
        const filter: RunFilter = { status: ["failed", "running"], trigger: ["api"], from: 2, to: 20 }
        const expected = runs.filter((run) => ["failed", "running"].includes(run.status) && run.trigger === "api" && run.startedAt >= 2 && run.startedAt < 20)
        const pages = yield* walkOlder(filter, 3)
        assert.deepStrictEqual(
          pages.flatMap(({ items }) => items.map(({ id }) => id)),
          expected.map(({ id }) => id).toReversed()
        )
        assert.deepStrictEqual(yield* RunsQuery.use((query) => query.count(aTeam, filter)), { total: expected.length, totalIsCapped: false })
        const bo = yield* list({ actor: ["bo"], kind: ["code"] })
        assert.deepStrictEqual(
          bo.items.map(({ id }) => id),
          runs
            .filter(({ actorId }) => actorId === "bo")
            .map(({ id }) => id)
            .toReversed()
        )
        assert.deepStrictEqual((yield* list({ status: [] })).items, [])
        assert.deepStrictEqual((yield* list({ kind: [] })).items, [])
      })
    )

    it.effect("another team's runs and interactions are not there", () =>
      Effect.gen(function* () {
        yield* emptyStore
        yield* insertRuns([
          { id: runIdOf(1), startedAt: 1, teamId: otherTeam },
          { id: runIdOf(2), startedAt: 2 }
        ])
        yield* insertInteractions([{ id: interactionIdOf(1), runId: runIdOf(1), teamId: otherTeam, createdAt: 1 }])
        const query = yield* RunsQuery
        assert.deepStrictEqual(
          (yield* list({})).items.map(({ id }) => id),
          [runIdOf(2)]
        )
        assert.strictEqual(yield* query.detail(aTeam, runIdOf(1)), null)
        assert.deepStrictEqual(yield* query.summaries(aTeam, [runIdOf(1)]), [])
        assert.strictEqual(yield* query.interaction(aTeam, interactionIdOf(1)), null)
        assert.strictEqual(yield* query.pendingCount(aTeam), 0)
        assert.deepStrictEqual(yield* query.interactions(aTeam, { status: "pending" }), { items: [], nextCursor: null, pendingCount: 0 })
      })
    )

    it.effect("a run with more calls than a query takes parameters is read whole, each call with its own payload", () =>
      Effect.gen(function* () {
        yield* emptyStore
        const runId = runIdOf(1)
        yield* insertRuns([{ id: runId, startedAt: 1 }])
        yield* insertCalls(runId, 2500)
        const run = yield* RunsQuery.use((runs) => runs.detail(aTeam, runId))
        assert.deepStrictEqual(
          run?.toolCalls.map(({ id, args, result }) => [id, args, result]),
          Array.from({ length: 2500 }, (_, n) => [`call_${n + 1}`, { n }, n])
        )
      })
    )

    it.effect("of the pending interactions the one that expires first is on top, then the oldest; pages keep that order", () =>
      Effect.gen(function* () {
        yield* emptyStore
        yield* insertRuns([
          { id: runIdOf(1), startedAt: 1 },
          { id: runIdOf(2), startedAt: 2 }
        ])
        yield* insertInteractions([
          { id: interactionIdOf(1), runId: runIdOf(1), createdAt: 10 },
          { id: interactionIdOf(2), runId: runIdOf(2), createdAt: 30, expiresAt: 500 },
          { id: interactionIdOf(3), runId: runIdOf(1), createdAt: 20, expiresAt: 400 },
          { id: interactionIdOf(4), runId: runIdOf(1), createdAt: 10 },
          { id: interactionIdOf(5), runId: runIdOf(1), createdAt: 5 },
          { id: interactionIdOf(6), runId: runIdOf(1), createdAt: 20, expiresAt: 400 },
          { id: interactionIdOf(7), runId: runIdOf(1), createdAt: 1, status: "accepted", resolvedAt: 90 }
        ])
        const query = yield* RunsQuery
        const seen = []
        let cursor: string | null = null
        do {
          const page: Effect.Success<ReturnType<typeof query.interactions>> = yield* query.interactions(aTeam, { status: "pending", limit: 2, cursor })
          assert.strictEqual(page.pendingCount, 6)
          seen.push(...page.items.map(({ id }) => id))
          cursor = page.nextCursor
        } while (cursor !== null)
        assert.deepStrictEqual(seen, [3, 6, 2, 5, 1, 4].map(interactionIdOf))
        const ofRun = yield* query.interactions(aTeam, { status: "pending", runId: runIdOf(2) })
        assert.deepStrictEqual(
          ofRun.items.map(({ id }) => id),
          [interactionIdOf(2)]
        )
        assert.strictEqual(ofRun.pendingCount, 1)
      })
    )

    it.effect("of the decided interactions the last decision is on top; a final status narrows them", () =>
      Effect.gen(function* () {
        yield* emptyStore
        yield* insertRuns([{ id: runIdOf(1), startedAt: 1 }])
        yield* insertInteractions([
          { id: interactionIdOf(1), runId: runIdOf(1), createdAt: 1, status: "accepted", resolvedAt: 50 },
          { id: interactionIdOf(2), runId: runIdOf(1), createdAt: 2, status: "declined", resolvedAt: 70 },
          { id: interactionIdOf(3), runId: runIdOf(1), createdAt: 3, status: "accepted", resolvedAt: 70 },
          { id: interactionIdOf(4), runId: runIdOf(1), createdAt: 4 }
        ])
        const query = yield* RunsQuery
        const first = yield* query.interactions(aTeam, { status: "decided", limit: 2 })
        const second = yield* query.interactions(aTeam, { status: "decided", limit: 2, cursor: first.nextCursor })
        assert.deepStrictEqual(
          [...first.items, ...second.items].map(({ id }) => id),
          [3, 2, 1].map(interactionIdOf)
        )
        assert.strictEqual(second.nextCursor, null)
        const accepted = yield* query.interactions(aTeam, { status: "accepted" })
        assert.deepStrictEqual(
          accepted.items.map(({ id }) => id),
          [3, 1].map(interactionIdOf)
        )
      })
    )

    it.effect("a cursor that no list handed out is refused", () =>
      Effect.gen(function* () {
        const decided = yield* RunsQuery.use((query) => query.interactions(aTeam, { status: "decided" }))
        assert.isNull(decided.nextCursor)
        for (const cursor of ["", "x", "bm90IGpzb24", "W10", Buffer.from(JSON.stringify(["pending", null, 1, "int_1"])).toString("base64url")]) {
          const failure = yield* Effect.flip(list({}, { cursor }))
          assert.strictEqual(failure._tag, "MalformedCursor")
        }
      })
    )

    it.effect("counting stops at ten thousand and says so", () =>
      Effect.gen(function* () {
        yield* emptyStore
        yield* insertCrowd(10_003)
        const query = yield* RunsQuery
        assert.deepStrictEqual(yield* query.count(aTeam, {}), { total: 10_000, totalIsCapped: true })
        assert.deepStrictEqual(yield* query.count(aTeam, { status: ["failed", "completed"] }), { total: 10_000, totalIsCapped: true })
        assert.deepStrictEqual(yield* query.count(aTeam, { status: ["failed"] }), { total: 201, totalIsCapped: false })
      })
    )
  })

for (const { name, store } of bothStores) describe(`RunsQuery on ${name}`, () => suite(store))
