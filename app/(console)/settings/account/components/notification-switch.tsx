"use client"
import { useSyncExternalStore } from "react"
import { canNotify, isNotifying, turnOff, turnOn } from "@/app/hooks/notice-turn"
import { Button } from "@/app/ui/button"
import { Panel } from "../../components/panel"

const changed = "signalbox:notify"
const subscribe = (listener: () => void) => {
  addEventListener(changed, listener)
  addEventListener("storage", listener)
  return () => {
    removeEventListener(changed, listener)
    removeEventListener("storage", listener)
  }
}

type State = "unknown" | "unsupported" | "refused" | "on" | "off"
const stateNow = (): State => (!canNotify() ? "unsupported" : isNotifying() ? "on" : Notification.permission === "denied" ? "refused" : "off")

const words: Readonly<Record<State, string>> = {
  unknown: "Needs JavaScript.",
  unsupported: "This browser has no notifications, or only on pages that are served over https.",
  refused: "This browser was told not to show notifications of this page. Allow them in its settings for this address, then come back.",
  on: "On in this browser.",
  off: "Off in this browser."
}

/** Whether this browser tells of new questions. Remembered here, since the permission is this browser's as well. */
export const NotificationSwitch = () => {
  const state = useSyncExternalStore(subscribe, stateNow, () => "unknown" as const)
  const change = async () => {
    if (state === "on") turnOff()
    else await turnOn()
    dispatchEvent(new Event(changed))
  }
  return (
    <Panel
      title="Notifications"
      about="When a question waits for your team and no tab of Signalbox is visible, this browser says so, once, with the tool’s name and a way to the card. A tab has to be open somewhere."
      className="flex flex-wrap items-center justify-between gap-3 p-4 max-md:p-3"
    >
      <p role="status">{words[state]}</p>
      {(state === "on" || state === "off") && (
        <Button size="lg" onClick={() => void change()}>
          {state === "on" ? "Turn off" : "Turn on"}
        </Button>
      )}
    </Panel>
  )
}
