import { Context } from "effect"
import { limits } from "../domain/run"
import type { SandboxLimits } from "../sandbox/code-runner"

export interface EngineOptions {
  readonly limits: SandboxLimits
  /** A run that only waits for people leaves memory after so long, in ms; its answer rebuilds it. */
  readonly hibernateAfterMs: number
  /** Rebuilds in a row that bring nothing new before the run is given up: its sandbox is lost each time. */
  readonly fruitlessRebuilds: number
}

export const defaultEngineOptions: EngineOptions = {
  limits: {
    memoryBytes: limits.memoryBytes,
    turnMs: 5_000,
    toolCalls: limits.toolCalls,
    openCalls: limits.openToolCalls,
    argsBytes: limits.argsBytes,
    resultBytes: limits.resultBytes,
    outputBytes: limits.outputBytes,
    logBytes: limits.logBytes
  },
  hibernateAfterMs: 60_000,
  fruitlessRebuilds: 20
}

/** The engine's settings; tests give others. */
export const CurrentEngineOptions = Context.Reference<EngineOptions>("signalbox/engine/EngineOptions", { defaultValue: () => defaultEngineOptions })
