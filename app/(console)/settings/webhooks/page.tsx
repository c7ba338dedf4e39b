import { readAddress } from "@/app/hooks/page-address"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../../asked-search"
import { NotAllowed } from "../components/not-allowed"
import { WebhookForm } from "./components/webhook-form"
import { WebhookList } from "./components/webhook-list"

/** Where the team's events are sent to. `open`: the webhook that is looked at; `ask`: what is to be confirmed. */
export default async function WebhooksPage() {
  const caller = await serverCaller()
  const [search, { may }] = await Promise.all([askedSearch(), caller.me.get()])
  if (!may.includes("webhooks:manage")) return <NotAllowed>Webhooks send what happens to other systems. Ask an admin of your team for one.</NotAllowed>
  const webhooks = await caller.webhooks.list()
  const { values, ignored } = readAddress("/settings/webhooks", search, {
    open: (value) => webhooks.some(({ id }) => id === value),
    ask: (value) => value === "remove"
  })
  const opened = webhooks.find(({ id }) => id === values.open)
  const deliveries = opened === undefined ? [] : await caller.webhooks.deliveries({ id: opened.id })
  return (
    <>
      <IgnoredRow ignored={ignored} place="panels" />
      <WebhookList webhooks={webhooks} opened={opened?.id ?? null} deliveries={deliveries} isRemoving={values.ask !== undefined} />
      <WebhookForm />
    </>
  )
}
