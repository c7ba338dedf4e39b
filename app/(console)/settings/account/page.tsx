import { roleNames } from "@/app/ui/role-words"
import { passwordCharacters } from "@/server/domain/account"
import { serverCaller } from "@/server/trpc/caller"
import { FactList } from "../components/fact-list"
import { Panel } from "../components/panel"
import { UnreadAddress } from "../components/unread"
import { NotificationSwitch } from "./components/notification-switch"
import { PasswordForm } from "./components/password-form"

/** One's own account, whatever the role. */
export default async function AccountPage() {
  const { user, role, team } = await (await serverCaller()).me.get()
  return (
    <>
      <UnreadAddress path="/settings/account" />
      <Panel title="Your account">
        <FactList
          facts={[
            { name: "Name", value: user.name },
            { name: "Email", value: user.email },
            { name: "Team", value: team.name },
            { name: "Role", value: roleNames[role] }
          ]}
        />
      </Panel>
      <PasswordForm email={user.email} passwordLength={passwordCharacters.least} />
      {/* Last, since only the browser knows how long its sentence is: nothing stands below that could move. */}
      <NotificationSwitch />
    </>
  )
}
