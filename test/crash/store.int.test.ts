import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AppConfig } from "../../server/config/config"
import { RunId } from "../../server/domain/ids"
import { RunStore } from "../../server/engine/run-store"
import { Database } from "../../server/store/database"
import { runStoreLayer } from "../../server/store/run-store-sql"
import { startEntry } from "../fixtures/stored-run"

/** Kills the writing process when it has said `steps` times that a step is stored; gives the run and the last step it said. */
const killedAfter = (dataDir: string, steps: number) =>
  new Promise<{ readonly runId: RunId; readonly said: number }>((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "./scripts/ts-loader.mjs", "test/crash/committing-steps.ts", dataDir], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const said: Array<string> = []
    createInterface(child.stdout)
      .on("line", (line) => {
        said.push(line)
        if (said.length > steps) child.kill("SIGKILL")
      })
      .on("close", () =>
        said.length > steps ? resolve({ runId: RunId.make(said[0] ?? ""), said: Number(said.at(-1)) }) : reject(new Error("the process ended by itself"))
      )
  })

it.live(
  "after kill -9 everything that was said to be stored is there, whole steps only, and the run can be opened",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        for (const steps of [1, 25]) {
          const dataDir = yield* Effect.acquireRelease(
            Effect.sync(() => mkdtempSync(join(tmpdir(), "signalbox-crash-"))),
            (dir) => Effect.sync(() => rmSync(dir, { recursive: true, force: true }))
          )
          const { runId, said } = yield* Effect.promise(() => killedAfter(dataDir, steps))
          yield* Effect.gen(function* () {
            const { open, events } = yield* RunStore
            const opened = yield* open(runId, "next", startEntry)
            const calls = opened.journal.filter((entry) => entry._tag === "Call").length
            assert.isAtLeast(calls, said)
            assert.strictEqual(opened.toolCalls.length, calls)
            assert.isTrue(opened.toolCalls.every(({ status }) => status === "completed"))
            assert.strictEqual(opened.seen.logs, calls)
            assert.deepStrictEqual(
              (yield* events(runId, 0, 10_000)).map(({ seq }) => seq),
              Array.from({ length: 1 + 2 * calls }, (_, index) => index + 1)
            )
          }).pipe(Effect.provide(Layer.provideMerge(runStoreLayer, Layer.provideMerge(Layer.orDie(Database.layer), AppConfig.layerOf({ dataDir })))))
        }
      })
    ),
  180_000
)
