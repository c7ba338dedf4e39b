/** What of a run is looked at, kept in the URL. Pure. */
export const runTabs = ["overview", "timeline", "calls", "approvals", "logs", "raw"] as const
export type RunTab = (typeof runTabs)[number]

export interface RunViewState {
  readonly tab: RunTab
  /** The selected call or question, `call_3`. */
  readonly call: string | null
}

interface Params {
  readonly get: (name: string) => string | null
}

const isTab = (value: string | null): value is RunTab => runTabs.some((tab) => tab === value)

export const runViewOf = (params: Params): RunViewState => {
  const tab = params.get("tab")
  const call = params.get("call")
  return { tab: isTab(tab) ? tab : "overview", call: call !== null && /^[\w-]{1,60}$/.test(call) ? call : null }
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
