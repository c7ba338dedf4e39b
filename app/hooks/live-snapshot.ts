import type { Looking } from "@/server/trpc/router"
import type { Ending } from "./live-ending"
import type { LiveStatus } from "./live-state"

/** What the tab's feed shows of itself. */
export type LiveSnapshot = {
  readonly status: LiveStatus
  readonly held: number
  /** When the server was last heard, by its own clock. */
  readonly heardAt: number
  readonly ended: Ending | null
  readonly pendingCount: number
  /** Who else looks at which question; nobody while the line is down. */
  readonly looking: ReadonlyArray<Looking>
}

/** While live, when the server was last heard changes every few seconds and nobody shows it. */
export const looksTheSame = (a: LiveSnapshot, b: LiveSnapshot): boolean =>
  a.status === b.status &&
  a.held === b.held &&
  a.ended === b.ended &&
  a.pendingCount === b.pendingCount &&
  a.looking === b.looking &&
  (b.status === "live" || a.heardAt === b.heardAt)
