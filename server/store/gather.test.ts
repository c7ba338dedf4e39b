import { Deferred } from "effect"
import { assert, describe, it } from "vitest"
import { aRun, ownedBy } from "../../test/fixtures/stored-run"
import type { RunId } from "../domain/ids"
import type { RunWrite } from "../engine/run-store"
import { gather, type Waiting, type WriteRequest } from "./gather"

const runs = [aRun(), aRun(), aRun()].map((run) => ownedBy(run, "owner"))
const [one, two, three] = runs
if (one === undefined || two === undefined || three === undefined) throw new Error("three runs")

const waiting = (request: WriteRequest, bytes = 100): Waiting => ({ request, bytes })
const stepOf = ({ run, log }: typeof one, at: number, owner = "owner", writes: ReadonlyArray<RunWrite> = [log(`${at}`)]): WriteRequest => ({
  _tag: "Step",
  runId: run.id,
  owner,
  stepId: `${at}`,
  parts: [{ step: { runId: run.id, teamId: run.teamId, owner, at, spentMs: 0, writes }, done: Deferred.makeUnsafe() }]
})
const wishOf = (runId: RunId): WriteRequest => ({ _tag: "Wish", runId, wish: "{}", done: Deferred.makeUnsafe() })
const submitOf = (idempotencyKey: string): WriteRequest => ({ _tag: "Submit", run: aRun({ idempotencyKey }), done: Deferred.makeUnsafe() })
const times = (request: WriteRequest | undefined) => (request?._tag === "Step" ? request.parts.map(({ step }) => step.at) : [])

describe("gathering requests for one transaction", () => {
  it("takes requests of different runs together and consecutive steps of one owner as one", () => {
    const { batch, rest, bytes } = gather([waiting(stepOf(one, 1)), waiting(stepOf(two, 2)), waiting(stepOf(one, 3)), waiting(wishOf(three.run.id))])
    assert.deepStrictEqual(batch.map(times), [[1, 3], [2], []])
    assert.deepStrictEqual([rest.length, bytes], [0, 400])
  })
  it("keeps the order of one run: what comes after a request of another kind waits for the next flush", () => {
    const requests = [stepOf(one, 1), wishOf(one.run.id), stepOf(one, 2), stepOf(two, 3)].map((request) => waiting(request))
    const { batch, rest } = gather(requests)
    assert.deepStrictEqual(batch.map(times), [[1], [3]])
    assert.deepStrictEqual(rest, requests.slice(1, 3))
  })
  it("joins neither steps of two owners nor anything to the end of a run", () => {
    assert.deepStrictEqual(gather([waiting(stepOf(one, 1)), waiting(stepOf(one, 2, "other"))]).batch.map(times), [[1]])
    assert.deepStrictEqual(gather([waiting(stepOf(one, 1, "owner", [one.end(1)])), waiting(stepOf(one, 2))]).batch.map(times), [[1]])
  })
  it("keeps two submissions with one key apart", () => {
    const { batch, rest } = gather([waiting(submitOf("a")), waiting(submitOf("a")), waiting(submitOf("b"))])
    assert.deepStrictEqual([batch.length, rest.length], [2, 1])
  })
  it("stops at a size that keeps nobody waiting long, but takes what is larger alone", () => {
    const large = 20 << 20
    assert.deepStrictEqual(gather([waiting(stepOf(one, 1), large), waiting(stepOf(two, 2), 1)]).batch.map(times), [[1]])
    assert.deepStrictEqual(gather([waiting(stepOf(one, 1), 1), waiting(stepOf(two, 2), large), waiting(stepOf(two, 3), 1)]).batch.map(times), [[1]])
    assert.strictEqual(gather(Array.from({ length: 600 }, () => waiting(submitOf(`${Math.random()}`)))).batch.length, 500)
  })
})
