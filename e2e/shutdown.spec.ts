import { readEvents } from "./event-stream"
import { adminEnvironment, signedIn, withToken } from "./http-client"
import { createsATicket, spins } from "./programs"
import { startSignalbox } from "./signalbox-process"
import { expect, bareTest as test } from "./test"

test("SIGTERM ends the server with streams open, and the next start leaves nothing running or pending", async () => {
  const first = await startSignalbox({ env: adminEnvironment })
  try {
    const script = withToken(first)
    const waiting = await script("POST", "/api/v1/runs", { code: createsATicket("Waiting at the end"), waitMs: 30_000 })
    const spinning = await script("POST", "/api/v1/runs", { code: spins("Running at the end") })
    expect(waiting.body.status).toBe("waiting_for_interaction")
    const streams = [`/api/v1/runs/${waiting.body.id}/events`, `/api/v1/runs/${spinning.body.id}/events`, "/api/v1/events"].map((path) =>
      readEvents(`${first.url}${path}`, { headers: { authorization: "Bearer bootstrap-token-for-tests" } }).catch(() => null)
    )
    await expect.poll(async () => (await script("GET", `/api/v1/runs/${spinning.body.id}`)).body.status).toBe("running")

    const ending = await first.stop("SIGTERM")
    expect(ending.signal).toBeNull()
    await Promise.all(streams)

    const second = await startSignalbox({ env: adminEnvironment, dataDir: first.dataDir })
    try {
      const person = await signedIn(second)
      for (const { body } of [waiting, spinning]) {
        const run = await person("GET", `/api/v1/runs/${body.id}`)
        expect(run.body).toMatchObject({ status: "interrupted", pendingInteractionCount: 0 })
        expect(run.body.finishedAt).not.toBeNull()
      }
      expect((await person("GET", "/api/v1/interactions?status=pending")).body).toMatchObject({ items: [], pendingCount: 0 })
    } finally {
      await second.dispose()
    }
  } finally {
    await first.dispose()
  }
})

test("a killed server's runs are dealt with by the next start", async () => {
  const first = await startSignalbox({ env: adminEnvironment })
  try {
    const waiting = await withToken(first)("POST", "/api/v1/runs", { code: createsATicket("Waiting at the kill"), waitMs: 30_000 })
    await first.stop("SIGKILL")

    const second = await startSignalbox({ env: adminEnvironment, dataDir: first.dataDir })
    try {
      const run = await withToken(second)("GET", `/api/v1/runs/${waiting.body.id}`)
      expect(run.body).toMatchObject({ status: "interrupted", pendingInteractionCount: 0 })
    } finally {
      await second.dispose()
    }
  } finally {
    await first.dispose()
  }
})

test("a second server on the same data directory refuses to start and names the first", async () => {
  const first = await startSignalbox({ env: adminEnvironment })
  try {
    const refused = await startSignalbox({ env: adminEnvironment, dataDir: first.dataDir, readyWithinMs: 60_000 }).then(
      () => "",
      (error: Error) => error.message
    )
    expect(refused).toContain("ended before readiness")
    expect(refused).toMatch(/pid|process/i)
  } finally {
    await first.dispose()
  }
})
