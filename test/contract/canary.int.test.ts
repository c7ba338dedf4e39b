import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { WebhookDelivery, WebhookWithSecret } from "../../server/domain/webhook"
import { type ApiUpstream, apiUpstream, sendJson } from "../fixtures/api-upstream"
import { byLook, canariesIn, canaryArgs, canaryProgram } from "../fixtures/canary"
import { type Credentials, call, get, openServer, origin, post, read, signInAdmin, token } from "../fixtures/http-world"
import { readSse } from "../fixtures/sse"

/*
 * Secrets that a program, a person or a receiver handles are found nowhere: not in what is sent, shown, streamed,
 * exported or logged, in whatever form they are written.
 */

const log: Array<string> = []
let close: () => Promise<void>
let admin: Credentials
let receiver: ApiUpstream
let came: () => void = () => undefined
beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      log.push(String(chunk))
      return true
    })
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void log.push(said.map(String).join(" ")))
  receiver = await apiUpstream(({ url, headers }, response) => {
    if (url === "/echo") return sendJson(response, 200, { authorization: headers["authorization"], cookie: `session=${byLook}` })
    response.end(`got ${byLook} and ${Buffer.from(byLook).toString("base64")} with ${headers["webhook-signature"]}`)
    came()
  })
  close = await openServer()
  admin = await signInAdmin()
})
afterAll(async () => {
  await close()
  await receiver.close()
  vi.restoreAllMocks()
})

const overMcp = (name: string, given: object): Promise<string> => {
  const revision = "2026-07-28"
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "canary", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {}
  }
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": revision, "mcp-method": "tools/call", "mcp-name": name, ...token }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given, _meta } })
  const request = new Request(`${origin}/api/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", host: "localhost:3000", ...headers },
    body
  })
  return call(request).then((answer) => answer.text())
}
const messages = () => receiver.received.filter(({ url }) => url !== "/echo")
const idIn = (text: string, kind: "run" | "int"): string => new RegExp(`${kind}_[0-9a-f-]{36}`).exec(text)?.[0] ?? expect.fail(`no ${kind} in ${text}`)

it("canary secrets are found nowhere", async () => {
  const events = ["interaction.pending", "run.failed"]
  const hook = await read(await post("/api/v1/webhooks", { name: "Canary", url: `${receiver.origin}/?token=${byLook}`, events }, admin), 201, WebhookWithSecret)
  expect((await post("/api/v1/hosts", { host: `127.0.0.1:${receiver.port}`, uses: ["fetch"] }, admin)).status).toBe(201)
  const paused = await overMcp("execute", { code: canaryProgram, args: canaryArgs(receiver.origin) })
  const [runId, interactionId] = [idIn(paused, "run"), idIn(paused, "int")]
  const answered = await post(`/api/v1/interactions/${interactionId}/answer`, { action: "accept", comment: `go on with ${byLook}` }, admin)
  expect(answered.status).toBe(200)
  const stream = JSON.stringify(await readSse(await get(`/api/v1/runs/${runId}/events`)).rest())
  const ended = await overMcp("wait", { runId })
  // What people and scripts write beside a program: reasons, keys, names.
  const stopped = await overMcp("execute", { code: "await human.approve({ message: 'Wait' })", idempotencyKey: `key of ${byLook}` })
  const stop = () => post(`/api/v1/runs/${idIn(stopped, "run")}/cancel`, { reason: `it has ${byLook}` }, admin)
  expect((await stop()).status).toBe(200)
  const again = await overMcp("execute", { code: "await human.approve({ message: 'Wait' })", idempotencyKey: `key of ${byLook}` })
  expect(idIn(again, "run")).toBe(idIn(stopped, "run"))
  const other = await overMcp("execute", { code: "return 1", idempotencyKey: `key of ${byLook.replace("Canary0", "Canary1")}` })
  expect(idIn(other, "run")).not.toBe(idIn(stopped, "run"))
  expect((await post("/api/v1/tokens", { name: `for ${byLook}`, scopes: ["runs:read"] }, admin)).status).toBe(201)
  await new Promise<void>((resolve) => {
    came = () => messages().length >= 2 && resolve()
    came()
  })
  const Log = Schema.Struct({ items: Schema.Array(WebhookDelivery), nextCursor: Schema.NullOr(Schema.String) })
  const deliveries = () => get(`/api/v1/webhooks/${hook.id}/deliveries`, admin)
  await vi.waitUntil(async () => (await read(await deliveries(), 200, Log)).items.every(({ status }) => status === "delivered"), { timeout: 30_000 })

  const paths = [
    `runs/${runId}`,
    "runs",
    "interactions",
    `interactions/${interactionId}`,
    "webhooks",
    "tokens",
    `runs/${idIn(stopped, "run")}`,
    `webhooks/${hook.id}/deliveries`,
    "audit",
    "audit/export?format=csv"
  ]
  const answers = await Promise.all(paths.map(async (path) => [path, await (await get(`/api/v1/${path}`, admin)).text()] as const))
  const places: ReadonlyArray<readonly [string, string]> = [
    ...answers,
    ["the webhook's messages", JSON.stringify(messages().map(({ headers, body }) => ({ headers, body })))],
    ["the run's stream", stream],
    ["answers over MCP", paused + ended + stopped + again],
    ["the server's log", log.join("\n")]
  ]
  const found = canariesIn(places, [hook.secret, hook.secret.slice(6)])
  expect(found).toEqual([])
  // What is searched is what was stored: these places tell of the run, with what was taken out.
  const told = new Map(places)
  for (const place of [`runs/${runId}`, `webhooks/${hook.id}/deliveries`, "the run's stream", "the webhook's messages"])
    expect(told.get(place), place).toContain("[redacted]")
  expect(told.get("the webhook's messages")).toContain(interactionId)
  expect(ended).toContain("it ended with [redacted]")

  const folder = process.env["SIGNALBOX_DATA_DIR"] ?? ""
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const kept = files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name))] as const)
  expect(canariesIn(kept, [hook.secret])).toEqual([])
  expect(kept.some(([, bytes]) => bytes.includes(runId))).toBe(true)
})
