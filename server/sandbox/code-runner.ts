import { type Cause, Context, type Effect, type Queue, Schema, type Scope } from "effect"
import type { LogLevel } from "../domain/run"
import type { Call, ReplayEntry, Settle } from "../journal/entry"

/** Bounds of one program. Sizes are UTF-8 bytes; exceeding one ends the program or fails the call, saying so. */
export interface SandboxLimits {
  readonly memoryBytes: number
  /** Computing between two deliveries, in ms: a program that neither awaits nor ends is stopped after it. */
  readonly turnMs: number
  readonly toolCalls: number
  readonly openCalls: number
  readonly argsBytes: number
  readonly resultBytes: number
  readonly outputBytes: number
  readonly logBytes: number
}

export interface SandboxStart {
  /** As submitted; types are stripped inside the sandbox so that lines are kept. */
  readonly source: string
  /** JSON text of the frozen global `args`; absent: `undefined`. */
  readonly args?: string
  /** The program's clock at its start (epoch ms), and the seed of its random numbers. */
  readonly at: number
  readonly seed: number
  /** What was recorded before: fed back in order, without being announced again. */
  readonly replay: ReadonlyArray<ReplayEntry>
  /** How many log lines and output items are already recorded; so many are not sent again. */
  readonly seen: { readonly logs: number; readonly items: number }
  readonly limits: SandboxLimits
}

export interface ProgramPosition {
  readonly line: number
  readonly column: number
}

export type SandboxOutcome =
  | { readonly _tag: "Returned"; readonly json: string | undefined }
  | {
      readonly _tag: "Threw"
      readonly name: string
      readonly message: string
      readonly at?: ProgramPosition /** Set when an uncaught `ToolDeclinedError` ended the program. */
      readonly declined?: boolean
    }
  | { readonly _tag: "LimitHit"; readonly limit: "time" | "memory" | "stack" | "result" | "output" | "stuck"; readonly message: string }
  | { readonly _tag: "Stalled" }
  | { readonly _tag: "Interrupted" }
  | { readonly _tag: "Diverged"; readonly message: string }

export type SandboxEvent =
  /** `again`: recorded before, but without a settlement. */
  | { readonly _tag: "Called"; readonly call: Call; readonly again: boolean }
  | { readonly _tag: "Emitted"; readonly json: string }
  | { readonly _tag: "Logged"; readonly level: LogLevel; readonly text: string }
  | { readonly _tag: "Over"; readonly outcome: SandboxOutcome }
  /** The sandbox was taken away through no fault of the program: open it again from the journal. */
  | { readonly _tag: "Evicted"; readonly reason: "worker-lost" | "slow-neighbour" | "closing" }

/**
 * All that one delivery caused, in order. `waiting`: having got the first `heard` settlements of this session, the program
 * waits for more; while others are on their way to it, that says nothing.
 */
export interface Turn {
  readonly events: ReadonlyArray<SandboxEvent>
  readonly waiting: boolean
  readonly heard: number
}

/** One program in one VM. Its events come to exactly one ending, `Over` or `Evicted`, after which the queue is done. */
export interface SandboxSession {
  readonly turns: Queue.Dequeue<Turn, Cause.Done>
  /** Delivers recorded settlements in this order, one at a time. Ignored after the ending. */
  readonly settle: (settlements: ReadonlyArray<Settle>) => void
  /** Asks the program to stop; it ends as `Interrupted` unless it had ended. */
  readonly interrupt: () => void
}

export class SandboxUnavailable extends Schema.TaggedError<SandboxUnavailable>()("SandboxUnavailable", { reason: Schema.String }) {}

/**
 * Runs programs that can only compute and ask. The engine journals each call and settlement itself, before the program
 * sees anything of it. Closing the scope returns when the VM is dead: not one more event, not one more step.
 */
export class CodeRunner extends Context.Service<
  CodeRunner,
  {
    open(start: SandboxStart): Effect.Effect<SandboxSession, SandboxUnavailable, Scope.Scope>
  }
>()("signalbox/sandbox/CodeRunner") {}
