"use client"
import { useRouter } from "next/navigation"
import { recallJson, remember } from "./tab-storage"
import { useHotkeys } from "./use-hotkeys"

/*
 * The list that a run was opened from, kept for this tab: which runs come before and after it there. It is what the reader
 * saw, not what the server would say now.
 */

const key = "signalbox:list"
/** More would be a session's whole store. */
const mostKept = 2000

export const rememberList = (ids: ReadonlyArray<string>): void => {
  remember(key, JSON.stringify(ids.slice(0, mostKept)))
}

const neighbourOf = (id: string, step: -1 | 1): string | undefined => {
  const kept = recallJson(key)
  if (!Array.isArray(kept)) return undefined
  const at = kept.indexOf(id)
  const next: unknown = at === -1 ? undefined : kept[at + step]
  return typeof next === "string" ? next : undefined
}

/** `[` and `]` on a run's page lead to the run before and after it in the list that it was opened from. */
export const useListNeighbours = (id: string, enabled: boolean): void => {
  const router = useRouter()
  const go = (step: -1 | 1) => {
    const next = neighbourOf(id, step)
    if (next !== undefined) router.replace(`/runs/${next}`)
  }
  useHotkeys({ "[": () => go(-1), "]": () => go(1) }, { enabled })
}
