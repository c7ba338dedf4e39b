import { redirect } from "next/navigation"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../../asked-search"
import { addSource } from "../actions"
import { AddSourcePage } from "../components/add-source-page"
import { addedKind } from "../tools-address"

export default async function Page() {
  const [search, caller] = await Promise.all([askedSearch(), serverCaller()])
  const me = await caller.me.get()
  // The form would be refused: only admins add sources.
  if (me.role !== "admin") redirect("/tools")
  const { kind, ignored } = addedKind(search)
  const { allowStdio } = await caller.installation.get()
  return <AddSourcePage key={kind} kind={kind} ignored={ignored} allowsCommands={allowStdio} action={addSource} />
}
