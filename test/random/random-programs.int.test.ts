import { afterAll, describe, expect, it } from "vitest"
import type { RunId } from "../../server/domain/ids"
import type { RunEvent } from "../../server/domain/run-event"
import { ExecutionEngine } from "../../server/engine/execution-engine"
import { RunStore } from "../../server/engine/run-store"
import { makeWorld, submission, type World, type WorldOptions } from "../fixtures/engine-world"
import { freshPostgres } from "../fixtures/fresh-postgres"
import { accompany } from "./companion"
import { evictable } from "./evictable"
import { randomPrograms } from "./random-program"
import { type UpstreamInOrder, upstreamInOrder } from "./upstream-in-order"

/**
 * Random programs, each run once straight and once cut. A small share without `SEEDS`; all of it on demand:
 * `SEEDS=500 npm test -- test/random`. `SEED` begins elsewhere.
 */
const asked = process.env["SEEDS"]
const count = Number(asked ?? 24)
const firstSeed = Number(process.env["SEED"] ?? 1)
const together = 12

type Cut = "restart" | "loss of the sandboxes"
interface Ledger {
  readonly at: () => World
  readonly upstream: UpstreamInOrder
  readonly evictAll: () => void
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

const openLedger = async (options: WorldOptions): Promise<Ledger> => {
  const upstream = upstreamInOrder()
  const { layer, evictAll } = evictable()
  let world = await makeWorld({ ...options, tools: upstream.tools, aroundSandbox: layer })
  return {
    at: () => world,
    upstream,
    evictAll,
    restart: async () => {
      world = await world.restart()
    },
    close: () => world.close()
  }
}

/** Where the group is cut, as shares of all events of its straight runs. */
interface Cuts {
  readonly at: ReadonlyArray<number>
  readonly kind: Cut
}

const runAll = async (ledger: Ledger, programs: ReadonlyArray<string>, cuts: Cuts | null): Promise<ReadonlyArray<RunId>> => {
  const started = await Promise.all(programs.map((code) => ledger.at().run(ExecutionEngine.use((engine) => engine.start(submission(code))))))
  const runIds = started.map(({ runId }) => runId)
  const waiting = [...(cuts?.at ?? [])]
  let heard = 0
  const life = async (): Promise<void> => {
    let isStopped = false
    let stop: () => void = () => {}
    const stopped = new Promise<void>((resolve) => {
      stop = resolve
    })
    const hear = (events: number): void => {
      heard += events
      if (waiting[0] === undefined || heard < waiting[0] || isStopped) return
      waiting.shift()
      if (cuts?.kind === "loss of the sandboxes") {
        ledger.evictAll()
        return
      }
      isStopped = true
      stop()
    }
    const companions = runIds.map((runId, index) =>
      accompany(ledger.at(), runId, { upstream: ledger.upstream, heard: hear, isStopped: () => isStopped }).catch((cause: unknown) => {
        // What it meets while its engine is being stopped is of no interest.
        if (!isStopped) throw new Error(`${String(cause)} ${JSON.stringify(cuts)} in\n${programs[index]}`, { cause })
      })
    )
    await Promise.race([Promise.all(companions), stopped])
    if (!isStopped) return
    heard = 0
    await ledger.restart()
    await life()
  }
  await life()
  return runIds
}

interface Story {
  readonly outcome: unknown
  readonly logs: ReadonlyArray<string>
  readonly items: ReadonlyArray<unknown>
  readonly calls: ReadonlyArray<readonly [path: string, args: unknown]>
  readonly statuses: ReadonlyMap<string, string>
  /** Questions a person answered or was left with, by what they were about; not what only a stopped server makes uncertain. */
  readonly events: ReadonlyArray<RunEvent>
}

const tell = async (at: World, runId: RunId): Promise<Story> => {
  const events = await at.run(RunStore.use((store) => store.events(runId, 0, 10_000)))
  const { runId: _id, ...outcome } = await at.run(ExecutionEngine.use((engine) => engine.until(runId, { timeoutMs: 0 })))
  return {
    outcome,
    events,
    logs: events.flatMap((event) => (event._tag === "LogWritten" ? [`${event.level} ${event.text}`] : [])),
    items: events.flatMap((event) => (event._tag === "OutputEmitted" ? [event.item] : [])),
    calls: events.flatMap((event) => (event._tag === "ToolCallStarted" ? [[event.path, withoutGiven(event.args)] as const] : [])),
    statuses: new Map(events.flatMap((event) => (event._tag === "ToolCallFinished" ? [[event.toolCallId, event.status] as const] : [])))
  }
}

/** What is random to a run differs between two of them. */
const withoutGiven = (args: unknown): unknown => (typeof args === "object" && args !== null ? { ...args, give: undefined } : args)

/** What every run that is over keeps, whatever its program did. */
const expectWhole = async (at: World, runId: RunId, { events, statuses }: Story, upstream: UpstreamInOrder): Promise<void> => {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(events[0]?._tag).toBe("ExecutionStarted")
  expect(events.at(-1)?._tag).toBe("ExecutionFinished")
  for (const tag of ["ExecutionStarted", "ExecutionFinished"]) expect(events.filter(({ _tag }) => _tag === tag)).toHaveLength(1)
  const ids = (tag: RunEvent["_tag"], id: "toolCallId" | "interactionId") =>
    events.flatMap((event) => (event._tag === tag ? [String(Reflect.get(event, id))] : []))
  for (const [begin, end, id] of [
    ["ToolCallStarted", "ToolCallFinished", "toolCallId"],
    ["InteractionStarted", "InteractionResolved", "interactionId"]
  ] as const) {
    expect(new Set(ids(begin, id)).size).toBe(ids(begin, id).length)
    expect(ids(end, id).sort()).toEqual(ids(begin, id).sort())
  }
  expect(await at.run(RunStore.use((store) => store.pending({ runId })))).toEqual([])
  for (const event of events) {
    if (event._tag !== "ToolCallStarted" || !/note|write/.test(event.path)) continue
    const { times } = upstream.happened(`${runId}:${event.toolCallId}`)
    const status = statuses.get(event.toolCallId)
    expect({ status, times }).toEqual({ status, times: status === "completed" ? 1 : status === "failed" ? 0 : expect.toBeOneOf([0, 1]) })
  }
}

/** A call that was open when its run ended may have got a little further in one of the two. */
const decided = ({ statuses }: Story, other: Story) =>
  [...statuses].filter(([id, status]) => status !== "cancelled" && other.statuses.get(id) !== "cancelled").sort(([a], [b]) => a.localeCompare(b))

/** How many calls an early end leaves in flight depends on who was faster. */
const isOfProgram = (line: string): boolean => !line.includes("was still in flight when the program ended")

const expectSame = (straight: Story, cut: Story): void => {
  expect(cut.outcome).toEqual(straight.outcome)
  expect(cut.calls).toEqual(straight.calls)
  expect(cut.items).toEqual(straight.items)
  expect(cut.logs.filter(isOfProgram)).toEqual(straight.logs.filter(isOfProgram))
  expect(decided(cut, straight)).toEqual(decided(straight, cut))
}

/** The same number for the same seed, between 0 and 1. */
const fraction = (seed: number): number => ((Math.imul(seed, 2_654_435_761) >>> 0) % 1_000) / 1_000

/** A waiting run leaves memory at once on the one, and when there are too many on the other. */
const stores: ReadonlyArray<readonly [string, () => Promise<WorldOptions>, number, WorldOptions["engine"]]> = [
  ["SQLite", async () => ({}), count, { hibernateAfterMs: 0 }],
  [
    "PostgreSQL",
    async () => ({ database: { kind: "postgresql", url: await freshPostgres() } }),
    asked === undefined ? together / 2 : count / 10,
    { mostResident: 2 }
  ]
]

for (const [store, options, share, engine] of stores) {
  describe(`random programs on ${store}`, () => {
    const opened: Array<Ledger> = []
    afterAll(() => Promise.all(opened.map((ledger) => ledger.close())))

    it(
      `${share} of them, cut at a random point and continued, come to the same end, say the same and have the same effects as without`,
      async () => {
        const straight = await openLedger(await options())
        const cut = await openLedger({ ...(await options()), engine: engine ?? {} })
        opened.push(straight, cut)
        for (let done = 0, seed = firstSeed; done < share; seed++) {
          const programs = randomPrograms(seed, Math.min(together, share - done))
          done += programs.length
          const straightIds = await runAll(straight, programs, null)
          const stories = await Promise.all(straightIds.map((runId) => tell(straight.at(), runId)))
          const all = stories.reduce((sum, { events }) => sum + events.length, 0)
          const cuts: Cuts = {
            kind: seed % 2 === 1 ? "restart" : "loss of the sandboxes",
            at: [fraction(seed) * all, fraction(seed + 1) * all].slice(0, 1 + (seed % 3 === 0 ? 1 : 0)).map(Math.floor)
          }
          const cutIds = await runAll(cut, programs, cuts)
          for (const [index, code] of programs.entries()) {
            const straightId = straightIds[index]
            const cutId = cutIds[index]
            const before = stories[index]
            if (straightId === undefined || cutId === undefined || before === undefined) throw new Error("every program was run twice")
            const after = await tell(cut.at(), cutId)
            try {
              await expectWhole(straight.at(), straightId, before, straight.upstream)
              await expectWhole(cut.at(), cutId, after, cut.upstream)
              expectSame(before, after)
            } catch (cause) {
              throw new Error(`seed ${seed}, program ${index}, cut by ${cuts.kind} after ${cuts.at.join(" and ")} of ${all} events:\n${code}`, { cause })
            }
          }
        }
      },
      60_000 + count * 5_000
    )
  })
}
