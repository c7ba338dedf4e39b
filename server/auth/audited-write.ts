import { Clock, Effect } from "effect"
import type { AuditVia, NewAuditEntry } from "../domain/audit"
import type { Actor } from "../domain/principal"
import type { Prisma } from "../generated/sqlite/client"
import { auditStatements } from "../store/audit-log"
import { enterWriter } from "../store/sql/open"
import { Auth } from "./auth"
import type { AuthClient } from "./auth-client"

/** What the audit log is told of a change. */
export interface Change extends Pick<NewAuditEntry, "action" | "subject" | "data"> {
  readonly teamId: string
  readonly actor: Actor
  readonly via: AuditVia
}

export type Writes = (client: AuthClient) => ReadonlyArray<Prisma.PrismaPromise<unknown>>

/**
 * The writes and their audit entry, all or none of them. Writes that find their row in another state than they ask for have
 * to fail, as `update` and `delete` do and the `…Many` do not: nothing is recorded then.
 */
export const auditedWrite = Effect.fn("auditedWrite")(function* (change: Change, writes: Writes): Effect.fn.Return<void, unknown, Auth> {
  const { client, dialect, changes } = yield* Auth
  const at = yield* Clock.currentTimeMillis
  const raw = ({ sql, parameters }: ReturnType<typeof auditStatements>[number]) => client.$executeRawUnsafe(sql, ...parameters)
  yield* Effect.tryPromise({
    try: () =>
      client.$transaction([
        // First, so that whoever adds entries does so one after the other, the writer of runs included.
        ...enterWriter(dialect).map(raw),
        ...writes(client),
        ...auditStatements(dialect, [{ ...change, at }]).map(raw)
      ]),
    catch: (cause) => cause
  })
  yield* changes.tell
})
