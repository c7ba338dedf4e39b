import { Effect, Fiber, Stream } from "effect"
import { expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { runIdOf } from "../../test/fixtures/run-rows"
import { aRun } from "../../test/fixtures/run-views"
import { unreadHistory } from "../../test/fixtures/unread-history"
import { TeamId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"
import { EventLog } from "../history/event-log"
import type { EventHead } from "../history/event-row"
import { RunsQuery } from "../history/runs-query"
import { followTeam } from "./catch-up"
import { makeTeamHubs, type TeamHubs } from "./team-hubs"

/*
 * Everything that others may do between two steps of a follower, at every place where it could matter: events are
 * committed, and the pump publishes what was committed since it published last, in one batch.
 */

const team = TeamId.make("team")
const run = aRun({ id: runIdOf(1) })

type Action = "commit" | "publish"
/** What happens, in this order, when the follower gets there for the n-th time. */
interface Script {
  readonly aroundHorizon: readonly [ReadonlyArray<Action>, ReadonlyArray<Action>]
  readonly aroundHeads: ReadonlyArray<readonly [ReadonlyArray<Action>, ReadonlyArray<Action>]>
}

const makeLog = (hubs: TeamHubs) => {
  const heads: Array<EventHead> = []
  let published = 0
  const last = () => heads.at(-1)?.id ?? 0
  const act = (action: Action) =>
    Effect.suspend(() => {
      if (action === "commit") {
        // Ids have gaps: other teams' events, and transactions that were rolled back.
        heads.push({ id: last() + 1 + (heads.length % 3), runId: run.id, teamId: team, type: "LogWritten", interactionId: null })
        return Effect.void
      }
      const batch = heads.filter(({ id }) => id > published)
      published = last()
      return batch.length === 0 || !hubs.isFollowed(team)
        ? Effect.void
        : hubs.publish(team, { to: published, heads: batch, runs: new Map([[run.id, run]]), interactions: new Map(), pendingCount: 0 })
    })
  const all = (actions: ReadonlyArray<Action> = []) => Effect.forEach(actions, act, { discard: true })
  return { heads, last, act, all }
}

const event = (seq: number): RunEvent => ({ _tag: "LogWritten", runId: run.id, teamId: team, seq, at: 0, level: "info", text: "" })

/** What the follower got, and what it should have got. */
const play = (before: ReadonlyArray<Action>, script: Script, behind: number) =>
  Effect.gen(function* () {
    const hubs = yield* makeTeamHubs
    const log = makeLog(hubs)
    yield* log.all(before)
    const from = log.heads.at(-1 - behind)?.id ?? 0
    let looks = 0
    const services = {
      horizon: log.all(script.aroundHorizon[0]).pipe(Effect.andThen(Effect.sync(log.last)), Effect.tap(log.all(script.aroundHorizon[1]))),
      heads: ({ after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number }) =>
        Effect.suspend(() => {
          const around = script.aroundHeads[looks++]
          const read = Effect.sync(() => log.heads.filter(({ id }) => id > after && id <= upTo).slice(0, limit))
          return log.all(around?.[0]).pipe(Effect.andThen(read), Effect.tap(log.all(around?.[1])))
        }),
      events: (ids: ReadonlyArray<number>) => Effect.sync(() => new Map(ids.map((id) => [id, event(id)]))),
      ofRun: () => Effect.die("not asked"),
      lastSeq: () => Effect.die("not asked")
    }
    const items = followTeam(hubs, team, { lastEventId: String(from), runs: [run.id] }).pipe(
      Stream.takeUntil(({ id }) => Number(id) === log.last() && looks > 100),
      Stream.runCollect,
      Effect.provideService(EventLog, services),
      Effect.provideService(RunsQuery, { ...unreadHistory, summaries: () => Effect.succeed([run]) })
    )
    const fiber = yield* Effect.forkChild(items)
    for (let n = 0; n < 200; n++) yield* Effect.yieldNow
    looks = 1000
    yield* log.all(["commit", "publish"])
    const all = yield* Fiber.join(fiber)
    const marks = all.flatMap(({ message }, index) => (message.type === "caught-up" ? [index] : []))
    expect(marks.length).toBeLessThan(2)
    const got = all.filter(({ message }) => message.type !== "caught-up").map(({ id, message }) => `${message.type} ${id}`)
    return { got, expected: log.heads.filter(({ id }) => id > from).map(({ id }) => `run ${id}`) }
  })

const actions = fc.array(fc.constantFrom<Action>("commit", "publish"), { maxLength: 4 })
const around = fc.tuple(actions, actions)

test("whatever is committed and published while a follower resumes, it gets each later event once, in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Action>("commit", "publish"), { maxLength: 8 }),
      fc.nat(8),
      around,
      fc.array(around, { maxLength: 3 }),
      async (before, behind, aroundHorizon, aroundHeads) => {
        const { got, expected } = await Effect.runPromise(play(before, { aroundHorizon, aroundHeads }, behind))
        expect(got).toEqual(expected)
      }
    ),
    { numRuns: 500 }
  )
}, 60_000)
