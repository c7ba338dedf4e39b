import { ButtonLink } from "@/app/ui/button-link"
import { roleNames } from "@/app/ui/role-words"
import { passwordCharacters } from "@/server/domain/account"
import { invitation, isSignedIn } from "@/server/http/entry-pages"
import { signOut } from "./actions"
import { JoinForm, NewAccountForm, PasswordForm } from "./components/invite-forms"

/** The link of an invitation leads here. */
export default async function InvitePage() {
  const found = await invitation()
  if (found === null) return <Spent signedIn={await isSignedIn()} />
  const { invited, signedInAs } = found
  const isAnother = signedInAs !== null && signedInAs.toLowerCase() !== invited.email
  return (
    <>
      <title>{`Join ${invited.teamName} · Signalbox`}</title>
      <h1 className="text-2xl font-semibold tracking-display wrap-anywhere">Join {invited.teamName}</h1>
      <p className="text-base text-pretty text-text-muted wrap-anywhere">
        {invited.invitedBy} invites {invited.email} as {roleNames[invited.role].toLowerCase()}.
      </p>
      {isAnother ? (
        <>
          <p className="mt-4 text-base text-pretty wrap-anywhere">You are signed in as {signedInAs}. Sign out, then open the link again.</p>
          <form action={signOut} className="mt-6">
            <button type="submit" className="h-9 w-full rounded-md border border-border-strong bg-surface-raised font-medium shadow-raised max-md:h-12">
              Sign out
            </button>
          </form>
        </>
      ) : signedInAs !== null ? (
        <JoinForm teamName={invited.teamName} />
      ) : invited.hasAccount ? (
        <PasswordForm email={invited.email} />
      ) : (
        <NewAccountForm email={invited.email} passwordLength={passwordCharacters.least} />
      )}
    </>
  )
}

const Spent = ({ signedIn }: { readonly signedIn: boolean }) => (
  <>
    <title>Invitation · Signalbox</title>
    <h1 className="text-2xl font-semibold tracking-display">This invitation is over</h1>
    <p className="text-base text-pretty text-text-muted">
      It was used, revoked or replaced by a newer one, or it has expired. Ask an admin of the team for a new link.
    </p>
    <div className="mt-6">
      <ButtonLink href={signedIn ? "/runs" : "/sign-in"} look="primary" className="h-9! w-full max-md:h-12!">
        {signedIn ? "Go to the runs" : "Sign in"}
      </ButtonLink>
    </div>
  </>
)
