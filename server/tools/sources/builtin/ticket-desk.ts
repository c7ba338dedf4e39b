import { Clock, Effect, Schema } from "effect"
import type { TeamId } from "../../../domain/ids"

export const Ticket = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  body: Schema.String,
  status: Schema.Literals(["open", "closed"]),
  /** ISO 8601, as programs see it. */
  createdAt: Schema.String
})
export type Ticket = typeof Ticket.Type

/** The tickets of one team, by id in order of creation, and what was done under which idempotency key. */
interface Desk {
  readonly tickets: Map<string, Ticket>
  readonly created: Map<string, Ticket>
  readonly deleted: Set<string>
  lastNumber: number
}

/** More than a program may call; the oldest keys go first. */
const mostKeys = 20_000

export interface TicketDesk {
  readonly list: (teamId: TeamId, status: Ticket["status"] | undefined, limit: number) => Effect.Effect<ReadonlyArray<Ticket>>
  readonly get: (teamId: TeamId, id: string) => Effect.Effect<Ticket | undefined>
  readonly create: (teamId: TeamId, key: string, draft: Pick<Ticket, "title" | "body">) => Effect.Effect<Ticket>
  /** False: no such ticket. */
  readonly remove: (teamId: TeamId, key: string, id: string) => Effect.Effect<boolean>
}

/** A small ticket desk per team. It lives in memory, as long as the layer that made it, and is lost at a restart. */
export const makeTicketDesk: Effect.Effect<TicketDesk> = Effect.sync(() => {
  const desks = new Map<TeamId, Desk>()
  const deskOf = (teamId: TeamId): Effect.Effect<{ readonly desk: Desk; readonly now: number }> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const known = desks.get(teamId)
      if (known !== undefined) return { desk: known, now }
      const desk: Desk = { tickets: firstTickets(now), created: new Map(), deleted: new Set(), lastNumber: samples.length }
      desks.set(teamId, desk)
      return { desk, now }
    })
  return {
    list: (teamId, status, limit) =>
      Effect.map(deskOf(teamId), ({ desk }) => [...desk.tickets.values()].filter((ticket) => status === undefined || ticket.status === status).slice(0, limit)),
    get: (teamId, id) => Effect.map(deskOf(teamId), ({ desk }) => desk.tickets.get(id)),
    create: (teamId, key, { title, body }) =>
      Effect.map(deskOf(teamId), ({ desk, now }) => {
        const before = desk.created.get(key)
        if (before !== undefined) return before
        const ticket: Ticket = { id: idOf(++desk.lastNumber), title, body, status: "open", createdAt: iso(now) }
        desk.tickets.set(ticket.id, ticket)
        desk.created.set(key, ticket)
        forgetOldest(desk.created)
        return ticket
      }),
    remove: (teamId, key, id) =>
      Effect.map(deskOf(teamId), ({ desk }) => {
        if (desk.deleted.has(key)) return true
        if (!desk.tickets.delete(id)) return false
        desk.deleted.add(key)
        forgetOldest(desk.deleted)
        return true
      })
  }
})

const forgetOldest = (keys: Map<string, unknown> | Set<string>): void => {
  const [oldest] = keys.keys()
  if (keys.size > mostKeys && oldest !== undefined) keys.delete(oldest)
}

const idOf = (number: number): string => `T-${number}`
const iso = (at: number): string => new Date(at).toISOString()

const hour = 3_600_000

/** Ten tickets, six of them open, oldest first. */
const samples: ReadonlyArray<Pick<Ticket, "title" | "body" | "status"> & { readonly ageHours: number }> = [
  { ageHours: 190, status: "closed", title: "Password reset mail never arrives", body: "Three customers report that no mail comes after asking for a reset." },
  { ageHours: 171, status: "open", title: "Export stops at 10,000 rows", body: "The CSV export of the orders page ends after 10,000 rows without a message." },
  { ageHours: 150, status: "closed", title: "Typo on the pricing page", body: 'It says "montly" in the second column.' },
  { ageHours: 122, status: "open", title: "Two invoices for one order", body: "Order 20881 was invoiced twice on the same day." },
  { ageHours: 98, status: "closed", title: "Sign-in page is blank in Safari 16", body: "Seen on two Macs; works after an update to Safari 17." },
  { ageHours: 75, status: "open", title: "Search ignores umlauts", body: 'Looking for "Müller" does not find "Mueller" and the other way round.' },
  { ageHours: 51, status: "open", title: "Webhook retries too fast", body: "A failing endpoint is called ten times within a second." },
  { ageHours: 29, status: "closed", title: "Dark theme: links are unreadable", body: "Visited links are dark blue on black." },
  { ageHours: 8, status: "open", title: "Please raise our seat limit to 40", body: "Acme Payments would like ten more seats from next month on." },
  { ageHours: 2, status: "open", title: "Test ticket, please delete", body: "Created while trying out the form." }
]

const firstTickets = (now: number): Map<string, Ticket> =>
  new Map(
    samples.map(({ ageHours, ...ticket }, index): [string, Ticket] => {
      const id = idOf(index + 1)
      return [id, { id, title: ticket.title, body: ticket.body, status: ticket.status, createdAt: iso(now - ageHours * hour) }]
    })
  )
