import { setImmediate } from "node:timers/promises"
import type { QuickJS } from "quickjs-wasi"
import type { LogLevel } from "../../domain/run"
import type { Call, CallKind, Settle } from "../../journal/entry"
import type { SandboxOutcome, SandboxStart } from "../code-runner"
import { callLine } from "./call-line"
import { type EvaluatedProgram, escaped, outOfTime, refused, resultTooLarge, threw, threwNull, tooDeep } from "./ending"
import { Feed } from "./feed"
import { forgotten } from "./forgotten"
import { Meter } from "./meter"
import { programFile } from "./prelude"
import { shapedProgram } from "./program-shape"
import { type ProgramText, wrapped } from "./program-text"
import { createVm, installPrelude, type ProgramApi, type VmHost } from "./program-vm"
import { Beat, type GuestEvent } from "./protocol"
import { Rejections } from "./rejections"
import { stripProgram } from "./strip-program"
import type { Thread } from "./thread"

type Send = (events: ReadonlyArray<GuestEvent>, waiting: boolean, heard: number) => void

/**
 * One program in one VM.
 * Owns: the VM, its clock, its budget. Does not know the thread's port; `send` is how it speaks.
 * I1 One settlement is delivered at a time and all jobs drained, so what lies between two deliveries is deterministic.
 * I2 After the outcome nothing else is sent, and the VM is never entered again.
 * I3 Whatever leaves the VM by an exception of the host (not of the program) condemns the VM.
 */
export class Guest {
  over = false
  private readonly feed: Feed
  private readonly meter: Meter
  private readonly rejections = new Rejections()
  private vm: QuickJS | undefined
  private grownTo = (): number => 0
  private api: ProgramApi | undefined
  private readonly lines: ReadonlyArray<string>
  private text: ProgramText
  private code = ""
  private clock: number
  private readonly inbox: Array<Settle> = []
  private heard = 0
  private pumping = false
  private recovered = false
  private outbox: Array<GuestEvent> = []
  /** There is a call in the outbox. All calls of a turn go together: a journal never ends between two of them. */
  private asks = false
  private lastFlush = 0
  private turnEnds = 0
  private stop: SandboxOutcome | undefined
  private outcome: SandboxOutcome | undefined

  constructor(
    private readonly run: number,
    private readonly start: SandboxStart,
    private readonly control: Int32Array,
    private readonly thread: Thread,
    private readonly send: Send
  ) {
    this.feed = new Feed(start.replay)
    this.meter = new Meter(start.limits)
    this.clock = start.at
    this.lines = start.source.split("\n")
    this.text = wrapped(start.source)
  }

  async begin(): Promise<void> {
    const { vm, grownTo } = await createVm(this.thread.data, this.start.limits.memoryBytes, this.host)
    this.vm = vm
    this.grownTo = grownTo
    this.interrupt()
    this.turn(() => this.strip())
    this.turn(() => this.boot())
    await this.pump()
  }

  async settle(settlements: ReadonlyArray<Settle>): Promise<void> {
    this.inbox.push(...settlements)
    this.heard += settlements.length
    if (this.api !== undefined) await this.pump()
  }

  /** The control word was set: a waiting program ends here, a busy one in its interrupt handler. */
  interrupt(): void {
    if (!this.over && Atomics.load(this.control, 0) !== 0) this.end({ _tag: "Interrupted" })
  }

  private get evaluated(): EvaluatedProgram {
    return { text: this.text, code: this.code }
  }

  private strip(): void {
    const { stripper } = this.thread
    this.text = shapedProgram(this.start.source, (text) => stripper.strip(text)._tag === "Stripped")
    const stripped = stripProgram(this.text, stripper)
    if (stripped._tag === "Stripped") this.code = stripped.code
    else this.stop = stripped._tag === "Refused" ? refused(stripped.fault, this.text) : tooDeep()
  }

  private boot(): void {
    if (this.vm === undefined) return
    this.api = installPrelude(this.vm, this.thread.preludeIn(this.vm), this.host, this.start)
    this.api.run(this.vm.evalCode(this.code, programFile))
  }

  /** Repeats the past, then delivers what came meanwhile. A long past must not keep the neighbours from their turns. */
  private async pump(): Promise<void> {
    if (this.pumping) return
    this.pumping = true
    for (let since = performance.now(); !this.over; ) {
      const settle = this.feed.next(this.outcome !== undefined) ?? this.fromInbox()
      if (settle === undefined) break
      this.turn(() => this.deliver(settle))
      if (performance.now() - since < shareMs) continue
      await setImmediate()
      since = performance.now()
    }
    this.pumping = false
    this.rest()
  }

  private fromInbox(): Settle | undefined {
    if (this.outcome !== undefined) return undefined
    this.recover()
    while (!this.over) {
      const settle = this.inbox.shift()
      if (settle === undefined || this.feed.open.has(settle.id)) return settle
    }
    return undefined
  }

  /** Once, at the end of the past: calls the journal left open were recognised, not announced, when they were made again. */
  private recover(): void {
    if (this.recovered) return
    this.recovered = true
    this.feed.finish(false)
    if (this.feed.divergence !== undefined) {
      this.rest()
      return
    }
    for (const call of this.feed.open.values()) if (this.feed.recorded(call.id)) this.outbox.push({ _tag: "Called", call, again: true })
  }

  private deliver(settle: Settle): void {
    this.clock = settle.at
    this.feed.settled(settle.id)
    this.api?.settle(settle.id, settle.ok, settle.json)
  }

