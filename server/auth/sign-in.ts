import { Effect, Schema } from "effect"
import { addressOf } from "./address-of"
import { Auth } from "./auth"
import { SignInLimit, type TooManySignIns } from "./sign-in-limit"

/** Says no more than that it did not work: not whether the account exists. */
export class SignInFailed extends Schema.TaggedError<SignInFailed>()("SignInFailed", {}) {}

export const Credentials = Schema.Struct({ email: Schema.String, password: Schema.String, rememberMe: Schema.optionalKey(Schema.Boolean) })
export type Credentials = typeof Credentials.Type

/** better-auth's own answer, with the session cookie. */
export const signIn = Effect.fn("signIn")(function* (
  credentials: Credentials,
  sent: Headers
): Effect.fn.Return<Response, SignInFailed | TooManySignIns, Auth | SignInLimit> {
  const { betterAuth } = yield* Auth
  const attempt = Effect.gen(function* () {
    const response = yield* Effect.promise(() =>
      betterAuth.api.signInEmail({ body: { ...credentials, email: credentials.email.trim() }, headers: whereFrom(sent), asResponse: true })
    )
    if (response.ok) return response
    if (response.status < 500) return yield* new SignInFailed()
    return yield* Effect.die(new Error(`signing in answered ${response.status}`))
  })
  return yield* SignInLimit.use((limit) =>
    limit.attempt({ account: credentials.email, address: addressOf(sent) }, (error: SignInFailed) => error._tag === "SignInFailed", attempt)
  )
})

/** Ends the session on the server too, not only in the browser. */
export const signOut = Effect.fn("signOut")(function* (sent: Headers): Effect.fn.Return<Response, never, Auth> {
  const { betterAuth, changes } = yield* Auth
  const response = yield* Effect.promise(() => betterAuth.api.signOut({ headers: sent, asResponse: true }))
  // Streams that this session opened, in other tabs, end now rather than at their next look.
  yield* changes.tell
  return response
})

/** What a new session remembers of the request; no cookie, so that no older session takes part. */
const whereFrom = (sent: Headers): Headers => {
  const kept = new Headers()
  for (const name of ["user-agent", "x-forwarded-for"]) {
    const value = sent.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept
}
