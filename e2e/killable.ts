// A real server that is killed and started again, the upstream its tools reach, and a person who answers what it asks.
import { createServer } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { admin, type Call, signedIn } from "./http-client"
import { type Signalbox, startSignalbox } from "./signalbox-process"

/** A real HTTP upstream that counts what really happened, by idempotency key. */
export interface Upstream {
  readonly origin: string
  readonly host: string
  readonly times: (key: string) => number
  /** Once, at the call with this number of all that come from now on: when it has had its effect, or when its answer is out. */
  readonly at: (point: "arrived" | "answered", nth: number, then: () => void) => void
  readonly close: () => Promise<void>
}

export const startUpstream = async (): Promise<Upstream> => {
  const effects = new Map<string, number>()
  let trap: { readonly point: string; left: number; readonly then: () => void } | undefined
  const reach = (point: string): void => {
    if (trap?.point !== point || --trap.left > 0) return
    const { then } = trap
    trap = undefined
    then()
  }
  const server = createServer((request, response) => {
    const key = String(request.headers["idempotency-key"])
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      effects.set(key, (effects.get(key) ?? 0) + 1)
      reach("arrived")
      const n = Number(new URL(request.url ?? "/", "http://upstream").searchParams.get("n") ?? JSON.parse(Buffer.concat(parts).toString() || "{}").n)
      response.setHeader("Content-Type", "application/json")
      response.end(JSON.stringify({ n }), () => reach("answered"))
    })
    // The caller dies in the middle of calls; that is what this upstream is for.
    response.on("error", () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the upstream listens on no port")
  const host = `127.0.0.1:${address.port}`
  return {
    origin: `http://${host}`,
    host,
    times: (key) => effects.get(key) ?? 0,
    at: (point, nth, then) => {
      trap = { point, left: nth, then }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

const answers = { 200: { description: "n", content: { "application/json": { schema: { type: "object", properties: { n: { type: "integer" } } } } } } }
const spec = (origin: string) => ({
  openapi: "3.0.3",
  info: { title: "Counter", version: "1" },
  servers: [{ url: origin }],
  paths: {
    "/read": {
      get: { operationId: "read", tags: ["count"], parameters: [{ name: "n", in: "query", required: true, schema: { type: "integer" } }], responses: answers }
    },
    "/write": {
      post: {
        operationId: "write",
        tags: ["count"],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { type: "object", required: ["n"], properties: { n: { type: "integer" }, random: { type: "number" } } } } }
        },
        responses: answers
      }
    }
  }
})

/** Reads may be repeated after a crash, writes need a person and may not. */
export const program = `// Counts, whatever happens
const { read, write } = { read: (args) => tools.up.count.read(args), write: (args) => tools.up.count.write(args) }
const a = await read({ n: 1 })
const b = await write({ n: 2 })
const [c, d] = await Promise.all([write({ n: 3 }), read({ n: 4 })])
const random = Math.random()
const e = await write({ n: 5, random })
const sure = await human.approve({ message: "Is it done?" })
return { n: [a.n, b.n, c.n, d.n, e.n], random, sure }`

export interface Life {
  readonly signalbox: Signalbox
  readonly call: Call
}

export interface Place {
  readonly dataDir: string
  readonly database: string | null
  readonly upstream: Upstream
  /** Names the point at which the server is to be killed; see kill-point.mjs. */
  readonly killFile: string
}

/** The session outlives the process, so a later life goes on with the earlier one's address and cookie. */
export const startLife = async ({ dataDir, database, upstream, killFile }: Place, before?: Life): Promise<Life> => {
  const signalbox = await startSignalbox({
    dataDir,
    ...(before === undefined ? {} : { port: before.signalbox.port }),
    env: {
      SIGNALBOX_ADMIN_EMAIL: admin.email,
      SIGNALBOX_ADMIN_PASSWORD: admin.password,
      SIGNALBOX_ALLOW_HOSTS: upstream.host,
      NODE_OPTIONS: `--import=${pathToFileURL("e2e/kill-point.mjs").href}`,
      KILL_FILE: killFile,
      ...(database === null ? {} : { DATABASE_URL: database, SIGNALBOX_SECRET: "a-secret-for-tests-that-is-long-enough" })
    }
  })
  return { signalbox, call: before?.call ?? (await signedIn(signalbox)) }
}

export const addUpstream = async ({ call }: Life, { origin }: Upstream): Promise<void> => {
  const added = await call("POST", "/api/v1/sources", { kind: "openapi", name: "up", spec: JSON.stringify(spec(origin)) })
  if (added.status !== 201) throw new Error(`the source was not added: ${added.status} ${JSON.stringify(added.body)}`)
}

/** The same key again gives the run that is there already. */
export const submit = async ({ call }: Life, idempotencyKey: string): Promise<string> => {
  const run = await call("POST", "/api/v1/runs", { code: program, idempotencyKey })
  if (run.status !== 200 && run.status !== 201) throw new Error(`not submitted: ${run.status} ${JSON.stringify(run.body)}`)
  return run.body.id
}

/** Answers whatever is pending, looking at the upstream before saying what became of an uncertain call, until the run is over. */
export const accompany = async ({ call }: Life, runId: string, upstream: Upstream) => {
  while (true) {
    const run = await call("GET", `/api/v1/runs/${runId}`)
    if (run.status !== 200) throw new Error(`${runId}: ${run.status} ${JSON.stringify(run.body)}`)
    if (run.body.finishedAt !== null) return run.body
    for (const asked of run.body.interactions) {
      if (asked.status !== "pending") continue
      const happened = upstream.times(`${runId}:${asked.toolCallId}`) > 0
      const said = happened ? { choice: "succeeded", result: { n: asked.args?.n ?? null } } : { choice: "retry" }
      const answer = await call("POST", `/api/v1/interactions/${asked.id}/answer`, { action: "accept", ...(asked.options === null ? {} : { content: said }) })
      if (answer.status !== 200 && answer.status !== 409) throw new Error(`${asked.id} cannot be answered: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    await pause(20)
  }
}

/** Numbers of the run's events, in the order of its stream; the run is over. */
export const eventNumbers = async ({ call }: Life, runId: string): Promise<ReadonlyArray<number>> => {
  const stream = await call("GET", `/api/v1/runs/${runId}/events`)
  return [...String(stream.body).matchAll(/^id: ?(\d+)$/gm)].map(([, id]) => Number(id))
}
