import { serverCaller } from "@/server/trpc/caller"
import { NotAllowed } from "../components/not-allowed"
import { AuditLog } from "./components/audit-log"

type Props = { readonly searchParams: Promise<Readonly<Record<string, string | ReadonlyArray<string> | undefined>>> }

const nouns = ["interaction", "rule", "member", "token", "source", "webhook", "host"] as const

/** Who decided and changed what. `?noun=` of one kind · `?before=` older ones · `?prove=1` the chain is followed. */
export default async function AuditPage({ searchParams }: Props) {
  const caller = await serverCaller()
  const [search, { may }] = await Promise.all([searchParams, caller.me.get()])
  if (!may.includes("audit:read")) return <NotAllowed>The audit log shows what others decided and changed.</NotAllowed>
  const noun = nouns.find((known) => known === search["noun"])
  const before = typeof search["before"] === "string" && /^[1-9]\d{0,8}$/.test(search["before"]) ? Number(search["before"]) : undefined
  const [page, proof] = await Promise.all([
    caller.audit.page({ ...(noun === undefined ? {} : { noun }), ...(before === undefined ? {} : { before }) }),
    search["prove"] === "1" ? caller.audit.prove() : null
  ])
  return <AuditLog page={page} noun={noun ?? null} isFirst={before === undefined} proof={proof} />
}
