"use client"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { canNotify, isNotifying, tellInTurn, watchVisibility } from "@/app/hooks/notice-turn"
import type { QuestionNotice } from "@/app/hooks/question-notice"
import { useEveryMessage } from "@/app/hooks/use-live-feed"

/** Tells of a new question by a notification of the browser, where the person has asked for that and looks elsewhere. */
export const QuestionNotifier = () => {
  const router = useRouter()
  useEffect(() => (canNotify() ? watchVisibility() : undefined), [])
  const show = ({ title, body, tag, href }: QuestionNotice): void => {
    try {
      const notification = new Notification(title, { body, tag, icon: "/favicon-waiting.svg" })
      notification.onclick = () => {
        notification.close()
        window.focus()
        router.push(href)
      }
    } catch {
      // Some phones have the permission, but show notifications of service workers only.
    }
  }
  // Also while the tab is hidden: that is when somebody has to be told.
  useEveryMessage((message) => {
    if (!isNotifying() || message.type !== "run" || message.interaction?.status !== "pending") return
    const question = message.interaction
    // Its words need the readers of forms and arguments, which no page's first paint needs.
    import("@/app/hooks/question-notice").then(
      ({ questionNotice }) => tellInTurn([questionNotice(question)], show),
      () => undefined
    )
  })
  return null
}
