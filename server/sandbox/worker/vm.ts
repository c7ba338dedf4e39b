import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import type { SandboxStart } from "../code-runner"
import { Collector } from "./collector"
import { Guest } from "./guest"
import type { FromWorker, ToWorker, WorkerData } from "./protocol"
import { Thread } from "./thread"

/** The worker thread's entry: hands messages to guests. Knows no limit and no rule. */
const port = parentPort
if (port === null) throw new Error("server/sandbox/worker/vm.ts runs in a worker thread only")
const post = (message: FromWorker): void => port.postMessage(message)
const data: WorkerData = workerData
const thread = new Thread(data, (run, cause) => post({ _tag: "Fault", run, cause: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }))
const guests = new Map<number, Guest>()
const collector = new Collector()

const forget = (run: number): void => {
  if (guests.delete(run)) collector.left()
}

/** A rejection of what a guest does is a fault of ours; unhandled, it ends the thread, and the pool replaces it. */
const then = async (run: number, guest: Guest, done: Promise<void>): Promise<void> => {
  await done
  if (guest.over) forget(run)
  // Only a hostile program takes this much, and never alone: leave, and let the pool put a fresh thread here.
  if (thread.stripper.memoryBytes > stripperBytes && thread.stripper.used > 1) process.exit()
}

port.on("message", (message: ToWorker) => {
  if (message._tag === "Run") {
    const { run } = message
    const guest = new Guest(run, message.start, message.control, thread, (events, waiting, heard) => post({ _tag: "Turn", run, events, waiting, heard }))
    guests.set(run, guest)
    collector.began()
    void then(run, guest, guest.begin())
    return
  }
  const guest = guests.get(message.run)
  if (guest === undefined) return
  if (message._tag === "Settle") void then(message.run, guest, guest.settle(message.settlements))
  else {
    guest.interrupt()
    forget(message.run)
  }
})

/** Type stripping takes up to 100 MB for 1 MB of source (measured) and keeps it; a few such programs add up. */
const stripperBytes = 256 << 20

// On Linux the call concerns this thread alone: programs then use the idle processors, and the server's thread goes first.
if (process.platform === "linux" && data.nice > 0) setPriority(0, data.nice)

/** The first VM of a thread costs hundreds of times what the second does, so the thread pays it before it says Ready. */
const warmUp = async (): Promise<void> => {
  const limits = {
    memoryBytes: 16 << 20,
    turnMs: 30_000,
    toolCalls: 10,
    openCalls: 10,
    argsBytes: 1024,
    resultBytes: 65_536,
    outputBytes: 1024,
    logBytes: 1024
  }
  const source =
    "const n: number = 200; console.log('warm', new URL('http://a/b').href); return [await tools.warm.up({}), Array.from({ length: n }, (_, i) => i).sort().join()]"
  const start: SandboxStart = { source, at: 0, seed: 1, replay: [], seen: { logs: 0, items: 0 }, limits }
  const guest = new Guest(0, start, new Int32Array(new SharedArrayBuffer(4)), thread, () => {})
  await guest.begin()
  await guest.settle([{ _tag: "Settle", id: 1, ok: true, json: "{}", at: 0 }])
}

void warmUp().then(() => post({ _tag: "Ready" }))
