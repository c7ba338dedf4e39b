import { serverCaller } from "@/server/trpc/caller"
import { NotAllowed } from "../components/not-allowed"
import { WebhookForm } from "./components/webhook-form"
import { WebhookList } from "./components/webhook-list"

type Props = { readonly searchParams: Promise<{ readonly open?: string | ReadonlyArray<string>; readonly ask?: string | ReadonlyArray<string> }> }

/** Where the team's events are sent to. `open`: the webhook that is looked at; `ask`: what is to be confirmed. */
export default async function WebhooksPage({ searchParams }: Props) {
  const caller = await serverCaller()
  const [{ open, ask }, { may }] = await Promise.all([searchParams, caller.me.get()])
  if (!may.includes("webhooks:manage")) return <NotAllowed>Webhooks send what happens to other systems. Ask an admin of your team for one.</NotAllowed>
  const webhooks = await caller.webhooks.list()
  const opened = webhooks.find(({ id }) => id === open)
  const deliveries = opened === undefined ? [] : await caller.webhooks.deliveries({ id: opened.id })
  return (
    <>
      <WebhookList webhooks={webhooks} opened={opened?.id ?? null} deliveries={deliveries} isRemoving={ask === "remove"} />
      <WebhookForm />
    </>
  )
}
