import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { EpochMs } from "../../../server/domain/epoch-ms"
import { RunSummary } from "../../../server/domain/run"
import { type Credentials, get, post, read } from "../../fixtures/http-world"
import { readSse } from "../../fixtures/sse"
import { Answered, asked, asking, failure, submit } from "./shared"

const Page = Schema.Struct({ items: Schema.Array(RunSummary), nextCursor: Schema.NullOr(Schema.String), prevCursor: Schema.NullOr(Schema.String) })
const Counts = Schema.Record(Schema.String, Schema.Int)
const Facets = Schema.Struct({
  total: Schema.Int,
  totalIsCapped: Schema.Boolean,
  status: Counts,
  trigger: Counts,
  kind: Counts,
  actor: Counts,
  tool: Counts,
  approval: Counts
})
const Histogram = Schema.Struct({ bucketMs: Schema.Int, buckets: Schema.Array(Schema.Struct({ start: EpochMs, counts: Counts })) })

/** What a list of runs can be asked for, in every way of asking. */
export const runFiltersOfTheApi = (name: string, admin: () => Credentials) =>
  describe("filters of runs", () => {
    /** A run that was approved, one that waits, one that failed, one that echoed; and the time before them. */
    const some = async () => {
      const approved = await submit(asking)
      const from = new Date(approved.startedAt).toISOString()
      await read(await post(`/api/v1/interactions/${asked(approved).id}/answer`, { action: "accept" }, admin()), 200, Answered)
      await readSse(await get(`/api/v1/runs/${approved.id}/events`)).rest()
      const waiting = await submit(asking)
      const failed = await submit('// Reconcile ledgers\nthrow new Error("the zebra crossed")')
      const echoed = await submit("return tools.demo.echo({ value: 1 })", { title: `=HYPERLINK("${name}")` })
      return { from, approved, waiting, failed, echoed }
    }

    it("each filter leaves the runs that it says, and facets and histogram count the same", async () => {
      const { from, approved, waiting, failed, echoed } = await some()
      const idsFor = async (query: string) => (await read(await get(`/api/v1/runs?from=${from}&limit=200&${query}`), 200, Page)).items.map(({ id }) => id)
      expect(await idsFor("tool=demo.echo")).toEqual([echoed.id])
      expect(await idsFor("tool=demo.*")).toEqual([echoed.id, waiting.id, approved.id])
      expect(await idsFor("tool=demo.tickets.*,demo.echo&status=completed")).toEqual([echoed.id, approved.id])
      expect(await idsFor("approval=pending")).toEqual([waiting.id])
      expect(await idsFor("approval=accepted")).toEqual([approved.id])
      expect(await idsFor("approval=any")).toEqual([waiting.id, approved.id])
      expect(await idsFor("approval=none")).toEqual([echoed.id, failed.id])
      expect(await idsFor("q=zebra%20ledg")).toEqual([failed.id])
      expect(await idsFor(`q=${waiting.id}`)).toEqual([waiting.id])
      expect(await idsFor(`minDurationMs=0&maxDurationMs=3600000&status=failed`)).toEqual([failed.id])
      expect(await idsFor("minDurationMs=3600000")).toEqual([])

      const facets = await read(await get(`/api/v1/runs/facets?from=${from}&tool=demo.*`), 200, Facets)
      expect(facets).toMatchObject({ total: 3, totalIsCapped: false, trigger: { api: 3 }, kind: { code: 3 }, approval: { pending: 1, accepted: 1, none: 1 } })
      for (const [path, count] of Object.entries(facets.tool)) expect(await idsFor(`tool=${path}`), path).toHaveLength(count)
      const { buckets } = await read(await get(`/api/v1/runs/histogram?from=${from}&buckets=4&tool=demo.*`), 200, Histogram)
      expect(buckets).toHaveLength(4)
      expect(buckets.flatMap(({ counts }) => Object.values(counts)).reduce((sum, n) => sum + n, 0)).toBe(3)
    })

    it("a question that is withdrawn by the end of its run is the last word on it", async () => {
      const waiting = await submit(asking)
      await post(`/api/v1/runs/${waiting.id}/cancel`, {})
      const page = await read(await get(`/api/v1/runs?approval=cancelled&q=${waiting.id}`), 200, Page)
      expect(page.items).toMatchObject([{ id: waiting.id, lastDecision: { action: "cancelled" }, pendingInteractionCount: 0 }])
    })

    it.each([
      ["tool=demo.*.list", "tool.0", "a tool's path"],
      ["approval=maybe", "approval.0", "pending"],
      ["q=---", "q", "letter or digit"],
      ["minDurationMs=long", "minDurationMs", "whole number"]
    ])("the filter %s is refused by name, whatever is asked", async (query, path, says) => {
      for (const call of ["", "/facets", "/histogram"]) {
        const error = await failure(await get(`/api/v1/runs${call}?${query}`), 400)
        expect(error.issues?.[0]?.path).toBe(path)
        expect(`${error.message} ${error.issues?.[0]?.message}`).toContain(says)
      }
    })

    it("an export holds exactly the runs of the filter, and no cell of it is a formula", async () => {
      const { from, waiting, failed, echoed, approved } = await some()
      const csv = await get(`/api/v1/runs/export?format=csv&from=${from}`)
      expect(csv.headers.get("content-disposition")).toContain("signalbox-runs.csv")
      const lines = (await csv.text()).trimEnd().split("\r\n")
      expect(lines.slice(1).map((line) => line.slice(0, 40))).toEqual([echoed.id, failed.id, waiting.id, approved.id])
      expect(lines[1]).toContain(`"'=HYPERLINK(""${name}"")"`)
      const json = (await (await get(`/api/v1/runs/export?format=json&from=${from}&tool=demo.echo`)).text()).trimEnd().split("\n")
      expect(json.map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(RunSummary))(line).id)).toEqual([echoed.id])
      expect((await failure(await get("/api/v1/runs/export"), 400)).issues?.[0]?.path).toBe("format")
    })

    it("the team's stream tells of what a search finds in the code alone", async () => {
      const word = `needle${name.toLowerCase()}`
      const stream = readSse(await get(`/api/v1/events?q=${word}`))
      await stream.next()
      await submit("return 1")
      const run = await submit(`return "${word}"`)
      let told = await stream.next()
      while (told.data === undefined) told = await stream.next()
      expect(told.data).toMatchObject({ type: "run_changed", runId: run.id })
      await stream.close()
    })
  })
