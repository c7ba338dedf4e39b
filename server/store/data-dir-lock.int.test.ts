import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { lockDataDir } from "./data-dir-lock"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "signalbox-lock-"))),
  (dir) => Effect.sync(() => rmSync(dir, { recursive: true, force: true }))
)
const nameIn = (dir: string): string => readFileSync(join(dir, "signalbox.lock"), "utf8").trim()

/** Another process that holds the lock of `dir` until it is killed; gives its pid once it holds. */
const holder = (dir: string) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ readonly pid: number; readonly kill: () => Promise<void> }>((resolve, reject) => {
          const program = `import { Effect } from "effect"
import { lockDataDir } from "./server/store/data-dir-lock.ts"
// A fiber that waits for ever keeps no process alive: without this it ends, and its lock with it, while the test looks.
setInterval(() => undefined, 1_000)
await Effect.runPromise(Effect.scoped(Effect.andThen(lockDataDir(process.argv[1]), Effect.andThen(Effect.sync(() => process.stdout.write("held\\n")), Effect.never))))`
          const child = spawn(process.execPath, ["--import", "./scripts/ts-loader.mjs", "--input-type=module", "-e", program, dir], {
            stdio: ["ignore", "pipe", "inherit"]
          })
          const ended = new Promise<void>((done) => child.once("exit", () => done()))
          child.once("exit", (code) => reject(new Error(`the holder ended with ${code}`)))
          createInterface(child.stdout).once("line", () =>
            resolve({
              pid: child.pid ?? 0,
              kill: () => {
                child.kill("SIGKILL")
                return ended
              }
            })
          )
        })
    ),
    ({ kill }) => Effect.promise(kill)
  )

it.live("a second server on a data directory is refused and told the pid of the first", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const dir = yield* folder
      const { pid } = yield* holder(dir)
      const refused = yield* Effect.flip(lockDataDir(dir))
      assert.deepInclude(refused, { _tag: "DataDirLocked", dataDir: dir, pid })
      assert.include(refused.message, `${pid}`)
      assert.strictEqual(nameIn(dir), `${pid}`)
    })
  )
)

it.live("the lock of a killed server is free at once, though its name is still there", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const dir = yield* folder
      const { pid, kill } = yield* holder(dir)
      yield* Effect.promise(kill)
      assert.strictEqual(nameIn(dir), `${pid}`)
      yield* lockDataDir(dir)
      assert.strictEqual(nameIn(dir), `${process.pid}`)
    })
  )
)

it.live("a name left behind does not count, whether its pid lives or not", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const dir = yield* folder
      for (const pid of [process.pid, process.ppid, 999_999_999]) {
        writeFileSync(join(dir, "signalbox.lock"), `${pid}\n`)
        yield* Effect.scoped(lockDataDir(dir))
      }
    })
  )
)

it.live("a server that stopped leaves no name, and another may start", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const dir = yield* folder
      yield* Effect.scoped(lockDataDir(dir))
      assert.isFalse(existsSync(join(dir, "signalbox.lock")))
      yield* lockDataDir(dir)
      assert.strictEqual((yield* Effect.flip(Effect.scoped(lockDataDir(dir)))).pid, process.pid)
      assert.strictEqual(nameIn(dir), `${process.pid}`)
    })
  )
)
