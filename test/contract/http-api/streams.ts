import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { LiveFeed } from "../../../server/live/feed"
import { appRuntime } from "../../../server/runtime/runtime"
import { type Credentials, get, post, token } from "../../fixtures/http-world"
import { readSse } from "../../fixtures/sse"
import { asked, asking, failure, submit } from "./shared"

const isAbout = (data: unknown, runId: string, status: string): boolean =>
  Schema.is(Schema.Struct({ runId: Schema.Literal(runId), run: Schema.Struct({ status: Schema.Literal(status) }) }))(data)

/** Events of a run and of the team. */
export const streamsOfTheApi = (_name: string, admin: () => Credentials) =>
  describe("streams", () => {
    it("a run's events come as they happen, with headers that keep proxies from holding them back, and end with the terminal one", async () => {
      const run = await submit(asking)
      const answer = await get(`/api/v1/runs/${run.id}/events`)
      expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/)
      expect(answer.headers.get("x-accel-buffering")).toBe("no")
      expect(answer.headers.get("cache-control")).toContain("no-transform")
      const stream = readSse(answer)
      const before = [await stream.next(), await stream.next(), await stream.next()]
      expect(before.map(({ data }) => data)).toMatchObject([
        { seq: 1, type: "execution_started" },
        { seq: 2, type: "tool_call_started" },
        { seq: 3, type: "interaction_started" }
      ])
      await post(`/api/v1/interactions/${asked(run).id}/answer`, { action: "accept" }, admin())
      const after = await stream.rest()
      expect([...before, ...after].map(({ id }) => Number(id))).toEqual(Array.from({ length: before.length + after.length }, (_, n) => n + 1))
      expect(after.at(-1)?.data).toMatchObject({ type: "execution_finished", data: { status: "completed" } })
    })

    it("a stream that was cut off resumes after Last-Event-ID without gap or repeat", async () => {
      const run = await submit("for (let n = 0; n < 20; n++) { console.log(String(n)); await tools.demo.echo({ value: n }) }")
      const whole = await readSse(await get(`/api/v1/runs/${run.id}/events`)).rest()
      for (const cut of [1, 7, whole.length - 1, whole.length]) {
        const rest = await readSse(await get(`/api/v1/runs/${run.id}/events`, { ...token, "last-event-id": String(cut) })).rest()
        expect(rest).toEqual(whole.slice(cut))
        expect(await readSse(await get(`/api/v1/runs/${run.id}/events?after=${cut}`)).rest()).toEqual(rest)
      }
      expect((await failure(await get(`/api/v1/runs/${run.id}/events`, { ...token, "last-event-id": "x" }), 400)).issues?.[0]?.path).toBe("Last-Event-ID")
    })

    it("the team's stream tells of every change, resumes, and narrows by filter", async () => {
      const stream = readSse(await get("/api/v1/events"))
      const { id: start } = await stream.next()
      const run = await submit("return 1")
      let last = await stream.next()
      while (!isAbout(last.data, run.id, "completed")) last = await stream.next()
      await stream.close()
      const again = readSse(await get("/api/v1/events?status=completed", { ...token, "last-event-id": start }))
      expect((await again.next()).id).toBe(start)
      let found = await again.next()
      while (found.data === undefined) found = await again.next()
      expect(found.data).toMatchObject({ type: "run_changed", runId: run.id, run: { status: "completed" } })
      await again.close()
    })

    it("whoever leaves is not followed any more", async () => {
      const runtime = await appRuntime()
      const count = () => runtime.runPromise(LiveFeed.use((feed) => feed.followerCount))
      const run = await submit(asking)
      const streams = [readSse(await get(`/api/v1/runs/${run.id}/events`)), readSse(await get("/api/v1/events"))]
      for (const stream of streams) await stream.next()
      await expect.poll(count).toBe(2)
      for (const stream of streams) await stream.close()
      await expect.poll(count).toBe(0)
    })
  })
