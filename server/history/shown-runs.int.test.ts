import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { type AnyStore, bothStores } from "../../test/fixtures/both-stores"
import { aTeam, emptyStore, insertRuns, otherTeam, runIdOf } from "../../test/fixtures/run-rows"
import { ToolCallId } from "../domain/ids"
import { inlineBytes } from "../domain/shown-run"
import { Database } from "../store/database"
import { ShownRuns } from "./shown-runs"

const runId = runIdOf(1)
const callId = (n: number) => ToolCallId.make(`call_${n + 1}`)

const givenRun = Effect.fn(function* (result: string | null, payloads: ReadonlyArray<{ readonly args: string; readonly result: string | null }> = []) {
  yield* emptyStore
  yield* insertRuns([{ id: runId, startedAt: 1000 }])
  yield* Database.use(({ client }) =>
    Effect.promise(() => client.runDetail.create({ data: { runId, code: "return 1", language: "typescript", timeoutMs: 1000, result } }))
  )
  yield* Database.use(({ client }) =>
    Effect.promise(async () => {
      for (let from = 0; from < payloads.length; from += 50) {
        const some = payloads.slice(from, from + 50).map((payload, index) => ({ ...payload, n: from + index }))
        const call = { path: "demo.echo", source: "demo", status: "completed" }
        await client.toolCall.createMany({ data: some.map(({ n }) => ({ ...call, runId, id: callId(n), index: n, startedAt: BigInt(1000 + n) })) })
        await client.toolCallPayload.createMany({ data: some.map(({ n, args, result }) => ({ runId, toolCallId: callId(n), args, result })) })
      }
    })
  )
})

const shown = ShownRuns.use((runs) => runs.run(aTeam, runId)).pipe(Effect.map((found) => found?.run ?? assert.fail("no run")))
const textOf = (name: string, team = aTeam) =>
  ShownRuns.use((runs) => runs.payload(team, runId, name)).pipe(Effect.flatMap((text) => (text === null ? Effect.succeed(null) : Stream.mkString(text))))

const suite = (store: AnyStore) =>
  layer(Layer.provideMerge(ShownRuns.layer, store), { excludeTestServices: true })((it) => {
    it.effect("what is small comes along, a null that the program returned is told from a value that was left out", () =>
      Effect.gen(function* () {
        yield* givenRun("null", [{ args: '{"a":1}', result: "null" }])
        const run = yield* shown
        assert.isUndefined(run.omitted)
        assert.isNull(run.result)
        assert.deepStrictEqual(run.toolCalls[0]?.args, { a: 1 })
        assert.isUndefined(run.toolCalls[0]?.omitted)
      })
    )

    it.effect("what is large is left out and stands there with its size in bytes, not in characters", () =>
      Effect.gen(function* () {
        const large = JSON.stringify("é".repeat(inlineBytes))
        yield* givenRun(large, [
          { args: large, result: "1" },
          { args: "{}", result: null }
        ])
        const run = yield* shown
        const bytes = Buffer.byteLength(large)
        assert.strictEqual(run.omitted?.result, bytes)
        assert.deepStrictEqual(run.toolCalls[0]?.omitted, { args: bytes })
        assert.strictEqual(run.toolCalls[0]?.result, 1)
        assert.isUndefined(run.toolCalls[1]?.omitted)
        assert.isBelow(JSON.stringify(run).length, inlineBytes)
      })
    )

    it.effect("of thousands of calls only the first ones bring their values; the others are read when they are looked at", () =>
      Effect.gen(function* () {
        yield* givenRun(
          null,
          Array.from({ length: 1200 }, (_, n) => ({ args: `{"n":${n}}`, result: JSON.stringify("x".repeat(500)) }))
        )
        const run = yield* shown
        assert.lengthOf(run.toolCalls, 1200)
        const inline = run.toolCalls.filter((call) => call.omitted === undefined)
        assert.isAbove(inline.length, 100)
        assert.isBelow(inline.length, 501)
        assert.deepStrictEqual(run.toolCalls.at(-1)?.omitted, { args: 10, result: 502 })
        assert.isBelow(JSON.stringify(run).length, 1_000_000)
        const asked = { ids: [callId(1199), callId(3)], most: 100 }
        const [first, last] = yield* ShownRuns.use((runs) => runs.calls(aTeam, runId, asked))
        assert.deepStrictEqual([first?.id, first?.args, first?.omitted], [callId(3), { n: 3 }, { result: 502 }])
        assert.deepStrictEqual([last?.id, last?.args, last?.omitted], [callId(1199), { n: 1199 }, { result: 502 }])
        assert.deepStrictEqual(yield* ShownRuns.use((runs) => runs.calls(otherTeam, runId, asked)), [])
      })
    )

    it.effect("a value is streamed whole, whatever its size and its characters", () =>
      Effect.gen(function* () {
        const large = JSON.stringify({ text: "a😀é".repeat(3_500_000) })
        yield* givenRun(large, [{ args: '{"a":1}', result: '"b"' }])
        assert.strictEqual(yield* textOf("result"), large)
        assert.strictEqual(yield* textOf("call_1.args"), '{"a":1}')
        assert.strictEqual(yield* textOf("call_1.result"), '"b"')
      })
    )

    it.effect("what is not there, has another name or belongs to another team is not there", () =>
      Effect.gen(function* () {
        yield* givenRun(null, [{ args: "1", result: null }])
        for (const name of ["result", "call_1.result", "call_2.args", "output_0", "code", "call_1.args; --"]) assert.isNull(yield* textOf(name), name)
        assert.strictEqual(yield* textOf("call_1.args"), "1")
        assert.isNull(yield* textOf("call_1.args", otherTeam))
      })
    )
  })

for (const { name, store } of bothStores) describe(`runs as a page shows them, on ${name}`, () => suite(store))
