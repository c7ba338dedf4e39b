import { Effect, Schema } from "effect"
import { createServiceToken, listServiceTokens, NewServiceToken, revokeServiceToken, ServiceToken } from "../../auth/service-tokens"
import { body, noBody } from "./body"
import { endpoint, noQuery } from "./endpoint"

export const listTokens = endpoint({
  method: "GET",
  path: "/api/v1/tokens",
  operationId: "listTokens",
  permission: "tokens:manage",
  summary: "The team's service tokens, newest first; never their secrets.",
  query: noQuery,
  body: noBody,
  answer: Schema.Struct({ items: Schema.Array(ServiceToken) }),
  statuses: { 200: "All of them" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal }) {
    return { value: { items: yield* listServiceTokens(principal) } }
  })
})

export const postToken = endpoint({
  method: "POST",
  path: "/api/v1/tokens",
  operationId: "createToken",
  permission: "tokens:manage",
  summary: "Makes a service token. `token` is its secret and is shown this once.",
  query: noQuery,
  body: body(NewServiceToken),
  answer: Schema.Struct({ id: Schema.String, name: Schema.String, scopes: NewServiceToken.fields.scopes, token: Schema.String }),
  statuses: { 201: "The token" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, body: wanted }) {
    return { status: 201, value: yield* createServiceToken(principal, wanted, "api") }
  })
})

export const deleteToken = endpoint({
  method: "DELETE",
  path: "/api/v1/tokens/{id}",
  operationId: "revokeToken",
  permission: "tokens:manage",
  summary: "Revokes a service token: from the answer on it opens nothing.",
  query: noQuery,
  body: noBody,
  answer: Schema.Struct({ id: Schema.String }),
  statuses: { 200: "It is revoked" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    yield* revokeServiceToken(principal, id, "api")
    return { value: { id } }
  })
})
