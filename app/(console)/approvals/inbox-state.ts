import { readAddress } from "@/app/hooks/page-address"
import type { Interaction } from "@/server/domain/interaction"
import type { LiveMessage } from "@/server/trpc/router"

/** The lists of the inbox as they change. Pure. */

/** What expires first comes first; then what has waited longest. */
export const byUrgency = (a: Interaction, b: Interaction): number =>
  (a.expiresAt ?? Number.POSITIVE_INFINITY) - (b.expiresAt ?? Number.POSITIVE_INFINITY) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

const byDecision = (a: Interaction, b: Interaction): number => (b.resolvedAt ?? 0) - (a.resolvedAt ?? 0) || (a.id < b.id ? 1 : -1)

/** A decided question never comes back: an older message about it is not believed. */
export const withPending = (list: ReadonlyArray<Interaction>, change: Interaction, decided: (id: string) => boolean): ReadonlyArray<Interaction> => {
  const rest = list.filter((one) => one.id !== change.id)
  if (change.status !== "pending") return rest.length === list.length ? list : rest
  return decided(change.id) ? list : [...rest, change].sort(byUrgency)
}

/** The next page below a list: what was known before it came is at least as new, and what was decided meanwhile waits no more. */
export const withMore = (list: ReadonlyArray<Interaction>, more: ReadonlyArray<Interaction>, decided: (id: string) => boolean): ReadonlyArray<Interaction> => {
  const have = new Set(list.map((one) => one.id))
  return [...list, ...more.filter((one) => !have.has(one.id) && !(one.status === "pending" && decided(one.id)))]
}

/** Beyond this the list of decisions is read page by page again. */
const mostDecided = 500

export const withDecided = (list: ReadonlyArray<Interaction>, change: Interaction): ReadonlyArray<Interaction> =>
  change.status === "pending" ? list : [change, ...list.filter((one) => one.id !== change.id)].sort(byDecision).slice(0, mostDecided)

/** The questions that messages speak of, in order; null when something is missing. */
export const questionsIn = (messages: ReadonlyArray<LiveMessage>): ReadonlyArray<Interaction> | null => {
  const found: Array<Interaction> = []
  for (const message of messages) {
    if (message.type === "refetch") return null
    if (message.interaction !== undefined) found.push(message.interaction)
  }
  return found
}

const hourMs = 3_600_000

/** The last hour's decisions, a few of them. */
export const decidedJustNow = (decided: ReadonlyArray<Interaction>, now: number, most = 8): ReadonlyArray<Interaction> =>
  decided.filter((one) => one.resolvedAt !== null && now - one.resolvedAt < hourMs).slice(0, most)

/** The next or previous of a list of ids; the first when there is none yet, the same at either end. */
export const neighbour = (ids: ReadonlyArray<string>, current: string | null, step: 1 | -1): string | null => {
  const at = current === null ? -1 : ids.indexOf(current)
  if (at < 0) return ids[0] ?? null
  return ids[at + step] ?? current
}

/**
 * Where the keys lead from a question that is decided: to the one that has taken its place among those that wait, or to the
 * one before it; null when nothing waits. `place` is where it stood.
 */
export const afterDecision = (waiting: ReadonlyArray<string>, place: number, step: 1 | -1): string | null =>
  waiting[Math.min(Math.max(step === 1 ? place : place - 1, 0), waiting.length - 1)] ?? null

/** `45 s left`, `4 m left`, `23 h 53 m left`, `no limit`: coarse, for a list. */
export const timeLeft = (expiresAt: number | null, now: number): string => {
  if (expiresAt === null) return "no limit"
  const seconds = Math.max(0, Math.floor((expiresAt - now) / 1000))
  if (seconds === 0) return "expires now"
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} m left`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} m left`
}

export type InboxTab = "pending" | "history"

const readers = { tab: (value: string) => value === "history" || value === "pending", full: (value: string) => value === "1" }

/** What the address asks for; all else in it is told. */
export const inboxOf = (path: string, search: string) => {
  const { values, ignored } = readAddress(path, search, readers)
  const tab: InboxTab = values.tab === "history" ? "history" : "pending"
  return { tab, full: values.full !== undefined, ignored }
}

export const inboxHref = (tab: InboxTab, id: string | null): string => `/approvals${id === null ? "" : `/${id}`}${tab === "history" ? "?tab=history" : ""}`

/** The question that the address names. */
export const idInPath = (path: string): string | null => /^\/approvals\/([\w-]+)$/.exec(path)?.[1] ?? null
