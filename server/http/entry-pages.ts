import { parseCookies } from "better-auth/cookies"
import { Effect } from "effect"
import { headers } from "next/headers"
import { isSetupOpen, lacksAdmin } from "../auth/first-admin"
import { type Invited, invitedBy } from "../auth/invitations"
import { principalOf } from "../auth/principal-of"
import { signedInAccount } from "../auth/signed-in-account"
import { askedForHeader } from "../domain/asked-for"
import { safeReturnPath } from "../domain/return-path"
import { type AppServices, appRuntime } from "../runtime/runtime"
import { type OneTimePath, oneTimeCookie } from "./one-time-cookie"

/** Whether the set-up form of this browser would be accepted: it came through the newest link and there is no admin yet. */
export const setupIsOpen = async (): Promise<boolean> => {
  const token = await tokenFor("/setup")
  return token !== undefined && ask(isSetupOpen(token))
}

/** Whether nobody can sign in yet, because there is no admin. */
export const isBeforeSetup = (): Promise<boolean> => ask(lacksAdmin)

const tokenFor = async (path: OneTimePath): Promise<string | undefined> => parseCookies((await headers()).get("cookie") ?? "").get(oneTimeCookie(path))

/** What this browser was invited to, and the address it is signed in with. Null: the link opens nothing (any more). */
export const invitation = async (): Promise<{ readonly invited: Invited; readonly signedInAs: string | null } | null> => {
  const token = await tokenFor("/invite")
  const invited = token === undefined ? null : await ask(invitedBy(token))
  if (invited === null) return null
  const account = await ask(signedInAccount(new Headers(await headers())))
  return { invited, signedInAs: account?.email ?? null }
}

/** Whether the browser that asks for this page is signed in already. */
export const isSignedIn = async (): Promise<boolean> =>
  ask(
    principalOf(new Headers(await headers())).pipe(
      Effect.as(true),
      Effect.catch(() => Effect.succeed(false))
    )
  )

const ask = async <A>(effect: Effect.Effect<A, never, AppServices>): Promise<A> => {
  const runtime = await appRuntime()
  return runtime.runPromise(effect) // allow run: these pages come before signing in, so the tRPC caller has no one to ask for
}

/** The sign-in page that leads back to the page asked for now; for a page or layout that finds nobody signed in. */
export const signInPath = async (): Promise<string> => {
  const asked = safeReturnPath((await headers()).get(askedForHeader))
  return `/sign-in?${new URLSearchParams({ returnTo: asked })}`
}
