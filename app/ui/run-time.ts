import type { RunSummary } from "@/server/domain/run"

export type RunTime = { readonly totalMs: number; readonly humanMs: number }

/** What a run has taken up to `now`; null before it has begun. Human time includes the wait that is still open. */
export const durationOf = (run: Pick<RunSummary, "status" | "startedAt" | "durationMs" | "humanWaitMs" | "waitingSince">, now: number): RunTime | null => {
  if (run.durationMs !== null) return { totalMs: run.durationMs, humanMs: Math.min(run.humanWaitMs, run.durationMs) }
  if (run.status === "queued") return null
  const totalMs = Math.max(0, now - run.startedAt)
  const openMs = run.waitingSince === null ? 0 : Math.max(0, now - run.waitingSince)
  return { totalMs, humanMs: Math.min(totalMs, run.humanWaitMs + openMs) }
}

/** Ten minutes fill the track; below, a scale on which a second and a minute can still be told apart. */
const full = Math.log1p(600 / 10)

/** Percent of the track: solid machine time first, hatched human time after it. */
export const trackOf = (time: RunTime | null): { readonly machine: number; readonly human: number } => {
  if (time === null || time.totalMs === 0) return { machine: 0, human: 0 }
  const length = Math.min(98, Math.max(3, (Math.log1p(time.totalMs / 1000 / 10) / full) * 100))
  const human = Math.round((length * time.humanMs) / time.totalMs)
  return { machine: Math.round(length) - human, human }
}
