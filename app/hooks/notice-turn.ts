import type { QuestionNotice } from "./question-notice"
import { noticesKey } from "./theme"

/*
 * Which tab tells of a question, and whether any does. Tabs of one browser share locks and storage: a visible tab holds
 * one lock together with all visible ones, and whoever tells takes another for itself.
 *
 * I1 While a tab is visible, nobody is told.
 * I2 A question is told of once in a browser, however many tabs heard of it. Another process may read storage a moment late;
 *    the notification's tag then puts the second in the place of the first, without a sound.
 */

const toldKey = "signalbox:notified"
const visibleLock = "signalbox:visible"
const turnLock = "signalbox:notifying"
const mostRemembered = 200

export const canNotify = (): boolean => "Notification" in globalThis && "locks" in navigator

/** Whether this browser was asked to tell, and may. */
export const isNotifying = (): boolean => canNotify() && Notification.permission === "granted" && localStorage.getItem(noticesKey) === "on"

/** Asks for the permission, which a browser allows on a click only. */
export const turnOn = async (): Promise<void> => {
  if ((await Notification.requestPermission()) === "granted") localStorage.setItem(noticesKey, "on")
}

export const turnOff = (): void => localStorage.removeItem(noticesKey)

const toldIds = (): ReadonlyArray<string> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(toldKey) ?? "[]")
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : []
  } catch {
    return []
  }
}

const isNew = (tag: string): boolean => {
  const told = toldIds()
  if (told.includes(tag)) return false
  try {
    localStorage.setItem(toldKey, JSON.stringify([...told, tag].slice(-mostRemembered)))
  } catch {
    // A full store: told twice is better than not at all.
  }
  return true
}

/** Holds the lock of visible tabs while this one is visible; gives what ends it. */
export const watchVisibility = (): (() => void) => {
  let release: (() => void) | undefined
  const follow = () => {
    if (document.visibilityState !== "visible") {
      release?.()
      release = undefined
    } else if (release === undefined) {
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      void navigator.locks.request(visibleLock, { mode: "shared" }, () => held)
    }
  }
  follow()
  document.addEventListener("visibilitychange", follow)
  return () => {
    document.removeEventListener("visibilitychange", follow)
    release?.()
  }
}

/** Shows the notices that nobody was told of yet, unless somebody is looking. */
export const tellInTurn = (notices: ReadonlyArray<QuestionNotice>, show: (notice: QuestionNotice) => void): Promise<void> =>
  navigator.locks.request(turnLock, () =>
    navigator.locks.request(visibleLock, { ifAvailable: true }, (nobodyLooks) => {
      // Remembered in any case: who looked has seen it, and is not told of it when they look away.
      const fresh = notices.filter(({ tag }) => isNew(tag))
      if (nobodyLooks !== null) for (const notice of fresh) show(notice)
    })
  )
