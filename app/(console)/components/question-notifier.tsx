"use client"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { canNotify, isNotifying, tellInTurn, watchVisibility } from "@/app/hooks/notice-turn"
import { type QuestionNotice, questionNotice } from "@/app/hooks/question-notice"
import { useLiveMessages } from "@/app/hooks/use-live-feed"

/** Tells of a new question by a notification of the browser, where the person has asked for that and looks elsewhere. */
export const QuestionNotifier = ({ asOf }: { readonly asOf: string | undefined }) => {
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
  useLiveMessages(
    (messages) => {
      if (!isNotifying()) return
      const asked = messages.flatMap((message) => (message.type === "run" && message.interaction?.status === "pending" ? [message.interaction] : []))
      if (asked.length > 0) void tellInTurn(asked.map(questionNotice), show)
    },
    { asOf }
  )
  return null
}
