"use client"
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { LeftInCard } from "../ui/approval-card-props"
import { forgetDraft } from "../ui/use-draft"

const nothing: LeftInCard = { hadFocus: false, reason: "" }

/**
 * What a card leaves to its receipt: the focus, so that no key of a reason that is being typed falls upon the page, and the
 * reason itself when it went nowhere.
 */
export const useLeftCard = (
  questionId: string,
  { isReceipt, decided, sent }: { readonly isReceipt: boolean; readonly decided: boolean /** What was typed has gone to the server. */; readonly sent: boolean }
): { readonly receipt: RefObject<HTMLElement | null>; readonly unsent: string; readonly onGone: (left: LeftInCard) => void } => {
  const receipt = useRef<HTMLElement>(null)
  const [left, setLeft] = useState(nothing)
  // Before the browser hears the next key.
  useLayoutEffect(() => {
    if (isReceipt && (decided || left.hadFocus)) receipt.current?.focus({ preventScroll: true })
  }, [isReceipt, decided, left])
  useEffect(() => {
    if (isReceipt) forgetDraft(questionId)
  }, [isReceipt, questionId])
  return { receipt, unsent: decided || sent ? "" : left.reason, onGone: setLeft }
}
