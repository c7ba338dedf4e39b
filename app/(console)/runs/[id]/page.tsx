import { Schema } from "effect"
import { notFound } from "next/navigation"
import { sent } from "@/app/hooks/plain-json"
import { isNotFound } from "@/app/hooks/signed-out"
import { RunId } from "@/server/domain/ids"
import { serverCaller } from "@/server/trpc/caller"
import { answerQuestion } from "../../actions"
import { askedSearch } from "../../asked-search"
import { RunPage } from "./components/run-page"
import { runAddress } from "./run-view-state"

type Props = { readonly params: Promise<{ readonly id: string }> }

export default async function Page({ params }: Props) {
  const [{ id }, search] = await Promise.all([params, askedSearch()])
  if (!Schema.is(RunId)(id)) notFound()
  const [initial, role, around] = await Promise.all([runOf(id), roleOf(), aroundOf(id)])
  return <RunPage id={id} initial={sent(initial)} role={role} search={search} full={runAddress("", search).full} around={around} answer={answerQuestion} />
}

/** What cannot be read is shown as that, with a way to try again; what does not exist is another page. */
const runOf = async (id: RunId) => {
  const caller = await serverCaller()
  try {
    return await caller.runs.get({ id })
  } catch (error) {
    if (isNotFound(error)) notFound()
    return undefined
  }
}

/** What is shown beside the run itself; the page asks again for what could not be read. */
const aroundOf = async (id: RunId) => {
  const caller = await serverCaller()
  const [position, children] = await Promise.all([
    caller.runs.queuePosition({ id }).catch(() => undefined),
    caller.runs.children({ id }).catch(() => undefined)
  ])
  return { position, children }
}

const roleOf = async () =>
  (await serverCaller()).me.get().then(
    (me) => me.role,
    () => "viewer" as const
  )
