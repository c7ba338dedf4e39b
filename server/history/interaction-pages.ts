import { Effect } from "effect"
import type { TeamId } from "../domain/ids"
import type { Interaction, InteractionStatus } from "../domain/interaction"
import { pageLimit } from "../domain/run-filter"
import type { Database } from "../store/database"
import { decidedCursor, pendingCursor } from "./cursor"
import { interactionsOf } from "./interaction-row"
import type { InteractionsRequest } from "./pages"
import { read } from "./read"
import { decidedInteractions, pendingInteractions } from "./sql/interactions"

const cut = (rows: ReadonlyArray<Interaction>, limit: number, cursorAt: (last: Interaction) => string | null) => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorAt(last) : null }
}

export const pageOfPending = Effect.fn("pageOfPending")(function* (
  database: Database["Service"],
  publicUrl: string,
  teamId: TeamId,
  { runId, cursor, limit = pageLimit.default }: InteractionsRequest
) {
  const after = cursor == null ? null : yield* pendingCursor.decode(cursor).pipe(Effect.map(([, expiresAt, createdAt, id]) => ({ expiresAt, createdAt, id })))
  const rows = interactionsOf(yield* read(database, pendingInteractions(teamId, runId, after, limit + 1)), publicUrl)
  return cut(rows, limit, ({ expiresAt, createdAt, id }) => pendingCursor.encode(["pending", expiresAt, createdAt, id]))
})

export const pageOfDecided = Effect.fn("pageOfDecided")(function* (
  database: Database["Service"],
  publicUrl: string,
  teamId: TeamId,
  { runId, cursor, limit = pageLimit.default }: InteractionsRequest,
  status: Exclude<InteractionStatus, "pending"> | null
) {
  const after = cursor == null ? null : yield* decidedCursor.decode(cursor).pipe(Effect.map(([, resolvedAt, id]) => ({ resolvedAt, id })))
  const rows = interactionsOf(yield* read(database, decidedInteractions(teamId, { runId, status }, after, limit + 1)), publicUrl)
  return cut(rows, limit, ({ resolvedAt, id }) => (resolvedAt === null ? null : decidedCursor.encode(["decided", resolvedAt, id])))
})
