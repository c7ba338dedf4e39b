import { serverCaller } from "@/server/trpc/caller"
import { Invitations } from "./components/invitations"
import { InviteForm } from "./components/invite-form"
import { MemberList } from "./components/member-list"

type Props = { readonly searchParams: Promise<{ readonly edit?: string | ReadonlyArray<string> }> }

/** Who belongs to the team. Everybody sees it; admins invite, change roles and remove. */
export default async function MembersPage({ searchParams }: Props) {
  const caller = await serverCaller()
  const [{ edit }, me, members] = await Promise.all([searchParams, caller.me.get(), caller.members.list()])
  const mayManage = me.may.includes("members:manage")
  return (
    <>
      <MemberList members={members} self={me.user.id} mayManage={mayManage} edited={mayManage && typeof edit === "string" ? edit : null} />
      {mayManage && (
        <>
          <InviteForm />
          <Invitations items={await caller.members.invitations()} />
        </>
      )}
    </>
  )
}
