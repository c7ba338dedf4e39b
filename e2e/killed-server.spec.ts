import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startTemporaryPostgres } from "../scripts/temporary-postgres.mjs"
import { accompany, addUpstream, eventNumbers, type Life, type Place, startLife, startUpstream, submit } from "./killable"
import { expect, bareTest as test } from "./test"

/**
 * The real server, killed with SIGKILL in the middle of runs and started again on what it left. A few kills without `SEEDS`; all
 * of them on demand: `SEEDS=200 npm test -- e2e/killed-server.spec.ts`, on PostgreSQL with `KILL_STORE=postgresql`.
 */
const seeds = Number(process.env["SEEDS"] ?? 3)
const onPostgres = process.env["KILL_STORE"] === "postgresql"

const kinds = ["submit", "own", "begin", "call", "ask", "decide", "settle", "end"]
const points = [...kinds.flatMap((kind) => [`${kind}:before`, `${kind}:after`]), "arrived", "answered", "some moment", "some moment"]

/** What a run does once: killed at a second time, it would not be killed. */
const once: ReadonlySet<string> = new Set(["submit", "own", "begin", "end"])

/** The same numbers for the same seed. */
const random = (seed: number, below: number): number => ((Math.imul(seed * 31 + below, 2_654_435_761) >>> 8) % 65_536) % below

const armed = (seed: number) => {
  const point = points[(seed * 7) % points.length] ?? "end:after"
  return { point, nth: 1 + random(seed, once.has(point.split(":")[0] ?? "") ? 1 : 4), afterMs: random(seed, 1_200) }
}

/** Whether the server died while it saw to the run. */
const diesDuring = async (life: Life, work: Promise<unknown>): Promise<boolean> => {
  const failure = await work.then(
    () => undefined,
    (cause: unknown) => cause
  )
  const died = failure instanceof TypeError
  if (failure !== undefined && !died) throw failure
  if (died) await life.signalbox.stop("SIGKILL")
  return died
}

test(`a server that is killed ${seeds} times in the middle of a run loses nothing and does nothing twice`, async () => {
  test.setTimeout(120_000 + seeds * 60_000)
  const postgres = onPostgres ? await startTemporaryPostgres() : null
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-killed-"))
  const upstream = await startUpstream()
  const place: Place = { dataDir, database: postgres?.url ?? null, upstream, killFile: join(dataDir, "kill-at") }
  const disarm = () => writeFileSync(place.killFile, "")
  disarm()
  let life = await startLife(place)
  const kills = new Map<string, number>()
  try {
    await addUpstream(life, upstream)
    for (let seed = 1; seed <= seeds; seed++) {
      const { point, nth, afterMs } = armed(seed)
      const kill = (): void => void life.signalbox.stop("SIGKILL")
      let timer: NodeJS.Timeout | undefined
      if (point === "some moment") timer = setTimeout(kill, afterMs)
      else if (point === "arrived" || point === "answered") upstream.at(point, nth, kill)
      else writeFileSync(place.killFile, `${point}#${nth}`)
      const key = `seed ${seed}`
      const died = await diesDuring(
        life,
        submit(life, key).then((runId) => accompany(life, runId, upstream))
      )
      clearTimeout(timer)
      upstream.at("arrived", 0, () => undefined)
      disarm()
      if (died) {
        kills.set(point, (kills.get(point) ?? 0) + 1)
        life = await startLife(place, life)
      }
      const runId = await submit(life, key)
      const run = await accompany(life, runId, upstream)
      await test.step(`seed ${seed}, killed at ${point}#${nth}: ${died}`, async () => {
        expect(run).toMatchObject({ status: "completed", error: null, result: { n: [1, 2, 3, 4, 5], sure: true } })
        expect(run.interactions.filter(({ status }: { readonly status: string }) => status === "pending")).toEqual([])
        expect(run.toolCalls.map(({ status }: { readonly status: string }) => status)).toEqual([
          "completed",
          "completed",
          "completed",
          "completed",
          "completed"
        ])
        for (const { id, path } of run.toolCalls) {
          const times = upstream.times(`${runId}:${id}`)
          // A read may be asked for again; a write happens once.
          expect({ path, times }).toEqual({ path, times: path === "up.count.write" ? 1 : expect.any(Number) })
          expect(times).toBeGreaterThan(0)
        }
        const numbers = await eventNumbers(life, runId)
        expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      })
    }
    const unfinished = await life.call("GET", "/api/v1/runs?status=running")
    expect(unfinished.body.items).toEqual([])
    process.stdout.write(
      `${[...kills.values()].reduce((sum, n) => sum + n, 0)} kills in ${seeds} runs: ${[...kills].map(([point, n]) => `${point} ${n}`).join(", ")}\n`
    )
  } finally {
    await life.signalbox.dispose()
    await upstream.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
