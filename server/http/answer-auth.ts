import { Effect } from "effect"
import { Auth, authBasePath, libraryPaths, ownPaths } from "../auth/auth"
import { Credentials, signIn, signOut } from "../auth/sign-in"
import { AppConfig } from "../config/config"
import { offersClientSignIn } from "../domain/authorization-request"
import { jsonForm } from "./decode"
import { requireSameOrigin } from "./guard"
import { answerRegistration, answerRevocation, answerToken } from "./oauth-endpoints"
import { NotFound } from "./request-errors"

/** The few open paths answer; everything else is as if it were not there. */
export const answerAuth = Effect.fn("answerAuth")(function* (request: Request) {
  const path = new URL(request.url).pathname.slice(authBasePath.length)
  if (path.startsWith("/oauth2/")) return yield* answerClient(request, path)
  // `disabledPaths` knows literal paths only, so one with a parameter would slip through it.
  if (!libraryPaths.has(path)) return yield* new NotFound({ what: "page" })
  if (request.method !== "GET") yield* requireSameOrigin(request.headers)
  if (path === "/sign-in/email" && request.method === "POST") return yield* signIn(yield* jsonForm(request, Credentials), request.headers)
  if (path === "/sign-out" && request.method === "POST") return yield* signOut(request.headers)
  const { betterAuth } = yield* Auth
  return yield* Effect.promise(() => betterAuth.handler(request))
})

/** For MCP clients, which are not pages: they send no `Origin`, and no cookie counts. */
const answerClient = Effect.fnUntraced(function* (request: Request, path: string) {
  const { publicUrl } = yield* AppConfig
  const isOpen = (ownPaths.has(path) || libraryPaths.has(path)) && request.method === "POST" && offersClientSignIn(publicUrl)
  if (!isOpen) return yield* new NotFound({ what: "page" })
  if (path === "/oauth2/register") return yield* answerRegistration(request)
  return path === "/oauth2/token" ? yield* answerToken(request) : yield* answerRevocation(request)
})
