import { availableParallelism } from "node:os"

export interface PoolOptions {
  readonly workers: number
  /** Ceiling of one VM's memory, the runtime's own needs included; what a run may use ends 8 MB below it. */
  readonly maxVmBytes: number
  readonly lookEveryMs: number
  /** A turn without a single beat for so long has lost its thread. */
  readonly stuckAfterMs: number
  /** A turn that takes so long has its neighbours moved to another thread, if one is free. */
  readonly slowAfterMs: number
  /** A thread that does not start in this time is ended and tried again. */
  readonly readyWithinMs: number
  /** Pause before a thread that failed to start is tried again. */
  readonly retryAfterMs: number
  readonly nice: number
}

/**
 * Two at least, so that a program that spins leaves its neighbours somewhere to go, even on one core; four at most, since
 * programs mostly wait, and a thread costs about 50 MB (measured: the type stripper and a warm VM; a waiting run, half a MB).
 */
const workersFor = (cores: number): number => Math.max(2, Math.min(4, cores))

export const defaultPoolOptions: PoolOptions = {
  workers: workersFor(availableParallelism()),
  // 64 MB for the program, 8 MB for the runtime, and room for a caller that allows a little more.
  maxVmBytes: 80 << 20,
  lookEveryMs: 100,
  // Twice a turn: honest built-ins (sorting 100,000 rows, parsing 8 MB) take under a second, but a machine may be busy with
  // other things, and waiting costs little, since the neighbours have been moved long before.
  stuckAfterMs: 10_000,
  slowAfterMs: 300,
  readyWithinMs: 30_000,
  retryAfterMs: 2_000,
  // On a machine with few cores the server's thread must win, and programs must not stand still when others are busy (measured
  // beside eight busy processes on two cores: a run of three calls took 3.2 s at 10 and 0.6 s at 5, and the server's thread beside
  // two programs that spin noticed no difference).
  nice: 5
}

/** Both, or deep recursion ends at the host's level: V8's stack must outlast QuickJS's (measured with 4/256 and 8/512). */
export const stackSizeMb = 8
export const maxStackBytes = 512 << 10
/** Strings on their way in and out; the VMs' own memory is not in V8's heap. */
export const maxOldGenerationSizeMb = 256
