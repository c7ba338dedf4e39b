import { randomBytes } from "node:crypto"
import { join } from "node:path"
import SqliteDatabase from "better-sqlite3"
import { runIdAt } from "../server/domain/ids"

export interface Seed {
  readonly title: string
  readonly startedAt: number
  readonly status?: "completed" | "failed" | "cancelled"
  readonly tool?: string
  readonly code?: string
  readonly actor?: { readonly kind: "user" | "agent" | "service_token"; readonly id: string; readonly label: string }
  readonly trigger?: "api" | "console" | "mcp"
  readonly durationMs?: number
}

const seeder = { kind: "user", id: "seeder", label: "Seeder" } as const

/** Runs that are over, put straight into a server's store, in the order given. Gives their ids. */
export const seedRuns = (dataDir: string, seeds: ReadonlyArray<Seed>): ReadonlyArray<string> => {
  const database = new SqliteDatabase(join(dataDir, "signalbox.db"), { timeout: 20_000 })
  const run = database.prepare(
    `INSERT INTO "Run" ("id", "teamId", "kind", "status", "title", "trigger", "actorKind", "actorId", "actorLabel", "startedAt", "finishedAt", "durationMs", "tools", "programHash")
     SELECT ?, "id", 'code', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'seed' FROM "organization" LIMIT 1`
  )
  const detail = database.prepare(`INSERT INTO "RunDetail" ("runId", "code", "language", "timeoutMs") VALUES (?, ?, 'typescript', 60000)`)
  const used = database.prepare(`INSERT INTO "RunTool" ("teamId", "path", "startedAt", "runId") SELECT "id", ?, ?, ? FROM "organization" LIMIT 1`)
  const path = database.prepare(`INSERT INTO "ToolPath" ("teamId", "path") SELECT "id", ? FROM "organization" LIMIT 1 ON CONFLICT DO NOTHING`)
  const insert = database.transaction(() =>
    seeds.map(({ title, startedAt, status = "completed", tool, code = "return 1", actor = seeder, trigger = "api", durationMs = 5 }) => {
      const id = runIdAt(startedAt, [...randomBytes(10)])
      run.run(
        id,
        status,
        title,
        trigger,
        actor.kind,
        actor.id,
        actor.label,
        startedAt,
        startedAt + durationMs,
        durationMs,
        JSON.stringify(tool === undefined ? [] : [[tool, 1]])
      )
      detail.run(id, code)
      if (tool !== undefined) {
        used.run(tool, startedAt, id)
        path.run(tool)
      }
      return id
    })
  )
  const ids = insert.immediate()
  database.close()
  return ids
}
