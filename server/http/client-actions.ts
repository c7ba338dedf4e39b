import { Effect, Schema } from "effect"
import { authBasePath } from "../auth/auth"
import { AuthorizationRefused, allowClient, authorizationOf, scopesToGive } from "../auth/client-grants"
import { disconnectClient } from "../auth/connected-clients"
import { AppConfig } from "../config/config"
import { deniedAddress, offersClientSignIn } from "../domain/authorization-request"
import { safeReturnPath } from "../domain/return-path"
import { action, goTo } from "./action"

/*
 * What people do about MCP clients: let one in or not, and send it away again.
 */

/** `query` is the client's request as it came, `person` and `team` whom the page asked, `scopes` what it said that the client would get. */
const AuthorizeForm = Schema.Struct({
  query: Schema.String,
  person: Schema.String,
  team: Schema.String,
  scopes: Schema.String,
  decision: Schema.Literals(["allow", "deny"])
})

/** The value is where the client waits for the answer; the page that answers leads there, for a policy keeps forms from leaving. */
export const authorizeAction = action(
  "clients:connect",
  AuthorizeForm,
  Effect.fn("authorizeForm")(function* ({ query, person, team, scopes, decision }, principal, sent) {
    const { publicUrl } = yield* AppConfig
    if (!offersClientSignIn(publicUrl)) return yield* new AuthorizationRefused({ reason: "Clients cannot sign in by way of this address." })
    // Signed in as somebody else meanwhile, in another tab: who said yes did not say it for that account.
    if (person !== principal.actor.id || team !== principal.teamId) {
      return yield* new AuthorizationRefused({ reason: "You are signed in as somebody else by now. Load this page again." })
    }
    const authorization = yield* authorizationOf(query)
    // Their role may have grown since, and with it what the client would get.
    if (decision === "allow" && scopes !== scopesToGive(principal, authorization.request).join(" ")) {
      return yield* new AuthorizationRefused({ reason: "What the client would get has changed with your role. Load this page again." })
    }
    const address =
      decision === "allow" ? yield* allowClient(principal, authorization, sent) : deniedAddress(authorization.request, `${publicUrl}${authBasePath}`)
    return { decision, address, clientName: authorization.clientName }
  })
)

/** `id`, and `from`: the page with the list. */
export const disconnectClientAction = action(
  "clients:connect",
  Schema.Struct({ id: Schema.NonEmptyString, from: Schema.optionalKey(Schema.String) }),
  ({ id, from }, principal) => Effect.as(disconnectClient(principal, id), goTo(safeReturnPath(from)))
)
