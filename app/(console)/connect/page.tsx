import { pageSettings } from "@/server/http/page-settings"
import { serverCaller } from "@/server/trpc/caller"
import { ConnectPage } from "./components/connect-page"

type Props = { readonly searchParams: Promise<{ readonly client?: string | ReadonlyArray<string> }> }

export default async function Page({ searchParams }: Props) {
  const { client } = await searchParams
  return <ConnectPage publicUrl={pageSettings().publicUrl} client={typeof client === "string" ? client : undefined} isAdmin={(await roleOf()) === "admin"} />
}

const roleOf = async () =>
  (await serverCaller()).me.get().then(
    (me) => me.role,
    () => "viewer" as const
  )
