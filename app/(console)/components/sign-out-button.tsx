"use client"
import { useLeaveFeed } from "@/app/hooks/use-live-feed"
import { buttonClass } from "@/app/ui/button-class"
import { Icon } from "@/app/ui/icons"

/**
 * A form, so that it works before JavaScript has loaded. `wide` in the phone's sheet. The stream is left first: the server ends it
 * with the session, and a tab that looks why, on its way out, would report to itself that nobody is signed in.
 */
export const SignOutButton = ({ action, wide = false }: { readonly action: () => Promise<void>; readonly wide?: boolean }) => {
  const leaveFeed = useLeaveFeed()
  return (
    <form action={action} onSubmit={leaveFeed}>
      {wide ? (
        <button type="submit" className={`${buttonClass({ size: "lg" })} w-full`}>
          <Icon name="leave" />
          Sign out
        </button>
      ) : (
        <button type="submit" aria-label="Sign out" title="Sign out" className={buttonClass({ look: "ghost", icon: true })}>
          <Icon name="leave" />
        </button>
      )}
    </form>
  )
}
