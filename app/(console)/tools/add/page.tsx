import { redirect } from "next/navigation"
import { serverCaller } from "@/server/trpc/caller"
import { addSource } from "../actions"
import { AddSourcePage } from "../components/add-source-page"

export default async function Page() {
  const caller = await serverCaller()
  const me = await caller.me.get()
  // The form would be refused: only admins add sources.
  if (me.role !== "admin") redirect("/tools")
  return <AddSourcePage action={addSource} />
}
