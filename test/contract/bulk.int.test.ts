import { createTRPCClient, httpBatchLink } from "@trpc/client"
import { Effect } from "effect"
import superjson from "superjson"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunId, TeamId } from "../../server/domain/ids"
import { appRuntime } from "../../server/runtime/runtime"
import { Database } from "../../server/store/database"
import type { AppRouter } from "../../server/trpc/router"
import { type Credentials, call, openServer, origin, signInAdmin } from "../fixtures/http-world"
import { insertWholeRuns, runIdOf } from "../fixtures/run-rows"
import { asking, submit } from "./http-api/shared"

/** Acting on many runs at once, as the console does it, on the real server. */

let close: () => Promise<void> = async () => undefined
let admin: Credentials = {}
beforeAll(async () => {
  close = await openServer()
  admin = await signInAdmin()
})
afterAll(() => close())

const inConsole = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: `${origin}/api/trpc`,
      transformer: superjson,
      headers: () => admin,
      fetch: (url, init) =>
        call(
          new Request(String(url), {
            method: init?.method ?? "GET",
            headers: new Headers(init?.headers),
            ...(typeof init?.body === "string" ? { body: init.body } : {})
          })
        )
    })
  ]
})

const inBatches = async <A>(ids: ReadonlyArray<RunId>, send: (batch: Array<RunId>) => Promise<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> => {
  const results: Array<A> = []
  for (let from = 0; from < ids.length; from += 50) results.push(...(await send(ids.slice(from, from + 50))))
  return results
}

describe("a filter that is held fast", () => {
  it("means the runs that matched then: each of them runs again once, also when a batch is sent twice, and no other does", async () => {
    const runtime = await appRuntime()
    const team = await runtime.runPromise(Database.use(({ client }) => Effect.promise(() => client.organization.findFirstOrThrow())))
    const teamId = TeamId.make(team.id)
    const seeds = Array.from({ length: 120 }, (_, n) => ({ id: runIdOf(n), teamId, startedAt: 1_000_000 + n, title: "frozen needle", code: "return 1" }))
    await runtime.runPromise(insertWholeRuns(seeds))
    const { ids, isCapped } = await inConsole.bulk.freeze.query({ q: "frozen needle" })
    expect(isCapped).toBe(false)
    expect(ids).toEqual(seeds.map(({ id }) => id).toReversed())

    const late = await submit("return 2", { title: "frozen needle, too late" })
    const batch = "batch-0123456789"
    const results = await inBatches(ids, (some) => inConsole.bulk.rerun.mutate({ ids: some, batch }))
    expect(results.map(({ id }) => id)).toEqual(ids)
    const again = await inConsole.bulk.rerun.mutate({ ids: ids.slice(0, 50), batch })
    const newIds = results.map((one) => (one.done ? one.newId : null))
    expect(again.map((one) => (one.done ? one.newId : null))).toEqual(newIds.slice(0, 50))

    const reruns = await inConsole.bulk.freeze.query({ trigger: ["rerun"] })
    expect(new Set(reruns.ids)).toEqual(new Set(newIds))
    expect(reruns.ids).toHaveLength(120)
    const { run } = await inConsole.runs.get.query({ id: reruns.ids[0] ?? late.id })
    expect(ids).toContain(run.rerunOf)
  })
})

describe("many runs at once", () => {
  it("are cancelled each by itself: what is over, or not there, is told of that run alone", async () => {
    const waiting = [await submit(asking), await submit(asking)]
    const over = await submit("return 1")
    const nowhere = runIdOf(9999)
    const results = await inConsole.bulk.cancel.mutate({ ids: [...waiting.map(({ id }) => id), over.id, nowhere], reason: "tidying up" })
    expect(results).toMatchObject([
      { id: waiting[0]?.id, done: true },
      { id: waiting[1]?.id, done: true },
      { id: over.id, done: false, code: "run_is_over" },
      { id: nowhere, done: false, code: "run_not_found" }
    ])
    for (const { id } of waiting) expect((await inConsole.runs.get.query({ id })).run.status).toBe("cancelled")
  })

  it("are refused above fifty a request, and without any", async () => {
    for (const count of [0, 51]) {
      const ids = Array.from({ length: count }, (_, n) => runIdOf(n))
      await expect(inConsole.bulk.cancel.mutate({ ids })).rejects.toThrow()
    }
  })
})
