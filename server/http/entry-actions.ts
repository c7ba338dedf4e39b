import { parseCookies } from "better-auth/cookies"
import { Effect, Schema } from "effect"
import { createFirstAdmin } from "../auth/first-admin"
import { acceptAs, acceptAsNew, InvitationClosed, invitedBy } from "../auth/invitations"
import { Unauthenticated } from "../auth/permissions"
import { signIn, signOut } from "../auth/sign-in"
import { sessionCookieOf, signedInAccount } from "../auth/signed-in-account"
import { AppConfig } from "../config/config"
import { FirstAdminInput, InvitedAccount } from "../domain/account"
import { idle } from "../domain/action-state"
import { safeReturnPath } from "../domain/return-path"
import { goTo, openAction } from "./action"
import { clearedOneTimeCookie, type OneTimePath, oneTimeCookie } from "./one-time-cookie"

const SignInForm = Schema.Struct({ email: Schema.String, password: Schema.String, returnTo: Schema.optionalKey(Schema.String) })

/** The sign-in form: `email`, `password` and, hidden, `returnTo`. */
export const signInAction = openAction(SignInForm, ({ email, password, returnTo }, sent) =>
  Effect.map(signIn({ email, password }, sent), (response) => goTo(safeReturnPath(returnTo), response))
)

const leave = openAction(Schema.Struct({}), (_, sent) => Effect.map(signOut(sent), (response) => goTo("/sign-in", response)))

/** For a form with nothing but a button. */
export const signOutAction = async (): Promise<void> => {
  await leave(idle, new FormData())
}

const tokenOf = (sent: Headers, path: OneTimePath): string => parseCookies(sent.get("cookie") ?? "").get(oneTimeCookie(path)) ?? ""

/** To a page of the console, signed in if the response says so, and without the link's cookie. */
const arriveAt = Effect.fnUntraced(function* (path: string, link: OneTimePath, signedIn: Response | null) {
  const { publicUrl } = yield* AppConfig
  const headers = new Headers(signedIn?.headers)
  headers.append("Set-Cookie", clearedOneTimeCookie(link, publicUrl))
  return goTo(path, new Response(null, { headers }))
})

/** Signs a new account in. It exists now, whatever keeps this from working: then the sign-in page comes next. */
const enter = Effect.fnUntraced(function* (credentials: { readonly email: string; readonly password: string }, sent: Headers, path: string, link: OneTimePath) {
  const response = yield* signIn(credentials, sent).pipe(Effect.catch(() => Effect.succeed(null)))
  return response === null ? goTo("/sign-in") : yield* arriveAt(path, link, response)
})

/** The set-up form: `name`, `email`, `password`. Who wins is signed in and lands in the playground. */
export const setupAction = openAction(FirstAdminInput, (input, sent) =>
  Effect.andThen(createFirstAdmin(tokenOf(sent, "/setup"), input), enter(input, sent, "/runs/new", "/setup"))
)

/** An invitation's form for a new account: `name`, `password`. */
export const joinAsNewAction = openAction(InvitedAccount, (input, sent) =>
  Effect.flatMap(acceptAsNew(tokenOf(sent, "/invite"), input), ({ email }) => enter({ email, password: input.password }, sent, "/runs", "/invite"))
)

/** An invitation's form for an account that is there: `password`. */
export const joinWithPasswordAction = openAction(
  Schema.Struct({ password: Schema.String }),
  Effect.fn("joinWithPassword")(function* ({ password }, sent) {
    const token = tokenOf(sent, "/invite")
    const invited = yield* invitedBy(token)
    if (invited === null) return yield* new InvitationClosed()
    const response = yield* signIn({ email: invited.email, password }, sent)
    const account = yield* signedInAccount(new Headers({ cookie: sessionCookieOf(response) }))
    if (account === null) return yield* new Unauthenticated({ reason: "Signing in did not work; try again." })
    yield* acceptAs(token, account)
    return yield* arriveAt("/runs", "/invite", response)
  })
)

/** An invitation's form for whoever is signed in: nothing but a button. */
export const joinAction = openAction(
  Schema.Struct({}),
  Effect.fn("join")(function* (_, sent) {
    const account = yield* signedInAccount(sent)
    if (account === null) return yield* new Unauthenticated({ reason: "The session is over; open the link again." })
    yield* acceptAs(tokenOf(sent, "/invite"), account)
    return yield* arriveAt("/runs", "/invite", null)
  })
)
