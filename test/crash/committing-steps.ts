// Started by a test, killed by it: commits steps of one run without end, and says of each when it is told that it is stored.
import { writeSync } from "node:fs"
import { Effect, Layer } from "effect"
import { AppConfig } from "../../server/config/config"
import { toolCallIdOf } from "../../server/domain/ids"
import { Database } from "../../server/store/database"
import { runStoreLayer } from "../../server/store/run-store-sql"
import { aRunningRun, aToolCall, callEntry } from "../fixtures/stored-run"

// Not through a stream: what is said must be out before the next step begins.
const say = (line: string) => Effect.sync(() => writeSync(1, `${line}\n`))

const program = Effect.gen(function* () {
  const owned = yield* aRunningRun()
  yield* say(owned.run.id)
  for (let n = 1; ; n++) {
    yield* owned.step(n, { _tag: "AppendJournal", seq: n + 1, entry: callEntry(n) }, aToolCall(n), owned.log(`${n}`), {
      _tag: "SetToolCall",
      toolCallId: toolCallIdOf(n),
      status: "completed",
      event: owned.finished(n, n)
    })
    yield* say(`${n}`)
  }
})

const dataDir = process.argv[2] ?? ""
await Effect.runPromise(
  program.pipe(Effect.provide(Layer.provideMerge(runStoreLayer, Layer.provideMerge(Layer.orDie(Database.layer), AppConfig.layerOf({ dataDir })))))
)
