// Secrets that a program, a person or a receiver handles are found nowhere: not in what is sent, shown, streamed, exported or logged, in whatever form they are written.

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { apiUpstream, sendJson } from "../test/fixtures/api-upstream"
import { byLook, canariesIn, canaryArgs, canaryProgram } from "../test/fixtures/canary"
import { modernClient } from "../test/fixtures/mcp-clients"
import { readEvents } from "./event-stream"
import { adminEnvironment, bootstrapToken, signedIn } from "./http-client"
import { startSignalbox } from "./signalbox-process"
import { expect, bareTest as test } from "./test"

test("canary secrets are found nowhere", async () => {
  test.setTimeout(300_000)
  const receiver = await apiUpstream(({ url, headers }, response) => {
    if (url === "/echo") return sendJson(response, 200, { authorization: headers["authorization"], cookie: `session=${byLook}` })
    response.end(`got ${byLook} and ${headers["webhook-signature"]}`)
  })
  const messages = () => receiver.received.filter(({ url }) => url !== "/echo")
  const signalbox = await startSignalbox({ env: { ...adminEnvironment, SIGNALBOX_ALLOW_HOSTS: "127.0.0.1" } })
  const agent = await modernClient({ url: signalbox.url, token: bootstrapToken })
  try {
    const api = await signedIn(signalbox)
    const events = ["interaction.pending", "run.failed"]
    const { body: hook } = await api("POST", "/api/v1/webhooks", { name: "Canary", url: `${receiver.origin}/?token=${byLook}`, events })
    await api("POST", "/api/v1/hosts", { host: `127.0.0.1:${receiver.port}`, uses: ["fetch"] })
    const paused = await agent.call("execute", { code: canaryProgram, args: canaryArgs(receiver.origin) })
    const runId = String(paused.structured["runId"])
    const executionId = String(paused.structured["executionId"])
    await api("POST", `/api/v1/interactions/${executionId}/answer`, { action: "accept", comment: `go on with ${byLook}` })
    const ended = await agent.call("wait", { runId })
    await expect.poll(() => messages().length, { timeout: 30_000 }).toBe(2)
    await expect
      .poll(async () => (await api("GET", `/api/v1/webhooks/${hook.id}/deliveries`)).body.items.map(({ status }: { status: string }) => status))
      .toEqual(["delivered", "delivered"])

    const pages = [
      `/runs/${runId}`,
      `/runs/${runId}?tab=calls`,
      `/runs/${runId}?tab=raw`,
      `/approvals/${executionId}`,
      "/runs",
      "/settings/audit",
      `/settings/webhooks?open=${hook.id}`
    ]
    const calls = [
      `/api/v1/runs/${runId}`,
      "/api/v1/runs",
      "/api/v1/interactions",
      "/api/v1/webhooks",
      `/api/v1/webhooks/${hook.id}/deliveries`,
      "/api/v1/audit",
      "/api/v1/audit/export?format=csv"
    ]
    const read = await Promise.all([...pages, ...calls].map(async (path) => [path, JSON.stringify((await api("GET", path)).body)] as const))
    const stream = await readEvents(`${signalbox.url}/api/v1/runs/${runId}/events`, { headers: { authorization: `Bearer ${bootstrapToken}` } })
    const places: ReadonlyArray<readonly [string, string]> = [
      ...read,
      ...read
        .map(([path, text]) => [`${path}, unescaped`, JSON.parse(text)] as const)
        .map(([path, body]) => [path, typeof body === "string" ? body : JSON.stringify(body)] as const),
      ["the webhook's messages", JSON.stringify(messages().map(({ headers, body }) => ({ headers, body })))],
      ["the run's stream", JSON.stringify(stream.events)],
      ["answers over MCP", JSON.stringify([paused, ended])],
      ["the server's log", signalbox.output()]
    ]
    expect(canariesIn(places, [hook.secret])).toEqual([])
    expect(receiver.received.find(({ url }) => url === "/echo")?.headers["authorization"]).toBe(`Bearer ${byLook}`)
    // What is searched is what was stored: the places hold the run.
    for (const [place, text] of places.filter(([path]) => path.startsWith(`/runs/${runId}`) || path === "the run's stream"))
      expect(text, place).toContain("[redacted]")
    expect(places.find(([place]) => place === "the webhook's messages")?.[1]).toContain(executionId)

    await signalbox.stop()
    const files = readdirSync(signalbox.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const kept = files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name))] as const)
    expect(canariesIn(kept, [hook.secret])).toEqual([])
    // The files are those of the run.
    expect(kept.some(([, bytes]) => bytes.includes(runId))).toBe(true)
  } finally {
    await agent.close()
    await receiver.close()
    await signalbox.dispose()
  }
})
