import { readAddress } from "@/app/hooks/page-address"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../../asked-search"
import { NotAllowed } from "../components/not-allowed"
import { AuditLog } from "./components/audit-log"

const nouns = ["interaction", "rule", "member", "token", "client", "source", "webhook", "host"] as const

const readers = {
  noun: (value: string) => nouns.some((known) => known === value),
  before: (value: string) => /^[1-9]\d{0,8}$/.test(value),
  prove: (value: string) => value === "1"
}

/** Who decided and changed what. `?noun=` of one kind · `?before=` older ones · `?prove=1` the chain is followed. */
export default async function AuditPage() {
  const caller = await serverCaller()
  const [search, { may }] = await Promise.all([askedSearch(), caller.me.get()])
  if (!may.includes("audit:read")) return <NotAllowed>The audit log shows what others decided and changed.</NotAllowed>
  const { values, ignored } = readAddress("/settings/audit", search, readers)
  const noun = nouns.find((known) => known === values.noun)
  const before = values.before === undefined ? undefined : Number(values.before)
  const [page, proof] = await Promise.all([
    caller.audit.page({ ...(noun === undefined ? {} : { noun }), ...(before === undefined ? {} : { before }) }),
    values.prove !== undefined ? caller.audit.prove() : null
  ])
  return <AuditLog page={page} noun={noun ?? null} ignored={ignored} isFirst={before === undefined} proof={proof} />
}
