import { redirect } from "next/navigation"
import { serverCaller } from "@/server/trpc/caller"
import { addSource } from "../actions"
import { AddSourcePage } from "../components/add-source-page"
import { addedKind } from "../tools-address"

type Props = { readonly searchParams: Promise<Readonly<Record<string, string | ReadonlyArray<string> | undefined>>> }

export default async function Page({ searchParams }: Props) {
  const [params, caller] = await Promise.all([searchParams, serverCaller()])
  const me = await caller.me.get()
  // The form would be refused: only admins add sources.
  if (me.role !== "admin") redirect("/tools")
  const kind = addedKind(params)
  const { allowStdio } = await caller.installation.get()
  return <AddSourcePage key={kind} kind={kind} allowsCommands={allowStdio} action={addSource} />
}
