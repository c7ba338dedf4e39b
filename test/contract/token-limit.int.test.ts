import { Schema } from "effect"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { Failed, get, openServer, post, read, signInAdmin } from "../fixtures/http-world"

let close: () => Promise<void>
beforeAll(async () => {
  vi.stubEnv("SIGNALBOX_TOKEN_SUBMITS_PER_MINUTE", "2")
  vi.stubEnv("SIGNALBOX_TOKEN_READS_PER_MINUTE", "3")
  close = await openServer()
})
afterAll(async () => {
  await close()
  vi.unstubAllEnvs()
})

const newToken = async (name: string, person: Awaited<ReturnType<typeof signInAdmin>>): Promise<string> => {
  const made = await post("/api/v1/tokens", { name, scopes: ["runs:submit", "runs:read"] }, person)
  return (await read(made, 201, Schema.Struct({ token: Schema.String }).annotate({}))).token
}

const statusesOf = (answers: ReadonlyArray<Response>) => answers.map(({ status }) => status).toSorted()

it("a service token that calls too often is told when to come back, in the shape of the API; a revoked one opens nothing", async () => {
  const person = await signInAdmin()
  const token = await newToken("flood", person)
  const headers = { authorization: `Bearer ${token}` }
  // All at once: the longer they take, the more of them the minute lets through.
  const submitted = await Promise.all(Array.from({ length: 3 }, () => post("/api/v1/runs", { code: "return 1" }, headers)))
  expect(statusesOf(submitted)).toEqual([201, 201, 429])
  const refused = submitted.find(({ status }) => status === 429) ?? expect.fail("one of them is too many")
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await read(refused, 429, Failed)).error).toMatchObject({ code: "rate_limited", message: expect.stringContaining("2 changing calls a minute") })
  // Reading has a count of its own, which every way in shares.
  const ways = ["/api/v1/runs", "/api/trpc/runs.count?input=%7B%22json%22%3A%7B%7D%7D"]
  const reads = await Promise.all([...ways, ...ways, ...ways].map((path) => get(path, headers)))
  expect(statusesOf(reads)).toEqual([200, 200, 200, 429, 429, 429])
  // People are not counted.
  for (let count = 0; count < 5; count++) expect((await get("/api/v1/runs", person)).status).toBe(200)
})

it("several messages in one request to the MCP endpoint count each for itself", async () => {
  const person = await signInAdmin()
  const token = await newToken("batches", person)
  const headers = { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" }
  const execute = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "execute", arguments: { code: "return 1" } } })
  expect((await post("/api/mcp", [execute(1), execute(2), execute(3)], headers)).status).toBe(429)
  const { items } = await read(await get("/api/v1/runs?trigger=mcp", headers), 200, Schema.Struct({ items: Schema.Array(Schema.Unknown) }).annotate({}))
  expect(items).toEqual([])
})
