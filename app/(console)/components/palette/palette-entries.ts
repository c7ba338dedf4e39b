import type { IconName } from "@/app/ui/icons"
import { runLook } from "@/app/ui/run-status"
import type { RunStatus } from "@/server/domain/run"
import { inboxHref } from "../../approvals/inbox-state"
import { type Section, sections } from "../../settings/sections"
import { sidePlaces } from "../places"
import { searchHref } from "./palette-input"

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

const sectionWords: Readonly<Record<string, string>> = {
  "/settings/members": "people invite roles",
  "/settings/tokens": "api keys",
  "/settings/hosts": "allowed private addresses network",
  "/settings/webhooks": "notifications",
  "/settings/retention": "delete old",
  "/settings/audit": "who decided changed",
  "/settings/account": "password notifications",
  "/settings/about": "version"
}

/** Of the settings, those that this person may open. */
export const entriesFor = (may: ReadonlyArray<Section["action"]>): ReadonlyArray<Entry> => [
  ...sidePlaces.map(({ name, href, icon }): Entry => ({ group: "Go to", name, href, icon, words: "" })),
  { group: "Go to", name: "Approval history", href: inboxHref("history", null), icon: "inbox", words: "decided receipts" },
  ...sections
    .filter(({ action }) => may.includes(action))
    .map(({ name, href }): Entry => ({ group: "Go to", name, href, icon: "gear", words: sectionWords[href] ?? "" })),
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

/** Letters from which on words are searched for. */
export const leastSearched = 2

/** Where Enter leads while nothing else is chosen: the first that is offered. Null while nothing is typed, or nothing fits. */
export const meantBy = (entries: ReadonlyArray<Entry>, typed: string): string | null => {
  const text = typed.trim()
  if (text === "") return null
  const [run, question] = [runIdIn(text), questionIdIn(text)]
  if (run !== null) return `/runs/${run}`
  if (question !== null) return `/approvals/${question}`
  const found = entries.filter((entry) => fits(entry, text))
  const first = found.find(({ group }) => group === "Go to") ?? found[0]
  return first?.href ?? (text.length >= leastSearched ? searchHref(text) : null)
}
