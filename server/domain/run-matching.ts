import type { RunKind, RunStatus, RunSummary, Trigger } from "./run"
import { isRunIdSearch, wordsOf } from "./search-text"

/* Whether a filter lets a run through. Pure, and without schemas: the browser asks for every row that changes. */

/** A tool's path, or `demo.tickets.*` for all below it. */
export const toolPattern = /^[A-Za-z_$][\w$-]*(\.[\w$-]+)*(\.\*)?$/
export const longestToolPattern = 300
export const isToolPattern = (text: string): boolean => text.length <= longestToolPattern && toolPattern.test(text)

/** So many values one field of a filter may name: each of them is a walk along an index of its own. */
export const mostFilterValues = 100

/** Where a run stands with people: a question is open, or how the last one ended, or nobody was ever asked. */
export const approvalStates = ["pending", "accepted", "declined", "cancelled", "expired", "none"] as const
export type ApprovalState = (typeof approvalStates)[number]

/** `any`: somebody was asked at least once. */
export type ApprovalWanted = "any" | ApprovalState

/** What a filter says; `RunFilter` is its schema. */
export interface RunConditions {
  readonly status?: ReadonlyArray<RunStatus> | undefined
  readonly kind?: ReadonlyArray<RunKind> | undefined
  readonly trigger?: ReadonlyArray<Trigger> | undefined
  readonly actor?: ReadonlyArray<string> | undefined
  readonly tool?: ReadonlyArray<string> | undefined
  readonly approval?: ReadonlyArray<ApprovalWanted> | undefined
  readonly q?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly minDurationMs?: number | undefined
  readonly maxDurationMs?: number | undefined
}

export const approvalOf = (run: Pick<RunSummary, "pendingInteractionCount" | "lastDecision">): ApprovalState =>
  run.pendingInteractionCount > 0 ? "pending" : (run.lastDecision?.action ?? "none")

/** The states that are asked for; none twice. */
export const statesOf = (wanted: ReadonlyArray<ApprovalWanted>): ReadonlyArray<ApprovalState> =>
  approvalStates.filter((state) => wanted.includes(state) || (state !== "none" && wanted.includes("any")))

/** `demo.` for `demo.*`; null for a path. */
export const subtreeOf = (pattern: string): string | null => (pattern.endsWith(".*") ? pattern.slice(0, -1) : null)

const isOneOf = <T>(values: ReadonlyArray<T> | undefined, value: T): boolean => values === undefined || values.includes(value)

const fitsPath = (pattern: string, path: string): boolean => {
  const below = subtreeOf(pattern)
  return below === null ? path === pattern : path.startsWith(below)
}

/** Whether what the row shows can have been meant. Its code and its error are not on it: those only the store can search. */
const fitsText = (q: string, run: RunSummary): boolean => {
  if (isRunIdSearch(q)) return run.id.startsWith(q.trim().toLowerCase())
  const words = wordsOf(run.title)
  return wordsOf(q).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

/** Whether the filter lets this run through, as the store would say; of a text, as far as the row's title shows it. */
export const isMatching = (filter: RunConditions, run: RunSummary): boolean => {
  const { approval, tool, q, from, to, minDurationMs, maxDurationMs } = filter
  return (
    isOneOf(filter.status, run.status) &&
    isOneOf(filter.kind, run.kind) &&
    isOneOf(filter.trigger, run.trigger) &&
    isOneOf(filter.actor, run.actor.id) &&
    (approval === undefined || statesOf(approval).includes(approvalOf(run))) &&
    (tool === undefined || tool.some((pattern) => run.tools.some((path) => fitsPath(pattern, path)))) &&
    (q === undefined || fitsText(q, run)) &&
    (from === undefined || run.startedAt >= from) &&
    (to === undefined || run.startedAt < to) &&
    (minDurationMs === undefined || (run.durationMs !== null && run.durationMs >= minDurationMs)) &&
    (maxDurationMs === undefined || (run.durationMs !== null && run.durationMs <= maxDurationMs))
  )
}
