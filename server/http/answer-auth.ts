import { Effect } from "effect"
import { Auth, authBasePath, openPaths } from "../auth/auth"
import { Credentials, signIn, signOut } from "../auth/sign-in"
import { jsonForm } from "./decode"
import { requireSameOrigin } from "./guard"
import { NotFound } from "./request-errors"

/** The few open paths answer; everything else is as if it were not there. */
export const answerAuth = Effect.fn("answerAuth")(function* (request: Request) {
  const path = new URL(request.url).pathname.slice(authBasePath.length)
  // `disabledPaths` knows literal paths only, so one with a parameter would slip through it.
  if (!openPaths.has(path)) return yield* new NotFound({ what: "page" })
  if (request.method !== "GET") yield* requireSameOrigin(request.headers)
  if (path === "/sign-in/email" && request.method === "POST") return yield* signIn(yield* jsonForm(request, Credentials), request.headers)
  if (path === "/sign-out" && request.method === "POST") return yield* signOut(request.headers)
  const { betterAuth } = yield* Auth
  return yield* Effect.promise(() => betterAuth.handler(request))
})
