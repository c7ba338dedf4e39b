import { Context } from "effect"
import type { SandboxLimits } from "../sandbox/code-runner"
import { defaultSandboxLimits } from "../sandbox/limits"

export interface EngineOptions {
  readonly limits: SandboxLimits
  /** A run that only waits for people leaves memory after so long, in ms; its answer rebuilds it. */
  readonly hibernateAfterMs: number
  /** With more runs in memory than this, those that have waited for people longest leave it at once. */
  readonly mostResident: number
  /** Rebuilds in a row that bring nothing new before the run is given up: its sandbox is lost each time. */
  readonly fruitlessRebuilds: number
  /** A run that broke down and cannot be ended either is tried again after so long, in ms, then less and less often, to once a minute. */
  readonly endAgainAfterMs: number
}

export const defaultEngineOptions: EngineOptions = {
  limits: defaultSandboxLimits,
  hibernateAfterMs: 60_000,
  // A waiting run takes about half a MB, and may take up to its whole limit.
  mostResident: 200,
  fruitlessRebuilds: 20,
  endAgainAfterMs: 1_000
}

/** The engine's settings; tests give others. */
export const CurrentEngineOptions = Context.Reference<EngineOptions>("signalbox/engine/EngineOptions", { defaultValue: () => defaultEngineOptions })
