import { Effect, ManagedRuntime } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { startOf, untilOver, untilWaiting } from "../../test/fixtures/run-program"
import type { Call, ReplayEntry, Settle } from "../journal/entry"
import { CodeRunner, type SandboxEvent, type SandboxOutcome, type SandboxSession } from "./code-runner"
import { codeRunnerLayer } from "./worker-pool"

const runtime = ManagedRuntime.make(codeRunnerLayer({ workers: 2 }))
afterAll(() => runtime.dispose())

const open = (source: string, journal: ReadonlyArray<ReplayEntry> = [], seen = { logs: 0, items: 0 }) =>
  CodeRunner.use((runner) => runner.open({ ...startOf(source), replay: journal, seen }))

const call = (id: number, path: string, args = "{}", line: number | null = 1): Call => ({ _tag: "Call", id, kind: "tool", path, args, line })
const settle = (id: number, json: string, at: number): Settle => ({ _tag: "Settle", id, ok: true, json, at })

describe("a rebuilt program", () => {
  test("asks for its open call again and repeats no recorded line", () =>
    runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const source =
            "console.log('one'); const a = await tools.a({}); console.log('two', Date.now()); const b = await tools.b({}); return [a, b, Date.now()]"
          const session = yield* open(source, [call(1, "a"), settle(1, "1", 2_000), call(2, "b")], { logs: 1, items: 0 })
          // The second line was cut off before it was recorded, so it is said now, by the recorded clock.
          expect(yield* untilWaiting(session)).toEqual([
            { _tag: "Logged", level: "info", text: "two 2000" },
            { _tag: "Called", call: call(2, "b"), again: true }
          ])
          session.settle([settle(2, "2", 3_000)])
          expect(yield* untilWaiting(session)).toEqual([{ _tag: "Over", outcome: { _tag: "Returned", json: "[1,2,3000]" } }])
        })
      )
    ))

  test("announces a call first made right after the end of the journal once, as new", () =>
    runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const session = yield* open("await tools.a({}); await Promise.all([tools.b({}), tools.c({})])", [call(1, "a"), settle(1, "1", 2_000)])
          expect(yield* untilWaiting(session)).toMatchObject([
            { again: false, call: { id: 2 } },
            { again: false, call: { id: 3 } }
          ])
        })
      )
    ))

  test("takes a settlement that comes while it is being rebuilt", () =>
    runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const session = yield* open("return [await tools.a({}), await tools.b({})]", [call(1, "a"), settle(1, "1", 2_000), call(2, "b")])
          session.settle([settle(2, "2", 3_000)])
          // Where the settlement comes only after it was rebuilt, it waits for a moment.
          expect((yield* untilOver(session)).at(-1)).toEqual({ _tag: "Over", outcome: { _tag: "Returned", json: "[1,2]" } })
        })
      )
    ))

  test("ends as it ended, when the journal holds more than it heard", () =>
    runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const session = yield* open("return await Promise.race([tools.a({}), tools.b({})])", [
            call(1, "a"),
            call(2, "b"),
            settle(1, "1", 2_000),
            settle(2, "2", 2_000)
          ])
          expect((yield* untilWaiting(session)).at(-1)).toEqual({ _tag: "Over", outcome: { _tag: "Returned", json: "1" } })
        })
      )
    ))

  test("that asks for something else diverges, and says what was expected and what came", () =>
    runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const session = yield* open("await tools.a.c({ n: 2 })", [call(1, "a.b", '{"n":1}')])
          expect(yield* untilWaiting(session)).toEqual([
            {
              _tag: "Over",
              outcome: {
                _tag: "Diverged",
                message: "the replay differs from the journal: the journal says that the program made call #1 a.b (line 1), but it made call #1 a.c (line 1)"
              }
            }
          ])
        })
      )
    ))
})

