"use client"
import { usePathname } from "next/navigation"
import { useLiveFeed } from "@/app/hooks/use-live-feed"
import { useSearch } from "@/app/hooks/use-url-state"
import { buttonClass } from "@/app/ui/button-class"
import { ButtonLink } from "@/app/ui/button-link"
import { Icon } from "@/app/ui/icons"

/** The session ended while the page was open. Nothing on it is taken away: a half-written form is still there to copy. */
export const SignedOutNotice = () => {
  const { ended } = useLiveFeed()
  const path = usePathname()
  const search = useSearch()
  if (ended === null) return null
  const isOther = ended === "another-account"
  return (
    <div
      role="alert"
      className="flex flex-none items-center gap-3 border-b border-failed-line bg-failed-soft px-4 py-2.5 max-md:sticky max-md:top-0 max-md:z-30"
    >
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
        <ButtonLink href={`/sign-in?returnTo=${encodeURIComponent(`${path}${search}`)}`}>Sign in</ButtonLink>
      )}
    </div>
  )
}
