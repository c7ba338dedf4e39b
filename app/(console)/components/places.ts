import type { IconName } from "@/app/ui/icons"

export type Place = { readonly href: string; readonly name: string; readonly icon: IconName }

/** What the navigation leads to; a place appears here when its page exists. */
export const places: { readonly [Name in "approvals" | "runs" | "newRun" | "tools" | "rules" | "metrics" | "connect" | "settings"]: Place } = {
  approvals: { href: "/approvals", name: "Approvals", icon: "inbox" },
  runs: { href: "/runs", name: "Runs", icon: "list" },
  newRun: { href: "/runs/new", name: "New run", icon: "prompt" },
  tools: { href: "/tools", name: "Tools", icon: "wrench" },
  rules: { href: "/rules", name: "Rules", icon: "shield" },
  metrics: { href: "/metrics", name: "Metrics", icon: "bars" },
  connect: { href: "/connect", name: "Connect", icon: "agent" },
  settings: { href: "/settings", name: "Settings", icon: "gear" }
}

/** The side navigation, from the top. */
export const sidePlaces: ReadonlyArray<Place> = [
  places.approvals,
  places.runs,
  places.newRun,
  places.tools,
  places.rules,
  places.metrics,
  places.connect,
  places.settings
]

/** On a phone the first three have a button of their own; the others are in More. */
export const phonePlaces: ReadonlyArray<Place> = [places.runs, places.approvals, places.newRun]
export const morePlaces: ReadonlyArray<Place> = [places.tools, places.rules, places.metrics, places.connect, places.settings]

/** `/runs/new` belongs to New run, `/runs/run_…` to Runs. */
export const placeOf = (path: string): string | null => {
  const known = Object.values(places).filter(({ href }) => path === href || path.startsWith(`${href}/`))
  return known.sort((a, b) => b.href.length - a.href.length)[0]?.href ?? null
}
