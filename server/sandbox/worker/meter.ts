import type { LogLevel } from "../../domain/run"
import type { Call } from "../../journal/entry"
import type { SandboxLimits } from "../code-runner"

/**
 * Counts what a program asks and tells, from its first step on, and refuses what is over its limits. It counts the same
 * when the program runs again, so that a replayed program meets the same refusals.
 */
export class Meter {
  private asked = 0
  private waited = 0
  private outputBytes = 0
  private logBytes = 0
  /** Lines and items so far; the first so many of a rebuilt run are recorded already. */
  lines = 0
  items = 0

  constructor(private readonly limits: SandboxLimits) {}

  /** What the program gets to catch, or nothing when the call may be made. */
  call(call: Call, open: Iterable<Call>): CallFault | undefined {
    return isQuestion(call) ? this.question(call, open) : this.pause(call, open)
  }

  private question(call: Call, open: Iterable<Call>): CallFault | undefined {
    const { argsBytes, openCalls, toolCalls } = this.limits
    const bytes = Buffer.byteLength(call.args)
    if (bytes > argsBytes) return fault("arguments_too_large", `${call.path.slice(0, 200)}: the arguments are ${bytes} bytes, over the limit of ${argsBytes}`)
    if (call.path.length > longestPath) return fault("tool_not_found", `a tool's path has at most ${longestPath} characters`)
    if (count(open, isQuestion) >= openCalls) return fault("too_many_calls", `${call.path}: ${openCalls} calls are in flight already, which is the limit`)
    if (this.asked >= toolCalls) return fault("too_many_calls", `${call.path}: this run has made ${toolCalls} calls already, which is the limit`)
    this.asked++
    return undefined
  }

  /** Timers and yields are recorded like calls, so they are bounded like calls; a program that polls needs many of them. */
  private pause(call: Call, open: Iterable<Call>): CallFault | undefined {
    const { openCalls, toolCalls } = this.limits
    if (count(open, isPause) >= openCalls * pausesPerCall)
      return fault("too_many_timers", `${call.path}: ${openCalls * pausesPerCall} timers are waiting already, which is the limit`)
    if (this.waited >= toolCalls * pausesPerCall)
      return fault("too_many_timers", `${call.path}: this run has set ${toolCalls * pausesPerCall} timers already, which is the limit`)
    this.waited++
    return undefined
  }

  /** Why an output item of this text is refused. */
  emit(json: string): string | undefined {
    const bytes = Buffer.byteLength(json)
    if (this.outputBytes + bytes + itemOverhead > this.limits.outputBytes)
      return `this item of ${bytes} bytes takes the run's output over its limit of ${this.limits.outputBytes} (each item counts ${itemOverhead} bytes more than it has)`
    this.outputBytes += bytes + itemOverhead
    this.items++
    return undefined
  }

  /** The line to write, or nothing once the log is full; the line that crosses the limit is replaced by one that says so. */
  log(level: LogLevel, text: string): { readonly level: LogLevel; readonly text: string } | undefined {
    if (this.logIsFull) return undefined
    this.logBytes += Buffer.byteLength(text) + lineOverhead
    this.lines++
    return this.logIsFull
      ? { level: "system", text: `the log has reached its limit of ${this.limits.logBytes} bytes; what follows is dropped` }
      : { level, text }
  }

  get logIsFull(): boolean {
    return this.logBytes > this.limits.logBytes
  }
}

export interface CallFault {
  readonly name: "ToolError"
  readonly code: string
  readonly message: string
}

/** A line costs its reader more than its text; without this a flood of empty lines would be free. */
const lineOverhead = 100
/** An item is a row, an event and a message to everybody who watches: a flood of tiny ones held the server up (measured). */
const itemOverhead = 512
const longestPath = 500
const pausesPerCall = 10

const fault = (code: string, message: string): CallFault => ({ name: "ToolError", code, message })
export const isQuestion = (call: Call): boolean => call.kind === "tool" || call.kind === "human"
const isPause = (call: Call): boolean => !isQuestion(call)

const count = (calls: Iterable<Call>, which: (call: Call) => boolean): number => {
  let n = 0
  for (const call of calls) if (which(call)) n++
  return n
}
