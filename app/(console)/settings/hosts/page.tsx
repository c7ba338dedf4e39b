import { serverCaller } from "@/server/trpc/caller"
import { NotAllowed } from "../components/not-allowed"
import { UnreadAddress } from "../components/unread"
import { HostForm } from "./components/host-form"
import { HostList } from "./components/host-list"

/** Private places that outgoing calls may reach all the same, and those that programs may call by themselves. */
export default async function HostsPage() {
  const caller = await serverCaller()
  const { may } = await caller.me.get()
  if (!may.includes("hosts:manage")) return <NotAllowed>Which hosts may be called is up to the admins of your team.</NotAllowed>
  const hosts = await caller.hosts.list()
  return (
    <>
      <UnreadAddress path="/settings/hosts" />
      <HostForm key={hosts.length} />
      <HostList hosts={hosts} />
    </>
  )
}
