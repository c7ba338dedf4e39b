import { readAddress } from "@/app/hooks/page-address"
import { pageSettings } from "@/server/http/page-settings"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../asked-search"
import { clientConfigs } from "./client-configs"
import { ConnectPage } from "./components/connect-page"

export default async function Page() {
  const configs = clientConfigs(pageSettings().publicUrl)
  const { values, ignored } = readAddress("/connect", await askedSearch(), { client: (value) => configs.some(({ id }) => id === value) })
  return <ConnectPage publicUrl={pageSettings().publicUrl} client={values.client} ignored={ignored} isAdmin={(await roleOf()) === "admin"} />
}

const roleOf = async () =>
  (await serverCaller()).me.get().then(
    (me) => me.role,
    () => "viewer" as const
  )
