import { parseCookies } from "better-auth/cookies"
import { Effect } from "effect"
import { headers } from "next/headers"
import { isSetupOpen } from "../auth/first-admin"
import { principalOf } from "../auth/principal-of"
import { safeReturnPath } from "../domain/return-path"
import { type AppServices, appRuntime } from "../runtime/runtime"
import { askedForHeader } from "./page-headers"
import { setupCookie } from "./setup-cookie"

/** Whether the set-up form of this browser would be accepted: it came through the newest link and there is no admin yet. */
export const setupIsOpen = async (): Promise<boolean> => {
  const token = parseCookies((await headers()).get("cookie") ?? "").get(setupCookie)
  return token !== undefined && ask(isSetupOpen(token))
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
