// Reading the list among 1,000,000 runs, beside the same questions among 1,000: medians in ms, on SQLite, warm.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import SqliteDatabase from "better-sqlite3"
import { Effect, Layer } from "effect"
import { RunsQuery } from "../server/history/runs-query"
import { aTeam } from "../test/fixtures/run-rows"
import { temporaryStore } from "../test/fixtures/temporary-store"

const many = Number(process.env["RUNS"] ?? 1_000_000)
const few = 1000
const times = 15

const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** One run a second up to now; 2 % failed, one in a thousand waits, one in a thousand uses a rare tool. */
const fill = (file: string, count: number, now: number): void => {
  const database = new SqliteDatabase(file)
  database.exec(`INSERT INTO "Run" ("id", "teamId", "kind", "status", "title", "trigger", "actorKind", "actorId", "actorLabel", "startedAt", "durationMs", "lastDecision", "pendingInteractionCount", "tools", "programHash")
    WITH RECURSIVE "n"("i") AS (SELECT 0 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" + 1 < ${count})
    SELECT printf('run_%08x-%04x-7000-8000-%012x', (${now} - (${count} - "i") * 1000) / 65536, (${now} - (${count} - "i") * 1000) % 65536, "i"), '${aTeam}', 'code',
    CASE WHEN "i" % 1000 = 7 THEN 'waiting_for_interaction' WHEN "i" % 50 = 0 THEN 'failed' ELSE 'completed' END, 'Program ' || ("i" % 100), CASE WHEN "i" % 3 = 0 THEN 'api' ELSE 'mcp' END,
    'user', 'actor-' || ("i" % 20), 'Actor', ${now} - (${count} - "i") * 1000, "i" % 90000, CASE WHEN "i" % 40 = 0 THEN 'declined' WHEN "i" % 10 = 0 THEN 'accepted' END,
    CASE WHEN "i" % 1000 = 7 THEN 1 ELSE 0 END, '[]', 'h' FROM "n";
    INSERT INTO "RunDetail" ("runId", "code", "language", "timeoutMs") SELECT "id", CASE WHEN "startedAt" % 7919000 = 0 THEN 'return needle' ELSE 'return await tools.demo.echo()' END, 'typescript', 1 FROM "Run";
    INSERT INTO "RunTool" SELECT "teamId", CASE WHEN "durationMs" % 1000 = 3 THEN 'rare.tool' ELSE 'demo.echo' END, "startedAt", "id" FROM "Run";
    INSERT INTO "ToolPath" SELECT DISTINCT "teamId", "path" FROM "RunTool";
    INSERT INTO "RunStatDay" SELECT "teamId", "startedAt" / 86400000, "kind", "status", count(*) FROM "Run" GROUP BY 1, 2, 3, 4`)
  database.close()
}

const measure = (count: number, now: number) =>
  Effect.scoped(
    Effect.gen(function* () {
      const dataDir = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "signalbox-bench-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      const file = join(dataDir, "signalbox.db")
      return yield* Effect.gen(function* () {
        fill(file, count, now)
        const runs = yield* RunsQuery
        const day = now - 86_400_000
        const deep = now - (count - count / 10) * 1000
        const facets = ["status", "trigger", "kind", "actor", "tool", "approval"] as const
        const first = yield* runs.list(aTeam, {}, {})
        const cursor = first.nextCursor ?? undefined
        const [anId = ""] = first.items.map(({ id }) => id)
        const questions = {
          "first page": runs.list(aTeam, {}, {}),
          "next page": runs.list(aTeam, {}, { cursor }),
          "page deep down": runs.list(aTeam, {}, { at: deep }),
          "failed ones": runs.list(aTeam, { status: ["failed"] }, {}),
          "rare tool": runs.list(aTeam, { tool: ["rare.tool"] }, {}),
          "tools below": runs.list(aTeam, { tool: ["rare.*", "demo.*"] }, {}),
          "declined, an actor": runs.list(aTeam, { approval: ["declined"], actor: ["actor-0"] }, {}),
          "a trigger": runs.list(aTeam, { trigger: ["api"] }, {}),
          "a kind that nothing has": runs.list(aTeam, { kind: ["agent"] }, {}),
          "a rare length": runs.list(aTeam, { minDurationMs: 89_999, maxDurationMs: 89_999 }, {}),
          "nobody was asked": runs.list(aTeam, { approval: ["none"] }, {}),
          "somebody is asked now": runs.list(aTeam, { approval: ["pending"] }, {}),
          "a stretch long ago": runs.list(aTeam, { from: deep - 3_600_000, to: deep }, {}),
          "all filters at once": runs.list(
            aTeam,
            {
              status: ["failed"],
              trigger: ["api"],
              kind: ["code"],
              actor: ["actor-0"],
              tool: ["demo.*"],
              approval: ["none", "accepted"],
              q: "echo",
              from: deep,
              minDurationMs: 1
            },
            {}
          ),
          "a run's id": runs.list(aTeam, { q: anId }, {}),
          "rare word": runs.list(aTeam, { q: "needle" }, {}),
          "common word": runs.list(aTeam, { q: "echo" }, {}),
          count: runs.count(aTeam, {}),
          "count, tools below": runs.count(aTeam, { tool: ["demo.*"] }),
          "facets, a day": runs.facets(aTeam, { from: day }, facets),
          "facets, all time": runs.facets(aTeam, {}, ["status"]),
          "all facets, all time": runs.facets(aTeam, {}, facets),
          "all facets, rare tool": runs.facets(aTeam, { tool: ["rare.tool"] }, facets),
          "all facets, common word": runs.facets(aTeam, { q: "echo" }, facets),
          "chart, a day": runs.histogram(aTeam, { from: day }, 48),
          "chart, all time": runs.histogram(aTeam, {}, 48),
          "chart, tools below": runs.histogram(aTeam, { tool: ["demo.*"] }, 48),
          "bulk: ids of a filter": runs.ids(aTeam, { status: ["failed"] }, 1200)
        }
        const figures: Record<string, number> = {}
        for (const [name, question] of Object.entries(questions)) {
          const took: Array<number> = []
          for (let n = 0; n < times; n++) {
            const began = performance.now()
            yield* question
            took.push(performance.now() - began)
          }
          figures[name] = median(took)
        }
        return figures
      }).pipe(Effect.provide(Layer.provideMerge(RunsQuery.layer, temporaryStore({ database: { kind: "sqlite", file } }))))
    })
  )

export default async (): Promise<Readonly<Record<string, number>>> => {
  const now = Date.now()
  const small = await Effect.runPromise(measure(few, now))
  const large = await Effect.runPromise(measure(many, now))
  return Object.fromEntries(
    Object.entries(large).flatMap(([name, ms]) => [
      [`${name} ms`, ms],
      [`${name} ×`, ms / (small[name] ?? Number.NaN)]
    ])
  )
}
