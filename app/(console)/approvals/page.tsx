import { Schema } from "effect"
import { notFound } from "next/navigation"
import { sent } from "@/app/hooks/plain-json"
import { isNotFound } from "@/app/hooks/signed-out"
import { InteractionId } from "@/server/domain/ids"
import { serverCaller } from "@/server/trpc/caller"
import { answerQuestion } from "../actions"
import { askedSearch } from "../asked-search"
import { InboxPage } from "./components/inbox-page"
import { decidedPage, pendingPage } from "./inbox-pages"
import { inboxOf } from "./inbox-state"

type Props = {
  /** Of `/approvals/<id>`, which is the same page with a question of one's choice. */
  readonly params: Promise<{ readonly id?: string }>
}

export default async function Page({ params }: Props) {
  const [{ id }, search] = await Promise.all([params, askedSearch()])
  const { tab, full } = inboxOf("/approvals", search)
  if (id !== undefined && !Schema.is(InteractionId)(id)) notFound()
  const caller = await serverCaller()
  const [pending, decided, role] = await Promise.all([
    // A list that cannot be read is shown as that by the page, with a way to try again.
    caller.interactions.list(pendingPage).catch(() => undefined),
    caller.interactions.list(decidedPage).catch(() => undefined),
    caller.me.get().then(
      (me) => me.role,
      () => "viewer" as const
    )
  ])
  const shown = id ?? (tab === "history" ? decided : pending)?.items[0]?.id
  return (
    <InboxPage
      search={search}
      pending={sent(pending)}
      decided={sent(decided)}
      selected={shown ?? null}
      question={sent(shown === undefined ? undefined : await questionOf(shown))}
      role={role}
      full={full}
      answer={answerQuestion}
    />
  )
}

const questionOf = async (id: InteractionId) => {
  const caller = await serverCaller()
  try {
    return await caller.interactions.get({ id })
  } catch (error) {
    if (isNotFound(error)) notFound()
    return undefined
  }
}