/** What a program does, as text: each step makes calls in another way, and everything it learns goes into `sum`. */
const step = fc.oneof(
  fc.nat(9).map((n) => `sum = mix(sum, await tools.one({ n: ${n}, sum }))`),
  fc.nat(4).map((n) => `for (const r of await Promise.all([0, 1, ${n}].map((i) => tools.many({ i, at: Date.now() })))) sum = mix(sum, r)`),
  fc.constant("sum = mix(sum, await Promise.race([tools.left({}), tools.right({ r: Math.random() })]))"),
  fc.constant("for (const one of await Promise.allSettled([tools.maybe({ n: 1 }), tools.maybe({ n: 2 })])) sum = mix(sum, one.value ?? one.reason.message)"),
  fc.nat(50).map((ms) => `await new Promise((go) => setTimeout(() => { sum = mix(sum, Date.now()); go() }, ${ms}))`),
  fc.constant("kept.push(tools.later({ id: crypto.randomUUID() }).then((r) => { sum = mix(sum, r) }))"),
  fc.constant("try { sum = mix(sum, await tools.maybe({ n: 3 })) } catch (e) { sum = mix(sum, e.code) }"),
  fc.constant("console.log('sum', sum, Math.random()); emit({ sum })"),
  fc.constant("await Promise.all([branch('x'), branch('y')])"),
  fc.constant("Promise.reject(new Error('lost ' + sum))")
)
const program = fc.array(step, { minLength: 1, maxLength: 8 }).map(
  (steps) => `let sum = 0, kept = []
const mix = (a, b) => { for (const c of a + JSON.stringify(b)) a = (a * 31 + c.charCodeAt(0)) % 1000003; return a }
const branch = async (name) => { sum = mix(sum, await tools.branch({ name })); await 0; sum = mix(sum, await tools.branch({ name, again: true })) }
${steps.join("\n")}
await Promise.all(kept)
return [sum, Date.now(), Math.random()]`
)

interface Cut {
  readonly journal: ReadonlyArray<ReplayEntry>
  readonly logs: number
  readonly items: number
}
interface Told {
  readonly calls: Array<Call>
  readonly logs: Array<string>
  readonly items: Array<string>
  outcome?: SandboxOutcome
}

const hear = (told: Told, said: ReadonlyArray<SandboxEvent>): void => {
  for (const event of said) {
    if (event._tag === "Called" && !event.again) told.calls.push(event.call)
    if (event._tag === "Logged") told.logs.push(event.text)
    if (event._tag === "Emitted") told.items.push(event.json)
    if (event._tag === "Over") told.outcome = event.outcome
  }
}

/** Settles what is open in random order and random batches; a batch is recorded before the first of it is delivered. */
const recordOnce = Effect.fnUntraced(function* (source: string, random: () => number) {
  const told: Told = { calls: [], logs: [], items: [] }
  const journal: Array<ReplayEntry> = []
  const cuts: Array<Cut> = []
  const waiting: Array<Call> = []
  const cut = (): void => void cuts.push({ journal: [...journal], logs: told.logs.length, items: told.items.length })
  const session = yield* open(source)
  let clock = 1_000
  while (told.outcome === undefined) {
    const made = told.calls.length
    hear(told, yield* untilWaiting(session))
    journal.push(...told.calls.slice(made))
    waiting.push(...told.calls.slice(made))
    cut()
    const batch: Array<Settle> = []
    for (let n = 1 + Math.floor(random() * Math.min(3, waiting.length)); n > 0 && waiting.length > 0; n--) {
      const [next] = waiting.splice(Math.floor(random() * waiting.length), 1)
      if (next === undefined) break
      clock += 1 + Math.floor(random() * 1_000)
      const ok = next.path !== "maybe" || random() < 0.5
      const json = ok
        ? JSON.stringify({ of: next.id, n: Math.floor(random() * 100) })
        : JSON.stringify({ name: "ToolError", code: "no", message: `no ${next.id}` })
      batch.push({ _tag: "Settle", id: next.id, ok, at: clock, ...(next.kind === "timer" ? {} : { json }) })
    }
    journal.push(...batch)
    cut()
    session.settle(batch)
  }
  return { told, journal, cuts }
})

const deliverRest = Effect.fnUntraced(function* (session: SandboxSession, rest: ReadonlyArray<Settle>, told: Told) {
  hear(told, yield* untilWaiting(session))
  for (const settled of rest) {
    if (told.outcome !== undefined) return
    session.settle([settled])
    hear(told, yield* untilWaiting(session))
  }
})

const isSettle = (entry: ReplayEntry): entry is Settle => entry._tag === "Settle"

test("a random program, cut at a random point and continued from its journal, comes to the same end and says the same", async () => {
  const property = fc.asyncProperty(
    program,
    fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    async (source, stream, where) => {
      const random = (): number => stream.next().value
      const { told, journal, cuts } = await runtime.runPromise(Effect.scoped(recordOnce(source, random)))
      const cut = cuts[Math.floor(where * cuts.length)]
      if (cut === undefined) return
      const again: Told = {
        calls: journal.slice(0, cut.journal.length).filter((entry) => !isSettle(entry)),
        logs: told.logs.slice(0, cut.logs),
        items: told.items.slice(0, cut.items)
      }
      const rest = journal.slice(cut.journal.length).filter(isSettle)
      await runtime.runPromise(
        Effect.scoped(
          Effect.gen(function* () {
            const session = yield* open(source, cut.journal, { logs: cut.logs, items: cut.items })
            yield* deliverRest(session, rest, again)
          })
        )
      )
      expect(again).toEqual(told)
    }
  )
  await fc.assert(property, { numRuns: 100 })
})
