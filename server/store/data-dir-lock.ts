import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import SqliteDatabase from "better-sqlite3"
import { Effect, Predicate, Schema, type Scope } from "effect"

/** Another server works on this data directory. */
export class DataDirLocked extends Schema.TaggedError<DataDirLocked>()("DataDirLocked", { dataDir: Schema.String, pid: Schema.NullOr(Schema.Int) }) {
  override get message(): string {
    const holder = this.pid === null ? "another process" : `the process ${this.pid}`
    return `The data directory ${this.dataDir} is in use by ${holder}. Stop that server, or give this one another SIGNALBOX_DATA_DIR.`
  }
}

/**
 * One server per data directory. `signalbox.lock` names the holder; what holds is the operating system's lock on the empty
 * file beside it, taken through SQLite. It ends with its process, so that a killed server's lock is free at once, also
 * when its pid lives on as something else (in a container every server has the same one).
 */
export const lockDataDir = (dataDir: string): Effect.Effect<void, DataDirLocked, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      yield* Effect.sync(() => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
      const held = yield* Effect.sync(() => hold(join(dataDir, "signalbox.lock-held")))
      if (held === null) return yield* new DataDirLocked({ dataDir, pid: pidIn(nameFile(dataDir)) })
      yield* Effect.sync(() => writeFileSync(nameFile(dataDir), `${process.pid}\n`))
      return held
    }),
    (held) =>
      Effect.sync(() => {
        // First the name, then the lock: the next holder's name must not be removed.
        rmSync(nameFile(dataDir), { force: true })
        held.close()
      })
  ).pipe(Effect.asVoid)

const nameFile = (dataDir: string): string => join(dataDir, "signalbox.lock")

const hold = (file: string): SqliteDatabase.Database | null => {
  const database = new SqliteDatabase(file, { timeout: 0 })
  try {
    database.exec("BEGIN EXCLUSIVE")
    return database
  } catch (cause) {
    database.close()
    if (Predicate.isObject(cause) && "code" in cause && cause["code"] === "SQLITE_BUSY") return null
    throw cause
  }
}

const pidIn = (file: string): number | null => {
  try {
    const pid = Number.parseInt(readFileSync(file, "utf8"), 10)
    return Number.isSafeInteger(pid) ? pid : null
  } catch {
    // The holder is between taking the lock and writing its name.
    return null
  }
}
