import { readAddress } from "@/app/hooks/page-address"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { roleNames } from "@/app/ui/role-words"
import { passwordCharacters } from "@/server/domain/account"
import { serverCaller } from "@/server/trpc/caller"
import { askedSearch } from "../../asked-search"
import { ClientList } from "../components/client-list"
import { FactList } from "../components/fact-list"
import { Panel } from "../components/panel"
import { NotificationSwitch } from "./components/notification-switch"
import { PasswordForm } from "./components/password-form"

/** One's own account, whatever the role. */
export default async function AccountPage() {
  const caller = await serverCaller()
  const [search, { user, role, team }, clients] = await Promise.all([askedSearch(), caller.me.get(), caller.clients.mine()])
  const { values, ignored } = readAddress("/settings/account", search, { disconnect: (value) => clients.some(({ id }) => id === value) })
  return (
    <>
      <IgnoredRow ignored={ignored} place="panels" />
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
      <ClientList
        clients={clients}
        asked={values.disconnect ?? null}
        path="/settings/account"
        about="MCP clients that you let in. They act in your name, and can do no more than you."
        empty="You have let no client in. One that supports it needs nothing but this server’s address."
      />
      {/* Last, since only the browser knows how long its sentence is: nothing stands below that could move. */}
      <NotificationSwitch />
    </>
  )
}
