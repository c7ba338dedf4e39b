import { Schema } from "effect"
import { notFound } from "next/navigation"
import { isNotFound } from "@/app/hooks/signed-out"
import { RunId } from "@/server/domain/ids"
import { serverCaller } from "@/server/trpc/caller"
import { submitProgram } from "./actions"
import { NewRunPage } from "./components/new-run-page"
import { type Again, againOf } from "./submission"
import { templateOf } from "./templates"

type Props = { readonly searchParams: Promise<{ readonly template?: string; readonly rerun?: string }> }

export default async function Page({ searchParams }: Props) {
  const [{ template, rerun }, caller] = await Promise.all([searchParams, serverCaller()])
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
