import { ButtonLink } from "@/app/ui/button-link"
import { passwordCharacters } from "@/server/domain/account"
import { isSignedIn, setupIsOpen } from "@/server/http/entry-pages"
import { SetupForm } from "./components/setup-form"

/** The one-time link of a new installation leads here. */
export default async function SetupPage() {
  const [open, signedIn] = await Promise.all([setupIsOpen(), isSignedIn()])
  return (
    <>
      <title>Set up · Signalbox</title>
      <h1 className="text-2xl font-semibold tracking-display">{open ? "Set up Signalbox" : "This link is spent"}</h1>
      {open ? (
        <>
          <p className="text-base text-text-muted">The first account is the admin’s. Others join later.</p>
          <SetupForm passwordLength={passwordCharacters.least} />
        </>
      ) : (
        <>
          <p className="text-base text-pretty text-text-muted">
            A set-up link works once, and only the newest one does. If there is no admin yet, start the server again: it prints a new link.
          </p>
          <div className="mt-6">
            <ButtonLink href={signedIn ? "/runs" : "/sign-in"} look="primary" className="h-9! w-full max-md:h-12!">
              {signedIn ? "Go to the runs" : "Sign in"}
            </ButtonLink>
          </div>
        </>
      )}
    </>
  )
}
