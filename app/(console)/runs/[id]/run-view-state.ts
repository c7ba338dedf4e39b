import { readAddress } from "@/app/hooks/page-address"

/** What of a run is looked at, kept in the URL. Pure. */
export const runTabs = ["overview", "timeline", "calls", "approvals", "logs", "raw"] as const
export type RunTab = (typeof runTabs)[number]

export interface RunViewState {
  readonly tab: RunTab
  /** The selected call or question, `call_3`. */
  readonly call: string | null
}

const readers = {
  tab: (value: string) => runTabs.some((tab) => tab === value),
  call: (value: string) => /^[\w-]{1,60}$/.test(value),
  full: (value: string) => value === "1"
}

/** What the address asks for; on the run's own page all else in it is told. `full`: long values are shown whole. */
export const runAddress = (path: string, search: string) => {
  const { values, ignored } = readAddress(path, search, readers)
  const view: RunViewState = { tab: runTabs.find((tab) => tab === values.tab) ?? "overview", call: values.call ?? null }
  return { view, full: values.full !== undefined, ignored }
}

/** The address of a view; what is at its default is left out. */
export const runViewHref = (path: string, view: Partial<RunViewState>): string => {
  const search = new URLSearchParams()
  if (view.tab !== undefined && view.tab !== "overview") search.set("tab", view.tab)
  if (view.call !== undefined && view.call !== null) search.set("call", view.call)
  const text = search.toString()
  return text === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${text}`
}

/** `run_0197c4e2…9f3c2a` */
export const shortId = (id: string): string => (id.length <= 22 ? id : `${id.slice(0, 12)}…${id.slice(-6)}`)
