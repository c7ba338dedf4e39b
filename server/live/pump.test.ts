import { assert, it } from "@effect/vitest"
import { Effect, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { runIdOf } from "../../test/fixtures/run-rows"
import { aRun } from "../../test/fixtures/run-views"
import { unreadHistory } from "../../test/fixtures/unread-history"
import { TeamId } from "../domain/ids"
import { EventLog } from "../history/event-log"
import type { EventHead } from "../history/event-row"
import { RunsQuery } from "../history/runs-query"
import { followTeam } from "./catch-up"
import { startPump } from "./pump"
import { makeTeamHubs } from "./team-hubs"

const [one, other] = [TeamId.make("one"), TeamId.make("other")]
const run = aRun({ id: runIdOf(1) })

it.effect("a look that fails for one team is made again, and the other teams are told nothing twice", () =>
  Effect.gen(function* () {
    const all: Array<EventHead> = []
    const log = {
      horizon: Effect.sync(() => all.at(-1)?.id ?? 0),
      heads: ({ after, upTo, teamId }: { readonly after: number; readonly upTo: number; readonly teamId?: TeamId }) =>
        Effect.sync(() => all.filter((head) => head.id > after && head.id <= upTo && (teamId === undefined || head.teamId === teamId))),
      events: () => Effect.succeed(new Map()),
      ofRun: () => Effect.die("not asked"),
      lastSeq: () => Effect.die("not asked")
    }
    let failures = 1
    const query = RunsQuery.of({
      ...unreadHistory,
      summaries: (teamId) => Effect.suspend(() => (teamId === other && failures-- > 0 ? Effect.die(new Error("the store is away")) : Effect.succeed([run])))
    })
    const hubs = yield* makeTeamHubs
    const provided = <A, E, R>(effect: Effect.Effect<A, E, R>) => effect.pipe(Effect.provideService(EventLog, log), Effect.provideService(RunsQuery, query))
    const { ring, position } = yield* provided(startPump(hubs))
    const following = Effect.fnUntraced(function* (teamId: TeamId) {
      const items = yield* Queue.unbounded<string>()
      const told = followTeam(hubs, teamId, { runs: [run.id] }).pipe(Stream.runForEach(({ id, message }) => Queue.offer(items, `${message.type} ${id}`)))
      yield* Effect.forkScoped(provided(told))
      assert.strictEqual(yield* Queue.take(items), "caught-up 0")
      return items
    })
    const [toOne, toOther] = [yield* following(one), yield* following(other)]
    const happened = (id: number, teamId: TeamId): EventHead => ({ id, runId: run.id, teamId, type: "ToolCallStarted", interactionId: null })
    all.push(happened(1, one), happened(2, other))
    yield* ring
    assert.strictEqual(yield* Queue.take(toOne), "run 1")
    all.push(happened(3, one))
    while ((yield* position) < 3) yield* TestClock.adjust("2 seconds")
    assert.strictEqual(yield* Queue.take(toOther), "run 2")
    assert.strictEqual(yield* Queue.take(toOne), "run 3")
  }).pipe(Effect.scoped)
)
