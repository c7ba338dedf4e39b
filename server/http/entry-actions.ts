import { parseCookies } from "better-auth/cookies"
import { Effect, Schema } from "effect"
import { createFirstAdmin } from "../auth/first-admin"
import { signIn, signOut } from "../auth/sign-in"
import { AppConfig } from "../config/config"
import { FirstAdminInput } from "../domain/account"
import { idle } from "../domain/action-state"
import { safeReturnPath } from "../domain/return-path"
import { goTo, openAction } from "./action"
import { clearedSetupCookie, setupCookie } from "./setup-cookie"

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

/** The set-up form: `name`, `email`, `password`. Who wins is signed in and lands in the playground. */
export const setupAction = openAction(FirstAdminInput, (input, sent) =>
  Effect.gen(function* () {
    const { publicUrl } = yield* AppConfig
    yield* createFirstAdmin(parseCookies(sent.get("cookie") ?? "").get(setupCookie) ?? "", input)
    const response = yield* signIn(input, sent).pipe(
      // The account exists now, whatever kept this from working.
      Effect.catch(() => Effect.succeed(null))
    )
    if (response === null) return goTo("/sign-in")
    const headers = new Headers(response.headers)
    headers.append("Set-Cookie", clearedSetupCookie(publicUrl))
    return goTo("/runs/new", new Response(null, { headers }))
  })
)
