import type { Settle } from "../../journal/entry"
import type { SandboxEvent, SandboxStart } from "../code-runner"
import type { SandboxModules } from "../wasm-module"

/**
 * What crosses between the pool and a worker thread. Types and two numbers only: both sides load this file.
 * Every value that came from a program is a string of JSON; no object of the program is ever cloned.
 */
export type GuestEvent = Exclude<SandboxEvent, { readonly _tag: "Evicted" }>

export type ToWorker =
  /** `control` is one shared word; anything but 0 asks the program to stop, also while it computes. */
  | { readonly _tag: "Run"; readonly run: number; readonly start: SandboxStart; readonly control: Int32Array }
  | { readonly _tag: "Settle"; readonly run: number; readonly settlements: ReadonlyArray<Settle> }
  | { readonly _tag: "Interrupt"; readonly run: number }

export type FromWorker =
  | { readonly _tag: "Ready" }
  /** All that one delivery caused (a long turn is sent in parts); `waiting` when the program waits for more than the `heard` settlements it got. */
  | { readonly _tag: "Turn"; readonly run: number; readonly events: ReadonlyArray<GuestEvent>; readonly waiting: boolean; readonly heard: number }
  /** Something of the sandbox's own went wrong; for the server's log. */
  | { readonly _tag: "Fault"; readonly run: number; readonly cause: string }

/** Words of the memory a worker shares with the watchdog. */
export const Beat = { run: 0, turn: 1, beats: 2, words: 3 } as const

export interface WorkerData {
  readonly modules: SandboxModules
  readonly beat: Int32Array
  readonly maxVmBytes: number
  readonly maxStackBytes: number
  /** How far the thread's priority stands below the server's own, 0 to 19 (Linux only). */
  readonly nice: number
}
