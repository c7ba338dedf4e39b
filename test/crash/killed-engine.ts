import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { createServer, type Server } from "node:http"
import { createInterface } from "node:readline"
import type { Label } from "./labels"

/** A real HTTP upstream that counts what really happened, by idempotency key. */
export interface Upstream {
  readonly url: string
  readonly effects: Map<string, number>
  readonly close: () => Promise<void>
}

export const startUpstream = async (): Promise<Upstream> => {
  const effects = new Map<string, number>()
  const server: Server = createServer((request, response) => {
    const key = String(request.headers["idempotency-key"])
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      effects.set(key, (effects.get(key) ?? 0) + 1)
      response.setHeader("Content-Type", "application/json")
      response.end(Buffer.concat(parts))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the upstream listens on no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    effects,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

/** The process died while it was asked, or before. */
export class Died extends Error {}

export interface EngineProcess {
  readonly ask: (order: unknown) => Promise<unknown>
  readonly kill: () => Promise<void>
  readonly died: Promise<void>
}

export const startEngine = async (orders: {
  readonly dataDir: string
  readonly database: string | null
  readonly upstream: string
  readonly stopAt: { readonly label: Label; readonly nth: number } | null
}): Promise<EngineProcess> => {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [
    "--import",
    "./scripts/ts-loader.mjs",
    "test/crash/engine-process.ts",
    JSON.stringify(orders)
  ])
  const waiting: Array<{ readonly resolve: (value: unknown) => void; readonly reject: (cause: Error) => void }> = []
  const said: Array<string> = []
  child.stderr.on("data", (part: Buffer) => said.push(part.toString()))
  const died = new Promise<void>((resolve) => {
    child.on("close", () => {
      for (const one of waiting.splice(0)) one.reject(new Died(`the engine's process ended: ${said.join("").slice(-2_000)}`))
      resolve()
    })
  })
  const ready = new Promise<void>((resolve, reject) => {
    waiting.push({ resolve: () => resolve(), reject })
  })
  createInterface(child.stdout).on("line", (line) => {
    const message: { readonly stoppedAt?: string; readonly value?: unknown; readonly failed?: string; readonly ready?: boolean } = JSON.parse(line)
    // It stands still at the point it was told; from here on it is a corpse.
    if (message.stoppedAt !== undefined) return void child.kill("SIGKILL")
    const one = waiting.shift()
    if (message.failed === undefined) one?.resolve(message.value)
    else one?.reject(new Error(message.failed))
  })
  await ready
  return {
    ask: (order) =>
      new Promise((resolve, reject) => {
        if (child.exitCode !== null || child.signalCode !== null) return reject(new Died("the engine's process is gone"))
        waiting.push({ resolve, reject })
        child.stdin.write(`${JSON.stringify(order)}\n`, (cause) => void (cause && child.kill("SIGKILL")))
      }),
    kill: async () => {
      child.kill("SIGKILL")
      await died
    },
    died
  }
}
