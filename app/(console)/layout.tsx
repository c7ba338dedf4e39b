import { headers } from "next/headers"
import { redirect } from "next/navigation"
import type { ReactNode } from "react"
import { isSignedOut } from "@/app/hooks/signed-out"
import { TrpcProvider } from "@/app/hooks/trpc"
import { LiveFeedProvider } from "@/app/hooks/use-live-feed"
import { TypingProvider } from "@/app/hooks/use-typing"
import { roleNames } from "@/app/ui/role-words"
import { askedForHeader } from "@/server/domain/asked-for"
import { serverCaller } from "@/server/trpc/caller"
import { signOut } from "../(entry)/sign-in/actions"
import { AccountFoot } from "./components/account"
import { KeyHelp } from "./components/key-help"
import { LiveAnnouncer } from "./components/live-announcer"
import { SignedOutNotice } from "./components/notices"
import { Palette } from "./components/palette/palette"
import { PhoneBar } from "./components/phone-bar"
import { QuestionNotifier } from "./components/question-notifier"
import { SideNav } from "./components/side-nav"
import { SignOutButton } from "./components/sign-out-button"

/** The frame: navigation on the canvas, the page as one sheet. Only the sheet's own panes scroll. */
export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const { me, pending } = await frameData()
  const now = Date.now()
  const person = { name: me.user.name, email: me.user.email, role: roleNames[me.role] }
  return (
    <TrpcProvider>
      <TypingProvider>
        <LiveFeedProvider now={now} pendingCount={pending.count} asOf={pending.asOf} viewer={{ userId: me.user.id, teamId: me.team.id }}>
          <a
            href="#page"
            className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface-raised focus:px-3 focus:py-1.5"
          >
            Skip to the page
          </a>
          <div className="md:grid md:h-dvh md:grid-cols-[212px_minmax(0,1fr)]">
            <SideNav teamName={me.team.name} foot={<AccountFoot person={person} signOut={<SignOutButton action={signOut} />} />} />
            <main
              id="page"
              tabIndex={-1}
              className="relative flex min-w-0 flex-col bg-surface outline-none max-md:min-h-dvh max-md:pb-[calc(60px+env(safe-area-inset-bottom))] max-md:has-[[data-bare]]:pb-0 md:my-2 md:mr-2 md:min-h-0 md:overflow-hidden md:rounded-lg md:border md:border-border md:shadow-card"
            >
              <SignedOutNotice />
              {children}
            </main>
            <PhoneBar person={person} signOut={<SignOutButton action={signOut} wide />} />
          </div>
          <LiveAnnouncer now={now} asOf={pending.asOf} />
          <QuestionNotifier />
          <KeyHelp />
          <Palette may={me.may} />
        </LiveFeedProvider>
      </TypingProvider>
    </TrpcProvider>
  )
}

const frameData = async () => {
  const caller = await serverCaller()
  try {
    const [me, pending] = await Promise.all([
      caller.me.get(),
      // The count may fail alone; the live feed brings it as soon as it is known.
      caller.interactions.list({ status: "pending", limit: 1 }).then(
        ({ pendingCount, asOf }) => ({ count: pendingCount, asOf }),
        () => ({ count: 0, asOf: undefined })
      )
    ])
    return { me, pending }
  } catch (error) {
    if (isSignedOut(error)) redirect(`/sign-in?returnTo=${encodeURIComponent((await headers()).get(askedForHeader) ?? "/runs")}`)
    throw error
  }
}
