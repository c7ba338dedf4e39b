import { Worker } from "node:worker_threads"
import { type Cause, Deferred, Exit, type Queue } from "effect"
import { type SandboxStart, SandboxUnavailable, type Turn } from "./code-runner"
import { nextToEnter, placeForOneMore } from "./placement"
import { maxOldGenerationSizeMb, maxStackBytes, type PoolOptions, stackSizeMb } from "./pool-options"
import { Resident, Slot } from "./slot"
import { Beat, type FromWorker, type WorkerData } from "./worker/protocol"

const startFailuresAllowed = 5

const stuck = (stuckAfterMs: number) =>
  ({
    _tag: "LimitHit",
    limit: "stuck",
    message: `the program did not come back from a built-in operation for longer than its limit (stuckAfterMs, ${stuckAfterMs} ms) and was ended with its sandbox`
  }) as const

/** What a program sends and receives passes through its thread's own memory, which is bounded as well. */
const tooMuch = {
  _tag: "LimitHit",
  limit: "memory",
  message: `the program's calls, results and output took more than its sandbox may hold at once (${maxOldGenerationSizeMb} MB)`
} as const

/**
 * Worker threads that hold the VMs of running programs.
 * Owns: the threads, which run is where, and their ends. Knows nothing of journals, tools or people.
 * I1 A run stays on its thread until it is over, dropped or evicted.
 * I2 Whatever happens to a thread, each of its runs hears of it exactly once: `Over` for the culprit, `Evicted` for the
 *    others, which may then be opened again from their journals on another thread. The culprit is the run that computes.
 * I3 After a session's scope is closed its VM is dead: not one more event, and no more steps of the program.
 */
export class ThreadPool {
  readonly slots: Array<Slot> = []
  readonly entrants: Array<Resident> = []
  /** Done when the first thread is ready, or when none will be. */
  readonly settled = Deferred.makeUnsafe<void>()
  replaced = 0
  closing = false
  private broken = false
  private failures = 0
  private retryIn = 0
  private lastRun = 0

  constructor(
    private readonly options: PoolOptions,
    private readonly modules: WorkerData["modules"],
    private readonly fault: (message: string, cause: unknown) => void
  ) {}

  spawn(): void {
    const beat = new Int32Array(new SharedArrayBuffer(Beat.words * 4))
    const worker = this.startThread(beat)
    if (worker === undefined) return
    const slot = new Slot(worker, beat)
    this.slots.push(slot)
    worker.on("message", (message: FromWorker) => this.heard(slot, message))
    // Always followed by `exit`, which does the work.
    worker.on("error", (cause) => {
      slot.outOfMemory = "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
      this.fault("a sandbox thread failed", cause)
    })
    worker.on("exit", () => this.lost(slot))
  }

  /** Where the system gives no more threads (a limit of processes), this fails at once instead of by the thread's exit. */
  private startThread(beat: Int32Array): Worker | undefined {
    const { maxVmBytes, nice } = this.options
    try {
      const workerData: WorkerData = { modules: this.modules, beat, maxVmBytes, maxStackBytes, nice }
      return new Worker(new URL("./worker/vm.ts", import.meta.url), {
        name: "sandbox",
        workerData,
        // Nothing of the server's environment is in the thread, should a program ever get out of its VM.
        env: {},
        resourceLimits: { stackSizeMb, maxOldGenerationSizeMb }
      })
    } catch (cause) {
      this.fault("a sandbox thread could not be started", cause)
      this.notStarted()
      return undefined
    }
  }

  unavailable(): SandboxUnavailable | undefined {
    if (this.closing) return new SandboxUnavailable({ reason: "the sandbox is closing" })
    return this.broken ? new SandboxUnavailable({ reason: "the sandbox threads do not start" }) : undefined
  }

  enter(start: SandboxStart, turns: Queue.Queue<Turn, Cause.Done>): Resident {
    const resident = new Resident(++this.lastRun, start, turns)
    this.entrants.push(resident)
    this.admit()
    return resident
  }

  interrupt(resident: Resident): void {
    if (!resident.open) return
    if (resident.slot !== undefined) resident.slot.stop(resident)
    else {
      this.withdraw(resident)
      resident.over({ _tag: "Over", outcome: { _tag: "Interrupted" } })
    }
  }

