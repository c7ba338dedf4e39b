import { serverCaller } from "@/server/trpc/caller"
import { NotAllowed } from "../components/not-allowed"
import { TokenForm } from "./components/token-form"
import { TokenList } from "./components/token-list"

type Props = { readonly searchParams: Promise<{ readonly revoke?: string | ReadonlyArray<string> }> }

/** The credentials of agents, scripts and CI. */
export default async function TokensPage({ searchParams }: Props) {
  const caller = await serverCaller()
  const [{ revoke }, { may }] = await Promise.all([searchParams, caller.me.get()])
  if (!may.includes("tokens:manage")) return <NotAllowed>Service tokens let programs in. Ask an admin of your team for one.</NotAllowed>
  const tokens = await caller.tokens.list()
  return (
    <>
      <TokenForm />
      <TokenList tokens={tokens} asked={typeof revoke === "string" ? revoke : null} />
    </>
  )
}
