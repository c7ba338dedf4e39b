import { Effect } from "effect"
import { headers } from "next/headers"
import { authorizationOf, scopesToGive } from "../auth/client-grants"
import { me } from "../auth/me"
import { principalOf } from "../auth/principal-of"
import { signedInAccount } from "../auth/signed-in-account"
import { AppConfig } from "../config/config"
import { type ClientQuestion, offersClientSignIn } from "../domain/authorization-request"
import { appRuntime } from "../runtime/runtime"

/** What the page that asks a person about a client has to show. */
export type AuthorizePage =
  | { readonly kind: "refused"; readonly reason: string }
  /** Nobody is signed in. */
  | { readonly kind: "sign in" }
  | ({ readonly kind: "ask" } & ClientQuestion)

/** Reads the client's request and whom it is put to. Changes nothing: this is a GET that any link may lead to. */
export const authorizePage = async (query: string): Promise<AuthorizePage> => {
  const sent = new Headers(await headers())
  const runtime = await appRuntime()
  // allow run: this page comes before signing in, so the tRPC caller has no one to ask for
  return runtime.runPromise(
    Effect.gen(function* () {
      const { publicUrl } = yield* AppConfig
      if (!offersClientSignIn(publicUrl)) return { kind: "refused", reason: notOffered } as const
      const { request, clientName } = yield* authorizationOf(query)
      if ((yield* signedInAccount(sent)) === null) return { kind: "sign in" } as const
      const principal = yield* principalOf(sent)
      const { user, team, role } = yield* me(principal)
      const scopes = scopesToGive(principal, request)
      const beyond = request.scopes.filter((scope) => !scopes.includes(scope))
      return { kind: "ask", clientName, redirectUri: request.redirectUri, scopes, beyond, person: user, team, role } as const
    }).pipe(
      Effect.catchTags({
        AuthorizationRefused: ({ reason }) => Effect.succeed({ kind: "refused", reason } as const),
        Unauthenticated: ({ reason }) => Effect.succeed({ kind: "refused", reason } as const),
        Forbidden: () => Effect.succeed({ kind: "refused", reason: "Only people let clients in." } as const)
      })
    )
  )
}

const notOffered = "Clients sign in only where this server is reached over https, or on its own machine. Give the client a service token instead."
