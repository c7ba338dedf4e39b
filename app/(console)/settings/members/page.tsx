import { readAddress } from "@/app/hooks/page-address"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../../asked-search"
import { Invitations } from "./components/invitations"
import { InviteForm } from "./components/invite-form"
import { MemberList } from "./components/member-list"

/** Who belongs to the team. Everybody sees it; admins invite, change roles and remove. */
export default async function MembersPage() {
  const caller = await serverCaller()
  const [search, me, members] = await Promise.all([askedSearch(), caller.me.get(), caller.members.list()])
  const mayManage = me.may.includes("members:manage")
  const { values, ignored } = readAddress("/settings/members", search, { edit: (value) => mayManage && members.some(({ userId }) => userId === value) })
  return (
    <>
      <IgnoredRow ignored={ignored} place="panels" />
      <MemberList members={members} self={me.user.id} mayManage={mayManage} edited={values.edit ?? null} />
      {mayManage && (
        <>
          <InviteForm />
          <Invitations items={await caller.members.invitations()} />
        </>
      )}
    </>
  )
}