  private turn(step: () => void): void {
    if (this.over) return
    const { beat } = this.thread.data
    const began = performance.now()
    this.turnEnds = began + this.start.limits.turnMs
    // A short turn is sent whole: all the calls of one Promise.all arrive together.
    this.lastFlush = began
    Atomics.add(beat, Beat.turn, 1)
    Atomics.store(beat, Beat.run, this.run)
    try {
      // In this order: the pool sets the word and then looks who computes, so one of the two always sees the other.
      if (Atomics.load(this.control, 0) !== 0) this.stop = { _tag: "Interrupted" }
      else step()
      if (this.stop === undefined) this.drain()
    } catch (cause) {
      this.stop ??= escaped(cause, this.evaluated, this.start.limits.memoryBytes) ?? this.fault(cause)
    } finally {
      Atomics.store(beat, Beat.run, 0)
    }
    if (this.stop !== undefined) this.end(this.stop)
    else if (this.feed.divergence !== undefined) this.end({ _tag: "Diverged", message: this.feed.divergence })
  }

  /** Neither the program's error nor its limit: ours. */
  private fault(cause: unknown): SandboxOutcome {
    this.thread.report(this.run, cause)
    return { _tag: "Threw", name: "InternalError", message: "Internal error of the sandbox" }
  }

  private drain(): void {
    this.vm?.executePendingJobs()
    this.rejections.report(
      (reason) => this.api?.explain(reason) ?? "",
      (text) => this.write("warn", text)
    )
    // Explaining a rejection may run code of the program.
    this.vm?.executePendingJobs()
  }

  private rest(): void {
    if (this.over) return
    this.feed.finish(this.outcome !== undefined)
    if (this.feed.divergence !== undefined) this.end({ _tag: "Diverged", message: this.feed.divergence })
    else if (this.outcome !== undefined) this.end(this.outcome)
    else if (this.feed.open.size === 0) this.end({ _tag: "Stalled" })
    else this.flush(true)
  }

  private end(outcome: SandboxOutcome): void {
    this.over = true
    this.outbox.push({ _tag: "Over", outcome })
    this.flush(false)
    // Not disposed: after a trap or an exhausted heap that can trap itself. The collector takes the VM with its memory.
    this.vm = undefined
    this.api = undefined
  }

  private readonly host: VmHost = {
    clock: () => this.clock,
    mustStop: () => this.mustStop(),
    call: (kind, id, path, args, line) =>
      this.called({ _tag: "Call", id, kind: kindOf(kind), path, args, line: line > 0 ? callLine(this.lines, line, path) : null }),
    emit: (json) => this.emit(json),
    log: (level, text) => {
      if (this.outcome === undefined) this.write(levelOf(level), text)
      return this.meter.logIsFull
    },
    over: (how, json) => this.ended(how, json),
    rejected: (promise, reason, isHandled) => this.rejections.heard(promise, reason, isHandled)
  }

  private called(call: Call): string | undefined {
    if (this.outcome !== undefined) return undefined
    const fault = this.meter.call(call, this.feed.open.values())
    if (fault !== undefined) return JSON.stringify(fault)
    this.feed.called(call)
    if (!this.feed.recorded(call.id)) this.push({ _tag: "Called", call, again: false })
    return undefined
  }

  private emit(json: string): string | undefined {
    if (this.outcome !== undefined) return undefined
    const refusal = this.meter.emit(json)
    if (refusal === undefined && this.meter.items > this.start.seen.items) this.push({ _tag: "Emitted", json })
    return refusal
  }

  private write(level: LogLevel, text: string): void {
    const line = this.meter.log(level, text)
    if (line !== undefined && this.meter.lines > this.start.seen.logs) this.push({ _tag: "Logged", ...line })
  }

  private ended(how: string, json: string): void {
    if (this.outcome !== undefined) return
    const bytes = Buffer.byteLength(json)
    const { memoryBytes, resultBytes } = this.start.limits
    if (how === "null") this.outcome = threwNull(this.grownTo(), memoryBytes)
    else if (how === "threw") this.outcome = threw(JSON.parse(json), this.evaluated)
    else if (bytes > resultBytes) this.outcome = resultTooLarge(bytes, resultBytes)
    else this.outcome = { _tag: "Returned", json: how === "returned" ? json : undefined }
    for (const line of forgotten(this.feed.open.values())) this.write("warn", line)
  }

  private push(event: GuestEvent): void {
    if (this.feed.divergence !== undefined) return
    this.outbox.push(event)
    this.asks ||= event._tag === "Called"
    if (!this.asks && performance.now() - this.lastFlush > flushEveryMs) this.flush(false)
  }

  private flush(waiting: boolean): void {
    this.lastFlush = performance.now()
    const events = this.outbox
    this.outbox = []
    this.asks = false
    this.send(events, waiting, this.heard)
  }

  private mustStop(): boolean {
    Atomics.add(this.thread.data.beat, Beat.beats, 1)
    if (Atomics.load(this.control, 0) !== 0) this.stop ??= { _tag: "Interrupted" }
    else if (performance.now() > this.turnEnds) this.stop ??= outOfTime(this.start.limits.turnMs)
    return this.stop !== undefined
  }
}

/** What a turn says should be seen while it lasts, and in few messages. */
const flushEveryMs = 50
/** How long one program's waiting deliveries may hold the thread before its neighbours get theirs. */
const shareMs = 20

const kinds: ReadonlyArray<CallKind> = ["tool", "human", "timer", "yield"]
const kindOf = (kind: string): CallKind => kinds.find((known) => known === kind) ?? "tool"
const levels: ReadonlyArray<LogLevel> = ["debug", "info", "warn", "error"]
const levelOf = (level: string): LogLevel => levels.find((known) => known === level) ?? "info"
