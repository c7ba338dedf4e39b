import type { NewAuditEntry } from "../domain/audit"
import type { TeamId } from "../domain/ids"

/** Who changes a team's sources, and through what. */
export type SourceEditor = Pick<NewAuditEntry, "actor" | "via"> & { readonly teamId: TeamId }
