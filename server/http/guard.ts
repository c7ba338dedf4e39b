import { Effect } from "effect"
import type { Auth } from "../auth/auth"
import { type Action, type Forbidden, permit, type Unauthenticated } from "../auth/permissions"
import { principalOf } from "../auth/principal-of"
import { AppConfig } from "../config/config"
import type { Principal } from "../domain/principal"
import { CrossSite } from "./request-errors"

/** What of a request the guard looks at; a server action has headers only. */
export interface Guarded {
  readonly method: string
  readonly headers: Headers
}

const changesNothing = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Where the request was sent from, by the browser's own word: `Sec-Fetch-Site` (which a page cannot forge), else
 * `Origin`. `none` is the person's own doing (address bar, bookmark). Neither header: nobody vouches for it.
 */
export const originFault = (headers: Headers, publicUrl: string): string | null => {
  const site = headers.get("sec-fetch-site")
  if (site !== null) return site === "same-origin" || site === "none" ? null : "This request came from another site and was refused."
  const origin = headers.get("origin")
  if (origin === null) return `This request does not say where it came from. Send the header Origin: ${publicUrl}, or use a service token.`
  return origin === publicUrl ? null : `This request came from another origin than ${publicUrl} and was refused.`
}

/** For what must come from our own pages whether or not a cookie came along: sign-in, set-up, every server action. */
export const requireSameOrigin = (headers: Headers): Effect.Effect<void, CrossSite, AppConfig> =>
  AppConfig.use(({ publicUrl }) => {
    const reason = originFault(headers, publicUrl)
    return reason === null ? Effect.void : Effect.fail(new CrossSite({ reason }))
  })

/**
 * The rule for cookies: a request that changes something and is known by its cookie must come from our own pages. A
 * bearer token is not sent by browsers on their own, so it needs no such proof.
 */
export const checkOrigin = ({ method, headers }: Guarded): Effect.Effect<void, CrossSite, AppConfig> =>
  changesNothing.has(method.toUpperCase()) || headers.has("authorization") || !headers.has("cookie") ? Effect.void : requireSameOrigin(headers)

/** Who sends the request, once it is known that they sent it themselves and may do this. */
export const guard = Effect.fn("guard")(function* (
  request: Guarded,
  action: Action
): Effect.fn.Return<Principal, CrossSite | Unauthenticated | Forbidden, AppConfig | Auth> {
  yield* checkOrigin(request)
  const principal = yield* principalOf(request.headers)
  yield* permit(principal, action)
  return principal
})
