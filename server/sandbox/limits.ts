import { limits } from "../domain/run"
import type { SandboxLimits } from "./code-runner"

/** What one program may use unless its caller says otherwise. */
export const defaultSandboxLimits: SandboxLimits = {
  memoryBytes: limits.memoryBytes,
  // Longer than any honest computation between two calls, short enough that a neighbour on the same thread is only late.
  turnMs: 5_000,
  toolCalls: limits.toolCalls,
  openCalls: limits.openToolCalls,
  argsBytes: limits.argsBytes,
  resultBytes: limits.resultBytes,
  outputBytes: limits.outputBytes,
  logBytes: limits.logBytes
}
