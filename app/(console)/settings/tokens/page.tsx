import { readAddress } from "@/app/hooks/page-address"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../../asked-search"
import { ClientList } from "../components/client-list"
import { NotAllowed } from "../components/not-allowed"
import { TokenForm } from "./components/token-form"
import { TokenList } from "./components/token-list"

/** The credentials of agents, scripts and CI, and the clients that people let in. */
export default async function TokensPage() {
  const caller = await serverCaller()
  const [search, { may }] = await Promise.all([askedSearch(), caller.me.get()])
  if (!may.includes("tokens:manage")) return <NotAllowed>Service tokens let programs in. Ask an admin of your team for one.</NotAllowed>
  const [tokens, clients] = await Promise.all([caller.tokens.list(), caller.clients.list()])
  const { values, ignored } = readAddress("/settings/tokens", search, {
    revoke: (value) => tokens.some(({ id }) => id === value),
    disconnect: (value) => clients.some(({ id }) => id === value)
  })
  return (
    <>
      <IgnoredRow ignored={ignored} place="panels" />
      <TokenForm />
      <TokenList tokens={tokens} asked={values.revoke ?? null} />
      <ClientList
        clients={clients}
        asked={values.disconnect ?? null}
        path="/settings/tokens"
        about="MCP clients that members of the team let in by signing in. Each acts in its person’s name, within that person’s role."
        empty="Nobody has let a client in. One that supports it needs nothing but this server’s address."
      />
    </>
  )
}
