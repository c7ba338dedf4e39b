import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Latch, Queue, Random, Stream } from "effect"
import { type AnyStore, bothStores } from "../../test/fixtures/both-stores"
import { anotherWriter, aRun, commit, following, Gates, liveWorld, ring, runOf, seqOf, theEnd, upTo, versionOf, write } from "../../test/fixtures/live-world"
import { aTeam, otherTeam } from "../../test/fixtures/run-rows"
import { asking, type Owned } from "../../test/fixtures/stored-run"
import { toolCallIdOf } from "../domain/ids"
import { RunStore } from "../engine/run-store"
import { RunsQuery } from "../history/runs-query"
import { LiveFeed } from "./feed"
import type { LiveItem } from "./message"
import { Shutdown } from "./shutdown-signal"

const suite = (store: AnyStore) =>
  layer(liveWorld(store), { excludeTestServices: true })((it) => {
    it.effect("what is committed while a follower is on its way in arrives once, wherever it falls", () =>
      Effect.gen(function* () {
        const { before } = yield* Gates
        for (const point of ["horizon", "heads"] as const) {
          const owned = yield* aRun()
          const asOf = yield* theEnd
          yield* commit(owned, "call")
          const arrived = yield* Deferred.make<void>()
          const gate = yield* Latch.make()
          before.set(point, Effect.andThen(Deferred.succeed(arrived, undefined), gate.await))
          const { items } = yield* following({ lastEventId: String(asOf), runs: [owned.run.id] })
          yield* Deferred.await(arrived)
          before.clear()
          yield* commit(owned, "call")
          yield* gate.open
          yield* commit(owned, "call")
          assert.deepStrictEqual((yield* Queue.takeN(items, 3)).map(seqOf), [2, 3, 4], `stopped before ${point}`)
          yield* commit(owned, "call")
          assert.strictEqual(seqOf(yield* Queue.take(items)), 5)
          assert.strictEqual(yield* Queue.size(items), 0)
        }
      })
    )

    it.effect("followers that come and go while two writers are busy see every event of their runs once, in order", () =>
      Effect.gen(function* () {
        const other = yield* anotherWriter
        const theirs = Effect.provideService(RunStore, other)
        const start = yield* theEnd
        const ours = [yield* aRun(), yield* aRun()]
        const others = [yield* aRun().pipe(theirs), yield* aRun().pipe(theirs)]
        const runs = [...ours, ...others].map(({ run }) => run.id)
        const written = 30
        const all = runs.length * (written + 1)
        const writeAll = (owned: Owned) =>
          Effect.forEach(upTo(written), (n) => Effect.andThen(commit(owned, n % 3 === 0 ? "log" : "call", n), Effect.yieldNow), { discard: true })
        /** Takes a few items, leaves, comes back with the last id. */
        const follow = Effect.gen(function* () {
          const feed = yield* LiveFeed
          const seen: Array<LiveItem> = []
          let lastEventId = String(start)
          while (seen.length < all) {
            const few = Math.min(yield* Random.nextIntBetween(1, 9), all - seen.length)
            seen.push(...(yield* feed.follow(aTeam, { lastEventId, runs }).pipe(Stream.take(few), Stream.runCollect)))
            lastEventId = seen.at(-1)?.id ?? lastEventId
          }
          return seen
        })
        const followers = yield* Effect.forEach(upTo(5), () => Effect.forkScoped(follow))
        yield* Effect.all([...ours.map(writeAll), ...others.map((owned) => theirs(writeAll(owned)))], { concurrency: "unbounded", discard: true })
        for (const fiber of followers) {
          const seen = yield* Fiber.join(fiber)
          const ids = seen.map(({ id }) => Number(id))
          assert.deepStrictEqual(
            ids,
            [...new Set(ids)].toSorted((one, another) => one - another)
          )
          for (const runId of runs) assert.deepStrictEqual(seen.filter((item) => runOf(item) === runId).map(seqOf), upTo(written + 1))
        }
      })
    )

    it.effect("of a run that was not named a follower hears how it is, not each of its events, and nothing of its log", () =>
      Effect.gen(function* () {
        const asOf = yield* theEnd
        const owned = yield* aRun()
        for (const n of upTo(20)) yield* write(owned, n > 15 ? "log" : "call", n)
        const [summary] = yield* RunsQuery.use((query) => query.summaries(aTeam, [owned.run.id]))
        const { items } = yield* following({ lastEventId: String(asOf) })
        const item = yield* Queue.take(items)
        assert.strictEqual(versionOf(item), summary?.version)
        assert.isTrue(item.message.type === "run" && !("event" in item.message))
        yield* commit(owned, "end", 21)
        const last = yield* Queue.take(items)
        assert.isTrue(last.message.type === "run" && last.message.run.status === "completed")
        assert.strictEqual(yield* Queue.size(items), 0)
      })
    )

    it.effect("an interaction comes with the event that opened it, and the team's count of pending ones", () =>
      Effect.gen(function* () {
        const owned = yield* aRun()
        const { items } = yield* following({})
        const id = yield* asking(owned, 1, 1)
        yield* owned.step(2, {
          _tag: "AppendEvent",
          event: {
            _tag: "InteractionStarted",
            ...owned.headAt(2),
            interactionId: id,
            toolCallId: toolCallIdOf(1),
            kind: "approval",
            message: "May it?",
            toolPath: "demo.echo",
            line: 1,
            expiresAt: null
          }
        })
        yield* ring
        const { message } = yield* Queue.take(items)
        assert.isTrue(message.type === "run" && message.interaction?.id === id && message.interaction.status === "pending")
        assert.isTrue(
          message.type === "run" && message.pendingCount === 1 && message.run.status === "waiting_for_interaction" && message.run.waitingInteractionId === id
        )
      })
    )

    it.effect("another team's changes do not arrive", () =>
      Effect.gen(function* () {
        const theirs = yield* aRun(otherTeam)
        const ours = yield* aRun()
        const { items } = yield* following({ runs: [theirs.run.id] })
        yield* commit(theirs, "call")
        yield* commit(ours, "call")
        assert.strictEqual(runOf(yield* Queue.take(items)), ours.run.id)
      })
    )

    it.effect("an id that is none of ours, from the future or from long ago means: refetch, then follow", () =>
      Effect.gen(function* () {
        const longAgo = yield* theEnd
        const owned = yield* aRun()
        const { run, step, log } = owned
        for (let n = 0; n < 21; n++) yield* step(1, ...upTo(100).map(() => log("hello")))
        for (const lastEventId of ["abc", "-1", "99999999999", String(longAgo)]) {
          const { items } = yield* following({ lastEventId })
          assert.strictEqual(runOf(yield* Queue.take(items)), "refetch", lastEventId)
          yield* commit(owned, "call")
          assert.strictEqual(runOf(yield* Queue.take(items)), run.id)
        }
      })
    )

    it.effect("a long absence is made up for page by page", () =>
      Effect.gen(function* () {
        const asOf = yield* theEnd
        const { run, step, log } = yield* aRun()
        for (let n = 0; n < 12; n++) yield* step(1, ...upTo(100).map(() => log("hello")))
        const { items } = yield* following({ lastEventId: String(asOf), runs: [run.id] })
        assert.deepStrictEqual((yield* Queue.takeN(items, 1201)).map(seqOf), upTo(1201))
      })
    )

    it.effect("a follower that is too slow is told to refetch and goes on from there", () =>
      Effect.gen(function* () {
        const owned = yield* aRun()
        const feed = yield* LiveFeed
        const gate = yield* Latch.make()
        const items = yield* Queue.unbounded<LiveItem>()
        const lastEventId = String(yield* theEnd)
        yield* Effect.forkScoped(Stream.runForEach(feed.follow(aTeam, { lastEventId }), (item) => Effect.andThen(Queue.offer(items, item), gate.await)))
        /** Commits one event and waits until it has been published as a batch of its own. */
        const oneBatch = Effect.gen(function* () {
          yield* commit(owned, "call")
          const id = yield* theEnd
          while (Number(yield* feed.position) < id) yield* Effect.yieldNow
          const [summary] = yield* RunsQuery.use((query) => query.summaries(aTeam, [owned.run.id]))
          return summary?.version ?? 0
        })
        assert.strictEqual(yield* oneBatch, versionOf(yield* Queue.take(items)))
        let version = 0
        for (let n = 0; n < 80; n++) version = yield* oneBatch
        yield* gate.open
        const next = yield* Queue.take(items)
        // One batch may already have left the channel when it overflowed.
        const told = next.message.type === "refetch" ? next : yield* Queue.take(items)
        assert.strictEqual(told.message.type, "refetch")
        let last = told
        while (versionOf(last) < version) last = yield* Queue.take(items)
        assert.strictEqual(yield* oneBatch, versionOf(yield* Queue.take(items)))
      })
    )

    it.effect("one run's events come by their number, resume after any of them, and end with the terminal one", () =>
      Effect.gen(function* () {
        const feed = yield* LiveFeed
        const owned = yield* aRun()
        const { id } = owned.run
        const whole = yield* Effect.forkScoped(Stream.runCollect(feed.runEvents(aTeam, id, 0)))
        for (const n of upTo(28)) yield* commit(owned, n % 2 === 0 ? "log" : "call", n)
        yield* commit(owned, "end", 29)
        assert.deepStrictEqual(
          (yield* Fiber.join(whole)).map(({ seq }) => seq),
          upTo(30)
        )
        for (const after of [0, 12, 29, 30, 31]) {
          const rest = yield* Stream.runCollect(feed.runEvents(aTeam, id, after))
          assert.deepStrictEqual(
            rest.map(({ seq }) => seq),
            upTo(30).slice(after)
          )
        }
        assert.deepStrictEqual(yield* Stream.runCollect(feed.runEvents(otherTeam, id, 0)), [])
      })
    )

    it.effect("whoever leaves holds nothing any more; when the process ends, all streams end", () =>
      Effect.gen(function* () {
        const feed = yield* LiveFeed
        const owned = yield* aRun()
        const before = yield* feed.followerCount
        const during = yield* Effect.scoped(
          Effect.gen(function* () {
            const { items } = yield* following({})
            yield* commit(owned, "call")
            yield* Queue.take(items)
            return yield* feed.followerCount
          })
        )
        assert.strictEqual(during, before + 1)
        assert.strictEqual(yield* feed.followerCount, before)
        const open = yield* following({})
        yield* commit(owned, "call")
        yield* Queue.take(open.items)
        const runStream = yield* Effect.forkScoped(Stream.runDrain(feed.runEvents(aTeam, owned.run.id, 0)))
        yield* Shutdown.use(({ begin }) => begin)
        yield* Fiber.join(open.fiber)
        yield* Fiber.join(runStream)
        assert.strictEqual(yield* feed.followerCount, 0)
      })
    )
  })

for (const { name, store } of bothStores) describe(`LiveFeed on ${name}`, () => suite(store))
