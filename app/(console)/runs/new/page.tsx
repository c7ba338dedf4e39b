import { Schema } from "effect"
import { notFound } from "next/navigation"
import { readAddress } from "@/app/hooks/page-address"
import { isNotFound } from "@/app/hooks/signed-out"
import { RunId } from "@/server/domain/ids"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../../asked-search"
import { submitProgram } from "./actions"
import { NewRunPage } from "./components/new-run-page"
import { type Again, againOf } from "./submission"
import { newRunReaders, templateOf } from "./templates"

export default async function Page() {
  const [search, caller] = await Promise.all([askedSearch(), serverCaller()])
  const { template, rerun } = readAddress("", search, newRunReaders).values
  const [me, tools, again] = await Promise.all([
    caller.me.get().catch(() => null),
    // The catalogue says itself when it cannot be read.
    caller.tools.list({}).then(
      ({ items }) => items,
      () => undefined
    ),
    rerun === undefined ? null : firstRun(rerun)
  ])
  return (
    <NewRunPage
      // Another program is another page: nothing of the one before stays in its fields.
      key={again?.id ?? "new"}
      search={search}
      template={templateOf(template)}
      again={again}
      tools={tools}
      personName={me?.user.name ?? "you"}
      maySubmit={me === null || me.role !== "viewer"}
      action={submitProgram}
    />
  )
}

/** The run that is to run again. What cannot be read is an error page, never an empty editor that would run something else. */
const firstRun = async (id: string): Promise<Again> => {
  if (!Schema.is(RunId)(id)) notFound()
  try {
    return againOf((await (await serverCaller()).runs.get({ id })).run)
  } catch (error) {
    if (isNotFound(error)) notFound()
    throw error
  }
}
