import type { Worker } from "node:worker_threads"
import { type Cause, Deferred, Exit, Queue } from "effect"
import type { Settle } from "../journal/entry"
import type { SandboxEvent, SandboxStart, Turn } from "./code-runner"
import type { PoolOptions } from "./pool-options"
import { look, unwatched, type Verdict, type Watch } from "./watchdog"
import { Beat, type ToWorker } from "./worker/protocol"

/** One run in the pool, from its opening to its one ending. */
export class Resident {
  readonly control = new Int32Array(new SharedArrayBuffer(4))
  readonly gone = Deferred.makeUnsafe<void>()
  slot: Slot | undefined
  /** Somebody still listens and no ending was told. */
  open = true
  /** Settlements that came before the run had a thread. */
  readonly early: Array<Settle> = []
  /** How many settlements it was given. */
  private given = 0
  private waits = false

  constructor(
    readonly run: number,
    readonly start: SandboxStart,
    readonly turns: Queue.Queue<Turn, Cause.Done>
  ) {}

  get proven(): boolean {
    return this.start.replay.length > 0
  }

  /** Its program has something to do, or is to hear of something: it waits for its thread, not for an answer. */
  get isDue(): boolean {
    return !this.waits
  }

  settle(settlements: ReadonlyArray<Settle>): void {
    if (!this.open) return
    this.given += settlements.length
    this.waits = false
    if (this.slot === undefined) this.early.push(...settlements)
    else this.slot.send({ _tag: "Settle", run: this.run, settlements })
  }

  tell(turn: Turn): void {
    this.waits = turn.waiting && turn.heard === this.given
    if (this.open) Queue.offerUnsafe(this.turns, turn)
  }

  /** The last thing the run hears. */
  over(event: SandboxEvent): void {
    this.tell({ events: [event], waiting: false, heard: 0 })
    this.finish()
  }

  finish(): void {
    if (this.open) Queue.endUnsafe(this.turns)
    this.open = false
  }

  /** Its VM is dead. */
  left(): void {
    Deferred.doneUnsafe(this.gone, Exit.void)
  }
}

/** One worker thread and the runs that live in it. */
export class Slot {
  readonly runs = new Map<number, Resident>()
  ready = false
  outOfMemory = false
  /** The run that was sent and of which nothing is heard yet; 0: none. */
  entering = 0
  private watch: Watch = unwatched
  private looks = 0

  constructor(
    readonly worker: Worker,
    readonly beat: Int32Array
  ) {}

  get starting(): boolean {
    return this.entering !== 0
  }

  get residents(): number {
    return this.runs.size
  }

  /** The run that computes at this moment; 0: none. */
  get computing(): number {
    return Atomics.load(this.beat, Beat.run)
  }

  get busy(): boolean {
    return this.computing !== 0
  }

  send(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  enter(resident: Resident): void {
    resident.slot = this
    this.entering = resident.run
    this.runs.set(resident.run, resident)
    this.send({ _tag: "Run", run: resident.run, start: resident.start, control: resident.control })
    if (resident.early.length > 0) this.send({ _tag: "Settle", run: resident.run, settlements: resident.early })
  }

  stop(resident: Resident): void {
    Atomics.store(resident.control, 0, 1)
    this.send({ _tag: "Interrupt", run: resident.run })
  }

  /** Stops a run nobody listens to any more. One that does not compute now never will: each of its turns looks at the word first. */
  drop(resident: Resident): void {
    this.stop(resident)
    if (this.computing === resident.run) return
    this.runs.delete(resident.run)
    resident.left()
  }

  look(options: PoolOptions): Verdict | "late" {
    const looks = (ms: number): number => Math.ceil(ms / options.lookEveryMs)
    if (!this.ready) return ++this.looks > looks(options.readyWithinMs) ? "late" : "fine"
    const sample = { run: this.computing, turn: Atomics.load(this.beat, Beat.turn), beats: Atomics.load(this.beat, Beat.beats) }
    const [watch, verdict] = look(this.watch, sample, { stuckAfter: looks(options.stuckAfterMs), slowAfter: looks(options.slowAfterMs) })
    this.watch = watch
    return verdict
  }
}
