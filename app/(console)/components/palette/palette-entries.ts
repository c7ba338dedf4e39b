import type { IconName } from "@/app/ui/icons"
import { runLook } from "@/app/ui/run-status"
import type { RunStatus } from "@/server/domain/run"
import { type Place, sidePlaces } from "../places"

/** What the palette offers before anything is read from the server. Pure. */
export interface Entry {
  readonly group: "Go to" | "Runs"
  readonly name: string
  readonly icon: IconName
  readonly href: string
  /** Other words under which it is found. */
  readonly words: string
}

const filters: ReadonlyArray<{ readonly status: RunStatus; readonly name: string; readonly words: string }> = [
  { status: "waiting_for_interaction", name: "Runs that wait for a person", words: "pending approval needs" },
  { status: "running", name: "Runs that are running", words: "active now" },
  { status: "failed", name: "Runs that failed", words: "error errors broken" },
  { status: "interrupted", name: "Runs that were interrupted", words: "crash restart" }
]

const further: ReadonlyArray<Pick<Place, "name" | "href"> & { readonly words: string }> = [
  { name: "Approval history", href: "/approvals?tab=history", words: "decided receipts" },
  { name: "Members", href: "/settings/members", words: "people invite roles" },
  { name: "Service tokens", href: "/settings/tokens", words: "api keys" },
  { name: "Audit log", href: "/settings/audit", words: "who decided changed" },
  { name: "Retention", href: "/settings/retention", words: "delete old" },
  { name: "Your account", href: "/settings/account", words: "password" }
]

export const entries: ReadonlyArray<Entry> = [
  ...sidePlaces.map(({ name, href, icon }): Entry => ({ group: "Go to", name, href, icon, words: "" })),
  ...further.map(({ name, href, words }): Entry => ({ group: "Go to", name, href, icon: "gear", words })),
  ...filters.map(
    ({ status, name, words }): Entry => ({
      group: "Runs",
      name,
      href: `/runs?status=${status}`,
      icon: runLook({ status, waitingFor: null, pendingInteractionCount: 1 }).icon,
      words
    })
  )
]

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Each typed word is how one of the entry's words begins. */
export const fits = (entry: Pick<Entry, "name" | "words">, typed: string): boolean => {
  const own = wordsOf(`${entry.name} ${entry.words}`)
  return wordsOf(typed).every((word) => own.some((one) => one.startsWith(word)))
}

/** A run's id, alone or somewhere in what was pasted, such as its address. */
export const runIdIn = (typed: string): string | null =>
  /\brun_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i.exec(typed)?.[0]?.toLowerCase() ?? null

/** The same of a question. */
export const questionIdIn = (typed: string): string | null =>
  /\bint_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i.exec(typed)?.[0]?.toLowerCase() ?? null
