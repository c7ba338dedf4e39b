"use client"
import { useEffect, useState } from "react"
import { useLiveFeed } from "@/app/hooks/use-live-feed"
import { buttonClass } from "@/app/ui/button-class"
import { ButtonLink } from "@/app/ui/button-link"
import { Icon } from "@/app/ui/icons"

/** The session ended while the page was open. Nothing on it is taken away: a half-written form is still there to copy. */
export const SignedOutNotice = () => {
  const { ended } = useLiveFeed()
  if (ended === null) return null
  const isOther = ended === "another-account"
  return (
    <div role="alert" className="flex flex-none items-center gap-3 border-b border-failed-line bg-failed-soft px-4 py-2.5">
      <Icon name="leave" className="text-failed" />
      <span className="min-w-0 flex-1">
        <b className="font-semibold text-failed-text">{isOther ? "Somebody else is signed in by now." : "You are signed out."}</b>{" "}
        <span className="text-text-muted">What is on this page is no longer kept up to date.</span>
      </span>
      {isOther ? (
        // A new page, not a step within this one: nothing of the other account may stay.
        <a href="/runs" className={buttonClass()}>
          Start anew
        </a>
      ) : (
        <ButtonLink href="/sign-in">Sign in</ButtonLink>
      )}
    </div>
  )
}

/** Says to a screen reader what the amber count says to the eye; several changes within two seconds are one sentence. */
export const CountAnnouncer = () => {
  const { pendingCount } = useLiveFeed()
  const [said, setSaid] = useState({ count: pendingCount, text: "" })
  useEffect(() => {
    if (pendingCount === said.count) return
    const timer = setTimeout(() => {
      const text = pendingCount === 0 ? "Nothing waits any more" : `${pendingCount} ${pendingCount === 1 ? "question waits" : "questions wait"} for an answer`
      setSaid({ count: pendingCount, text })
    }, 2000)
    return () => clearTimeout(timer)
  }, [pendingCount, said.count])
  return (
    <div aria-live="polite" className="sr-only">
      {said.text}
    </div>
  )
}
