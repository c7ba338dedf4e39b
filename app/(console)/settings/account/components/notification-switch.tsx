"use client"
import { noticeWords, useNotices } from "@/app/hooks/use-notices"
import { Button } from "@/app/ui/button"
import { Panel } from "../../components/panel"

/** Whether this browser tells of new questions. Remembered here, since the permission is this browser's as well. */
export const NotificationSwitch = () => {
  const { state, change } = useNotices()
  return (
    <Panel
      title="Notifications"
      about="When a question waits for your team and no tab of Signalbox is visible, this browser says so, once, with the tool’s name and a way to the card. A tab has to be open somewhere."
      className="flex flex-wrap items-center justify-between gap-3 p-4 max-md:p-3"
    >
      <p role="status">{noticeWords[state]}</p>
      {(state === "on" || state === "off") && (
        <Button size="lg" onClick={() => void change()}>
          {state === "on" ? "Turn off" : "Turn on"}
        </Button>
      )}
    </Panel>
  )
}
