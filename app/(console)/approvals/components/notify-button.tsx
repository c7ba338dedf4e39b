"use client"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { noticeWords, useNotices } from "@/app/hooks/use-notices"
import { Button } from "@/app/ui/button"

/**
 * Offers to tell of the next question. Before JavaScript has loaded it leads to the setting; where that is on already or
 * cannot be had, a script of the page hides it before the first paint, so that nothing moves when this is known here.
 */
export const NotifyButton = () => {
  const { state, change } = useNotices()
  const [asked, setAsked] = useState(false)
  const said = useRef<HTMLParagraphElement>(null)
  const isOffered = state === "off" || state === "unknown"
  // The button that had the focus is gone.
  useEffect(() => {
    if (asked && !isOffered) said.current?.focus()
  }, [asked, isOffered])
  if (!isOffered)
    return (
      asked && (
        <p ref={said} tabIndex={-1} role="status" className="self-center text-text-muted outline-none">
          {state === "on" ? "This browser tells you from now on." : noticeWords[state]}
        </p>
      )
    )
  const turnOn = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    void change()
  }
  return (
    <form action="/settings/account" onSubmit={turnOn} {...(state === "unknown" && { "data-offers-notices": "" })}>
      <Button type="submit">Notify me in this browser</Button>
    </form>
  )
}
