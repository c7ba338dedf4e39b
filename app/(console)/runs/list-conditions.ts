import type { RunSummary } from "@/server/domain/run"
import type { RunFilter } from "@/server/domain/run-filter"
import { isMatching } from "@/server/domain/run-matching"
import { changed, everything, type ListState, ranges } from "./list-state"

/** The conditions that narrow the list, in the order of their chips. */
export const conditions = ["status", "time", "tool", "actor", "trigger", "kind", "approval", "duration", "text"] as const
export type Condition = (typeof conditions)[number]

/** What a condition is without its values. */
const emptied: { readonly [Name in Condition]: Partial<ListState> } = {
  status: { status: [] },
  time: { last: null, from: null, to: null },
  tool: { tool: [] },
  actor: { actor: [] },
  trigger: { trigger: [] },
  kind: { kind: [] },
  approval: { approval: [] },
  duration: { minDurationMs: null, maxDurationMs: null },
  text: { q: null }
}

const isSet = (state: ListState, condition: Condition): boolean => {
  switch (condition) {
    case "status":
    case "tool":
    case "actor":
    case "trigger":
    case "kind":
    case "approval":
      return state[condition].length > 0
    case "time":
      return state.last !== null || state.from !== null || state.to !== null
    case "duration":
      return state.minDurationMs !== null || state.maxDurationMs !== null
    case "text":
      return state.q !== null
  }
}

export const conditionsOf = (state: ListState): ReadonlyArray<Condition> => conditions.filter((one) => isSet(state, one))
export const isFiltered = (state: ListState): boolean => conditionsOf(state).length > 0
export const without = (state: ListState, condition: Condition): ListState => changed(state, emptied[condition])

/** No condition, nothing ignored, no place; the looks stay. */
export const cleared = ({ columns, density, view }: ListState): ListState => ({
  ...everything,
  columns,
  density,
  // For those whose list opens with a view, the bare address is that view.
  view: view === null ? null : "all"
})

/** Fields of several values. */
export type ValueField = "status" | "tool" | "actor" | "trigger" | "kind" | "approval"

/** One value more, or one less. */
export const toggled = <F extends ValueField>(state: ListState, field: F, value: ListState[F][number]): ListState => {
  const before: ReadonlyArray<string> = state[field]
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return changed(state, { [field]: after })
}

/** What the server is asked for. `now` fixes a moving range, so that the pages of one list have the same bounds. */
export const inputOf = (state: ListState, now: number): RunsInput => {
  const { status, tool, actor, trigger, kind, approval, q, minDurationMs, maxDurationMs, last, from, to } = state
  return {
    ...(status.length > 0 && { status: [...status] }),
    ...(tool.length > 0 && { tool: [...tool] }),
    ...(actor.length > 0 && { actor: [...actor] }),
    ...(trigger.length > 0 && { trigger: [...trigger] }),
    ...(kind.length > 0 && { kind: [...kind] }),
    ...(approval.length > 0 && { approval: [...approval] }),
    ...(q !== null && { q }),
    ...(minDurationMs !== null && { minDurationMs }),
    ...(maxDurationMs !== null && { maxDurationMs }),
    ...(last !== null ? { from: now - ranges[last].ms } : from !== null && { from }),
    ...(to !== null && { to })
  }
}

export type RunsInput = RunFilter

export const matches = (input: RunsInput, run: RunSummary): boolean => isMatching(input, run)

/** The parameters of the HTTP API for the same runs. */
export const apiQueryOf = (input: RunsInput): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const text = Array.isArray(value) ? value.join(",") : name === "from" || name === "to" ? new Date(Number(value)).toISOString() : String(value)
    params.set(name, text)
  }
  return params.toString()
}
