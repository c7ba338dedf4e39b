import { Effect, Schema } from "effect"
import { AuditEntry } from "../../domain/audit"
import { EpochMs } from "../../domain/epoch-ms"
import { AuditNoun, AuditTrail } from "../../history/audit-trail"
import { noBody } from "./body"
import { endpoint } from "./endpoint"
import { fileOf } from "./export-file"
import { WholeNumber } from "./query"

const Page = Schema.Struct({ items: Schema.Array(AuditEntry), next: Schema.NullOr(Schema.Int) })

export const listAudit = endpoint({
  method: "GET",
  path: "/api/v1/audit",
  operationId: "listAudit",
  permission: "audit:read",
  summary: "The audit log, newest first. `before`: entries before this number; `noun`: of one kind.",
  query: Schema.Struct({
    before: Schema.optionalKey(WholeNumber(1, 2_147_483_647)),
    limit: Schema.optionalKey(WholeNumber(1, 200)),
    noun: Schema.optionalKey(AuditNoun)
  }),
  body: noBody,
  answer: Page,
  statuses: { 200: "A page" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query }) {
    return { value: yield* AuditTrail.use((trail) => trail.page(principal.teamId, query)) }
  })
})

const iso = Schema.encodeSync(EpochMs)
const encodeEntry = Schema.encodeSync(AuditEntry)

const head = ["seq", "at", "action", "actor_kind", "actor_id", "actor", "via", "subject", "data", "previous_hash", "hash"]

const cellsOf = ({ seq, at, action, actor, via, subject, data, previousHash, hash }: AuditEntry): ReadonlyArray<string> => [
  String(seq),
  iso(at),
  action,
  actor.kind,
  actor.id,
  actor.label,
  via,
  subject,
  JSON.stringify(data),
  previousHash,
  hash
]

export const exportAudit = endpoint({
  method: "GET",
  path: "/api/v1/audit/export",
  operationId: "exportAudit",
  permission: "audit:read",
  summary: "The whole audit log, oldest first, as a file: CSV, in which no cell is a formula, or one JSON object a line.",
  query: Schema.Struct({ format: Schema.Literals(["csv", "json"]) }),
  body: noBody,
  answer: Schema.String,
  statuses: { 200: "The file" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query: { format } }) {
    const trail = yield* AuditTrail
    return fileOf(trail.all(principal.teamId), { name: "audit", format, head, cellsOf, encode: encodeEntry })
  })
})
