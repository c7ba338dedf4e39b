import { TimeStamp } from "@/app/ui/time-stamp"
import { serverCaller } from "@/server/trpc/caller"
import { FactList } from "../components/fact-list"
import { Panel } from "../components/panel"
import { UnreadAddress } from "../components/unread"
import { sizeText } from "./size-text"

const stores = { sqlite: "SQLite, embedded", postgresql: "PostgreSQL" }

/** What this installation is. */
export default async function AboutPage() {
  const { version, store, publicUrl, dataBytes, startedAt } = await (await serverCaller()).installation.get()
  return (
    <>
      <UnreadAddress path="/settings/about" />
      <Panel title="This installation">
        <FactList
          facts={[
            { name: "Signalbox", value: <span className="tabular-nums">{version}</span> },
            { name: "Address", value: publicUrl },
            { name: "Store", value: stores[store] },
            { name: "Data", value: dataBytes === null ? "its size could not be read" : <span className="tabular-nums">{sizeText(dataBytes)}</span> },
            {
              name: "Running",
              value: (
                <>
                  for <TimeStamp at={startedAt} show="ago" />, since <TimeStamp at={startedAt} />
                </>
              )
            }
          ]}
        />
      </Panel>
    </>
  )
}
