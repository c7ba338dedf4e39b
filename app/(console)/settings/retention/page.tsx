import { serverCaller } from "@/server/trpc/caller"
import { FactList } from "../components/fact-list"
import { Panel } from "../components/panel"
import { UnreadAddress } from "../components/unread"
import { RetentionForm } from "./components/retention-form"
import { daysText, endings } from "./endings"

/** How long runs are kept. Everybody sees it; admins change it. */
export default async function RetentionPage() {
  const caller = await serverCaller()
  const [{ may }, retention] = await Promise.all([caller.me.get(), caller.retention.get()])
  return (
    <>
      <UnreadAddress path="/settings/retention" />
      {may.includes("retention:manage") ? (
        <RetentionForm retention={retention} />
      ) : (
        <Panel title="How long runs are kept" about="What is older is deleted for good with all that belongs to it. The audit log is kept.">
          <FactList facts={endings.map(({ status, name }) => ({ name, value: daysText(retention[status]) }))} />
        </Panel>
      )}
    </>
  )
}
