"use client"
import { useSyncExternalStore } from "react"
import { canNotify, isNotifying, turnOff, turnOn } from "./notice-turn"

/** Whether this browser tells of new questions; unknown before JavaScript has loaded. */
export type NoticeState = "unknown" | "unsupported" | "refused" | "on" | "off"

const changed = "signalbox:notices"
const subscribe = (listener: () => void) => {
  addEventListener(changed, listener)
  addEventListener("storage", listener)
  return () => {
    removeEventListener(changed, listener)
    removeEventListener("storage", listener)
  }
}

const stateNow = (): NoticeState => (!canNotify() ? "unsupported" : isNotifying() ? "on" : Notification.permission === "denied" ? "refused" : "off")

/** The setting of this browser, and what turns it around; turning it on asks the person for the permission. */
export const useNotices = () => {
  const state = useSyncExternalStore<NoticeState>(subscribe, stateNow, () => "unknown")
  const change = async () => {
    if (state === "on") turnOff()
    else await turnOn()
    dispatchEvent(new Event(changed))
  }
  return { state, change }
}

export const noticeWords: Readonly<Record<NoticeState, string>> = {
  unknown: "Needs JavaScript.",
  unsupported: "This browser has no notifications, or only on pages that are served over https.",
  refused: "This browser was told not to show notifications of this page. Allow them in its settings for this address, then come back.",
  on: "On in this browser.",
  off: "Off in this browser."
}
