import { parseCookies } from "better-auth/cookies"
import { Effect } from "effect"
import { headers } from "next/headers"
import { isSetupOpen } from "../auth/first-admin"
import { principalOf } from "../auth/principal-of"
import { appRuntime } from "../runtime/runtime"
import { setupCookie } from "./setup-cookie"

/** Whether the set-up form of this browser would be accepted: it came through the newest link and there is no admin yet. */
export const setupIsOpen = async (): Promise<boolean> => {
  const token = parseCookies((await headers()).get("cookie") ?? "").get(setupCookie)
  const runtime = await appRuntime()
  return token !== undefined && runtime.runPromise(isSetupOpen(token))
}

/** Whether the browser that asks for this page is signed in already. */
export const isSignedIn = async (): Promise<boolean> => {
  const sent = new Headers(await headers())
  const runtime = await appRuntime()
  return runtime.runPromise(principalOf(sent).pipe(Effect.as(true), Effect.catch(() => Effect.succeed(false))))
}
