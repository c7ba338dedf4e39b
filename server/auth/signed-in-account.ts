import { Effect } from "effect"
import { Auth } from "./auth"

export interface Account {
  readonly id: string
  readonly email: string
  readonly name: string
}

/** The account behind a session cookie, member of a team or not: whoever was removed may be invited again. */
export const signedInAccount = Effect.fn("signedInAccount")(function* (headers: Headers): Effect.fn.Return<Account | null, never, Auth> {
  const { betterAuth } = yield* Auth
  const found = yield* Effect.promise(() => betterAuth.api.getSession({ headers, query: { disableRefresh: true } }))
  return found === null ? null : { id: found.user.id, email: found.user.email, name: found.user.name }
})

/** The cookie header that a browser would send after this answer to a sign-in. */
export const sessionCookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ")
