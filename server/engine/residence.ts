import type { Deferred, FiberSet, Queue } from "effect"
import type { InteractionId } from "../domain/ids"
import type { SandboxEvent, Turn } from "../sandbox/code-runner"
import type { Ended } from "./ending-of"
import type { EngineOptions } from "./engine-options"
import type { Lease } from "./run-queue"
import type { RunInput, RunState } from "./run-state"
import type { NewRun, StoredInteraction } from "./run-store"

/** A resident run: what its loop owns while it is in memory, and what reaches it from outside. */
export type Message =
  | { readonly _tag: "Turn"; readonly turn: Turn }
  | { readonly _tag: "Input"; readonly input: RunInput }
  /** Stop the sandbox, then record this ending. */
  | { readonly _tag: "StopWished"; readonly ended: Ended }
  /** Others need the memory: a run that only waits for people leaves at once, any other goes on. */
  | { readonly _tag: "LeaveMemory" }

export type Departure =
  | { readonly _tag: "Over" }
  /** Waits for people only; nothing is in memory any more. */
  | { readonly _tag: "Parked" }
  /** The sandbox was taken away: rebuild from the journal. */
  | Extract<SandboxEvent, { readonly _tag: "Evicted" }>
  /** Stop it first, then record this. */
  | { readonly _tag: "Stop"; readonly ended: Ended }

export interface Residence {
  readonly run: NewRun
  readonly lease: Lease
  readonly inbox: Queue.Queue<Message>
  readonly options: EngineOptions
  /** Calls in flight; they outlive an eviction, not the residence. */
  readonly calls: FiberSet.FiberSet<void>
  /** What calls in flight ask, and wait for. */
  readonly inCall: Map<InteractionId, Deferred.Deferred<StoredInteraction>>
  state: RunState
  spentMs: number
}
