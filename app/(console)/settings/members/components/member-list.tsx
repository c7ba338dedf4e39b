import { Avatar } from "@/app/ui/avatar"
import { ButtonLink } from "@/app/ui/button-link"
import { roleNames } from "@/app/ui/role-words"
import { Tag } from "@/app/ui/tag"
import { TimeStamp } from "@/app/ui/time-stamp"
import type { RouterOutputs } from "@/server/trpc/router"
import { Panel } from "../../components/panel"
import { EditMember } from "./edit-member"

type Member = RouterOutputs["members"]["list"][number]

type Props = {
  readonly members: ReadonlyArray<Member>
  readonly self: string
  readonly mayManage: boolean
  /** Whose role is open for a change. It is in the address, so that it opens before JavaScript has loaded. */
  readonly edited: string | null
}

export const MemberList = ({ members, self, mayManage, edited }: Props) => {
  const admins = members.filter(({ role }) => role === "admin").length
  return (
    <Panel title="Members" aside={members.length}>
      <ul>
        {members.map((member) => (
          <li key={member.userId} className="border-border not-first:border-t">
            <div className="flex min-h-14 items-center gap-3 px-4 py-2 max-md:px-3">
              <Avatar name={member.name} />
              <div className="min-w-0 flex-1">
                <div className="flex min-w-0 items-center gap-2">
                  <span className="truncate font-emphasis">{member.name}</span>
                  {member.userId === self && <Tag>you</Tag>}
                </div>
                <div className="truncate text-xs text-text-muted">{member.email}</div>
              </div>
              <span className="text-xs text-text-subtle max-md:hidden">
                joined <TimeStamp at={member.joinedAt} show="ago" /> ago
              </span>
              <span className="w-18 text-right max-md:w-auto">{roleNames[member.role]}</span>
              {mayManage && (
                <ButtonLink
                  href={edited === member.userId ? "/settings/members" : `/settings/members?edit=${encodeURIComponent(member.userId)}`}
                  scroll={false}
                  replace
                  size="md"
                  className="min-w-[70px] max-md:h-11"
                  aria-label={`${edited === member.userId ? "Close" : "Change"} ${member.name}`}
                >
                  {edited === member.userId ? "Close" : "Change"}
                </ButtonLink>
              )}
            </div>
            {edited === member.userId && <EditMember member={member} isSelf={member.userId === self} isLastAdmin={member.role === "admin" && admins === 1} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