  /** `resident.gone` is done when its VM is dead. */
  leave(resident: Resident): void {
    resident.open = false
    this.withdraw(resident)
    if (resident.slot === undefined) resident.left()
    else if (resident.slot.runs.has(resident.run)) resident.slot.drop(resident)
  }

  look(): void {
    if (this.retryIn > 0 && --this.retryIn === 0) for (let n = this.slots.length; n < this.options.workers; n++) this.spawn()
    for (const slot of [...this.slots]) {
      const verdict = slot.look(this.options)
      if (verdict === "stuck" || verdict === "late") void slot.worker.terminate()
      else if (verdict === "slow") this.moveNeighbours(slot)
    }
  }

  private withdraw(resident: Resident): void {
    const at = this.entrants.indexOf(resident)
    if (at >= 0) this.entrants.splice(at, 1)
  }

  private admit(): void {
    while (this.entrants.length > 0) {
      const slot = placeForOneMore(this.slots)
      const next = slot === undefined ? undefined : nextToEnter(this.entrants)
      if (slot === undefined || next === undefined) return
      this.withdraw(next)
      slot.enter(next)
    }
  }

  private heard(slot: Slot, message: FromWorker): void {
    if (message._tag === "Turn") this.turned(slot, message)
    else if (message._tag === "Ready") this.becameReady(slot)
    else this.fault("the sandbox failed in a program", message.cause)
  }

  private becameReady(slot: Slot): void {
    slot.ready = true
    this.failures = 0
    this.broken = false
    Deferred.doneUnsafe(this.settled, Exit.void)
    this.admit()
  }

  private turned(slot: Slot, message: Extract<FromWorker, { readonly _tag: "Turn" }>): void {
    const ended = message.events.at(-1)?._tag === "Over"
    const resident = slot.runs.get(message.run)
    resident?.tell({ events: message.events, waiting: message.waiting, heard: message.heard })
    if (ended && resident !== undefined) {
      slot.runs.delete(message.run)
      resident.finish()
      resident.left()
    }
    if (slot.entering === message.run && (ended || message.waiting)) {
      slot.entering = 0
      this.admit()
    }
  }

  private lost(slot: Slot): void {
    this.slots.splice(this.slots.indexOf(slot), 1)
    const culprit = slot.computing
    for (const resident of slot.runs.values()) {
      if (this.closing) resident.over({ _tag: "Evicted", reason: "closing" })
      else if (resident.run === culprit) resident.over({ _tag: "Over", outcome: slot.outOfMemory ? tooMuch : stuck(this.options.stuckAfterMs) })
      else resident.over({ _tag: "Evicted", reason: "worker-lost" })
      resident.left()
    }
    if (this.closing) return
    this.replaced++
    if (slot.ready) {
      this.spawn()
      return
    }
    this.notStarted()
  }

  /** A thread that cannot start (no memory, no more threads, a broken build) is tried again for ever, but not in a loop. */
  private notStarted(): void {
    this.failures++
    this.retryIn = Math.max(1, Math.ceil(this.options.retryAfterMs / this.options.lookEveryMs))
    if (this.failures >= startFailuresAllowed && this.slots.length === 0) this.breakDown()
  }

  private breakDown(): void {
    this.broken = true
    Deferred.doneUnsafe(this.settled, Exit.void)
    for (const resident of this.entrants.splice(0)) resident.over({ _tag: "Evicted", reason: "worker-lost" })
  }

  /**
   * The neighbours of a long turn that have something to do continue elsewhere; their events are no longer heard here. Those
   * that only wait lose nothing where they are, and building all of them again would keep everybody else from the threads.
   */
  private moveNeighbours(slot: Slot): void {
    if (!this.slots.some((other) => other !== slot && other.ready && !other.busy && !other.starting)) return
    const culprit = slot.computing
    for (const resident of [...slot.runs.values()]) {
      if (resident.run === culprit || !resident.open || !resident.isDue) continue
      resident.over({ _tag: "Evicted", reason: "slow-neighbour" })
      slot.drop(resident)
    }
  }
}
