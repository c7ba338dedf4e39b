import { readAddress } from "@/app/hooks/page-address"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../../asked-search"
import { NotAllowed } from "../components/not-allowed"
import { TokenForm } from "./components/token-form"
import { TokenList } from "./components/token-list"

/** The credentials of agents, scripts and CI. */
export default async function TokensPage() {
  const caller = await serverCaller()
  const [search, { may }] = await Promise.all([askedSearch(), caller.me.get()])
  if (!may.includes("tokens:manage")) return <NotAllowed>Service tokens let programs in. Ask an admin of your team for one.</NotAllowed>
  const tokens = await caller.tokens.list()
  const { values, ignored } = readAddress("/settings/tokens", search, { revoke: (value) => tokens.some(({ id }) => id === value) })
  return (
    <>
      <IgnoredRow ignored={ignored} place="panels" />
      <TokenForm />
      <TokenList tokens={tokens} asked={values.revoke ?? null} />
    </>
  )
}
