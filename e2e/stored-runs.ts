// Runs that no program could make, put straight into a server's embedded store, which may be running.
import { join } from "node:path"
import Database from "better-sqlite3"
import type { Signalbox } from "./signalbox-process"

export interface StoredCall {
  readonly path?: string
  readonly line?: number | null
  readonly status?: "completed" | "failed"
  readonly args?: string
  readonly result?: string | null
}

export interface StoredRun {
  readonly title: string
  readonly code?: string
  /** JSON text. */
  readonly result?: string
  readonly calls?: ReadonlyArray<StoredCall>
}

/** Ids sort by the time in them, and the newest comes first. */
const newRunId = (): string => {
  const at = Date.now().toString(16).padStart(12, "0")
  const random = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return `run_${at.slice(0, 8)}-${at.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
}

/** A completed run; its id. */
export const storeRun = ({ dataDir }: Pick<Signalbox, "dataDir">, { title, code = "return 1", result = "null", calls = [] }: StoredRun): string => {
  const store = new Database(join(dataDir, "signalbox.db"))
  try {
    store.pragma("busy_timeout = 20000")
    const team = store.prepare(`SELECT "id" FROM "organization" LIMIT 1`).pluck().get()
    const id = newRunId()
    const startedAt = Date.now()
    const finishedAt = startedAt + 1000 + calls.length * 20
    store.transaction(() => {
      store
        .prepare(
          `INSERT INTO "Run" ("id", "teamId", "kind", "status", "title", "trigger", "actorKind", "actorId", "actorLabel", "startedAt", "finishedAt", "durationMs", "toolCallCount", "programHash")
           VALUES (?, ?, 'code', 'completed', ?, 'api', 'service_token', 'bootstrap', 'bootstrap', ?, ?, ?, ?, 'hash')`
        )
        .run(id, team, title, startedAt, finishedAt, finishedAt - startedAt, calls.length)
      store.prepare(`INSERT INTO "RunDetail" ("runId", "code", "language", "timeoutMs", "result") VALUES (?, ?, 'typescript', 1000, ?)`).run(id, code, result)
      const call = store.prepare(
        `INSERT INTO "ToolCall" ("runId", "id", "index", "path", "source", "status", "line", "startedAt", "finishedAt") VALUES (?, ?, ?, ?, 'demo', ?, ?, ?, ?)`
      )
      const payload = store.prepare(`INSERT INTO "ToolCallPayload" ("runId", "toolCallId", "args", "result") VALUES (?, ?, ?, ?)`)
      calls.forEach(({ path = "demo.echo", line = null, status = "completed", args = "{}", result: value = "null" }, index) => {
        const at = startedAt + index * 20
        call.run(id, `call_${index + 1}`, index, path, status, line, at, at + 15)
        payload.run(id, `call_${index + 1}`, args, value)
      })
    })()
    return id
  } finally {
    store.close()
  }
}
