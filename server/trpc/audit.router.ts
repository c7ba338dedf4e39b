import { Schema } from "effect"
import { AuditNoun, type AuditPage, AuditTrail } from "../history/audit-trail"
import type { ChainProof } from "../store/audit-proof"
import { call } from "./call"
import { may, router, valid } from "./init"

const PageInput = Schema.Struct({
  before: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  noun: Schema.optionalKey(AuditNoun)
})

export const auditRouter = router({
  page: may("audit:read")
    .input(valid(PageInput))
    .query(({ ctx, input }): Promise<AuditPage> => call(AuditTrail.use((trail) => trail.page(ctx.principal.teamId, input)))),

  /** Follows the team's whole chain. */
  prove: may("audit:read").query(({ ctx }): Promise<ChainProof> => call(AuditTrail.use((trail) => trail.prove(ctx.principal.teamId))))
})
