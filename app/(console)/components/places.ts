import type { IconName } from "@/app/ui/icons"

export type Place = { readonly href: string; readonly name: string; readonly icon: IconName }

/** What the navigation leads to; a place appears here when its page exists. */
export const places: { readonly approvals: Place; readonly runs: Place; readonly newRun: Place } = {
  approvals: { href: "/approvals", name: "Approvals", icon: "inbox" },
  runs: { href: "/runs", name: "Runs", icon: "list" },
  newRun: { href: "/runs/new", name: "New run", icon: "prompt" }
}

/** `/runs/new` belongs to New run, `/runs/run_…` to Runs. */
export const placeOf = (path: string): string | null => {
  const known = Object.values(places).filter(({ href }) => path === href || path.startsWith(`${href}/`))
  return known.sort((a, b) => b.href.length - a.href.length)[0]?.href ?? null
}
