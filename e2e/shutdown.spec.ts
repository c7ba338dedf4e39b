import { readEvents } from "./event-stream"
import { adminEnvironment, signedIn, withToken } from "./http-client"
import { createsATicket, spins } from "./programs"
import { type Signalbox, startSignalbox } from "./signalbox-process"
import { expect, bareTest as test } from "./test"

/** Starts two runs that the end of the server finds in the middle: one waits for a person, one computes. */
const leaveTwoRuns = async (server: Signalbox) => {
  const script = withToken(server)
  const waiting = await script("POST", "/api/v1/runs", { code: createsATicket("Waiting at the end"), waitMs: 30_000 })
  expect(waiting.body.status).toBe("waiting_for_interaction")
  const spinning = await script("POST", "/api/v1/runs", { code: spins("Running at the end"), timeoutMs: 8_000 })
  // It runs for those seconds only: looked at often, so that a busy machine sees them too.
  await expect.poll(async () => (await script("GET", `/api/v1/runs/${spinning.body.id}`)).body.status, { intervals: [50] }).toBe("running")
  return { waiting: waiting.body.id, spinning: spinning.body.id, interaction: waiting.body.interactions[0].id }
}

/** The next server looks after both: the question can still be answered, the spinning program meets its limit, and nothing is open at the end. */
const expectBothLookedAfter = async (dataDir: string, left: Awaited<ReturnType<typeof leaveTwoRuns>>) => {
  const server = await startSignalbox({ env: adminEnvironment, dataDir })
  try {
    const person = await signedIn(server)
    const statusOf = async (id: string) => (await person("GET", `/api/v1/runs/${id}`)).body.status
    await expect.poll(() => statusOf(left.spinning), { timeout: 45_000 }).toBe("failed")
    expect(await statusOf(left.waiting)).toBe("waiting_for_interaction")
    expect((await person("POST", `/api/v1/interactions/${left.interaction}/answer`, { action: "accept" })).status).toBe(200)
    await expect.poll(() => statusOf(left.waiting)).toBe("completed")
    const run = await person("GET", `/api/v1/runs/${left.waiting}`)
    expect(run.body.result).toEqual({ created: "Waiting at the end" })
    expect((await person("GET", "/api/v1/interactions?status=pending")).body).toMatchObject({ items: [], pendingCount: 0 })
    expect((await person("GET", "/api/v1/runs?status=queued,running,waiting_for_interaction")).body.items).toEqual([])
  } finally {
    await server.dispose()
  }
}

test("SIGTERM ends the server with streams open, and the next one goes on with what it left", async () => {
  test.slow()
  const first = await startSignalbox({ env: adminEnvironment })
  try {
    const left = await leaveTwoRuns(first)
    const streams = [`runs/${left.waiting}/events`, `runs/${left.spinning}/events`, "events"].map((path) =>
      readEvents(`${first.url}/api/v1/${path}`, { headers: { authorization: "Bearer bootstrap-token-for-tests" } }).catch(() => null)
    )
    const ending = await first.stop("SIGTERM")
    expect(ending).toEqual({ code: 0, signal: null })
    await Promise.all(streams)
    await expectBothLookedAfter(first.dataDir, left)
  } finally {
    await first.dispose()
  }
})

test("a killed server's runs are looked after by the next one", async () => {
  test.slow()
  const first = await startSignalbox({ env: adminEnvironment })
  try {
    const left = await leaveTwoRuns(first)
    await first.stop("SIGKILL")
    await expectBothLookedAfter(first.dataDir, left)
  } finally {
    await first.dispose()
  }
})
