import type { RouterOutputs } from "@/server/trpc/router"

type Action = RouterOutputs["me"]["get"]["may"][number]

export type Section = {
  readonly href: string
  readonly name: string
  /** Whoever may not do this is not shown the section. */
  readonly action: Action
}

/** The pages of the settings, in the order of their tabs. A new one is a line here and a folder beside this file. */
export const sections: ReadonlyArray<Section> = [
  { href: "/settings/members", name: "Members", action: "members:read" },
  { href: "/settings/tokens", name: "Service tokens", action: "tokens:manage" },
  { href: "/settings/webhooks", name: "Webhooks", action: "webhooks:manage" },
  { href: "/settings/hosts", name: "Hosts", action: "hosts:manage" },
  { href: "/settings/retention", name: "Retention", action: "installation:read" },
  { href: "/settings/audit", name: "Audit log", action: "audit:read" },
  { href: "/settings/account", name: "Your account", action: "members:read" },
  { href: "/settings/about", name: "About", action: "installation:read" }
]
