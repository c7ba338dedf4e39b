import { Effect, Schema } from "effect"
import { type Actor, type Principal, type Role, Scope } from "../domain/principal"

/** The call needs a signed-in person or a valid token. */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>()("Unauthenticated", { reason: Schema.String }) {}

/** The principal is known and may not do this. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", { action: Schema.String, who: Schema.Literals(["person", "service_token"]) }) {}

/** `own`: only on runs that the same actor submitted. */
type Grant = "yes" | "own" | "no"

/** Scopes grant to tokens; a cell names the scope that does. `null`: no token may, whatever its scopes are. */
type TokenGrant = { readonly scope: Scope; readonly on: "all" | "own" } | null

interface Row {
  readonly people: Readonly<Record<Role, Grant>>
  readonly token: TokenGrant
}

const everyone = { viewer: "yes", operator: "yes", admin: "yes" } as const
const operators = { viewer: "no", operator: "yes", admin: "yes" } as const
const admins = { viewer: "no", operator: "no", admin: "yes" } as const
const reading = { scope: "runs:read", on: "all" } as const

/**
 * Who may do what: every surface asks this table and nothing else. An agent's credential cannot decide, so
 * `interactions:decide` and everything that changes access has no token column.
 */
export const permissions = {
  "runs:read": { people: everyone, token: reading },
  "runs:submit": { people: operators, token: { scope: "runs:submit", on: "all" } },
  "runs:rerun": { people: operators, token: { scope: "runs:submit", on: "all" } },
  "runs:cancel": { people: operators, token: { scope: "runs:submit", on: "own" } },
  "interactions:read": { people: everyone, token: reading },
  "interactions:decide": { people: operators, token: null },
  // Over MCP alone: declining or withdrawing a question of one's own run, or confirming it where its rule lets the requester.
  "interactions:reply": { people: operators, token: { scope: "runs:submit", on: "own" } },
  "views:read": { people: everyone, token: null },
  // One's own views of lists, and which of all one begins with.
  "views:keep": { people: everyone, token: null },
  "views:share": { people: operators, token: null },
  "tools:read": { people: everyone, token: reading },
  "sources:read": { people: everyone, token: null },
  "sources:manage": { people: admins, token: null },
  "rules:read": { people: everyone, token: null },
  "rules:manage": { people: admins, token: null },
  "installation:read": { people: everyone, token: null },
  "members:read": { people: everyone, token: null },
  "members:manage": { people: admins, token: null },
  "tokens:manage": { people: admins, token: null },
  // Letting MCP clients in, in one's own name and within one's own role, and sending them away again.
  "clients:connect": { people: everyone, token: null },
  // Everybody's clients.
  "clients:manage": { people: admins, token: null },
  "webhooks:manage": { people: admins, token: null },
  "hosts:manage": { people: admins, token: null },
  "retention:manage": { people: admins, token: null },
  "audit:read": { people: admins, token: null },
  "metrics:read": { people: everyone, token: { scope: "metrics:read", on: "all" } }
} as const satisfies Readonly<Record<string, Row>>

export type Action = keyof typeof permissions

export const actions: ReadonlyArray<Action> = Object.keys(permissions).filter((name): name is Action => name in permissions)

/**
 * Whether the principal may do it. `owner` is who submitted the run in question: without it, what is granted on one's
 * own runs only is refused.
 */
export const may = (principal: Principal, action: Action, owner?: Actor): boolean => {
  const isOwn = owner !== undefined && owner.kind === principal.actor.kind && owner.id === principal.actor.id
  const row: Row = permissions[action]
  switch (principal._tag) {
    case "Person": {
      const grant = row.people[principal.role]
      return grant === "yes" || (grant === "own" && isOwn)
    }
    case "ServiceToken":
      return row.token !== null && principal.scopes.includes(row.token.scope) && (row.token.on === "all" || isOwn)
  }
}

/** `may`, as a step that fails. */
export const permit = (principal: Principal, action: Action, owner?: Actor): Effect.Effect<void, Forbidden> =>
  may(principal, action, owner) ? Effect.void : Effect.fail(new Forbidden({ action, who: principal._tag === "Person" ? "person" : "service_token" }))

/** The scopes that give a credential nothing which this role does not give a person: what somebody may pass on. */
export const scopesWithin = (role: Role): ReadonlyArray<Scope> =>
  Scope.literals.filter((scope) => actions.every((action) => permissions[action].token?.scope !== scope || permissions[action].people[role] === "yes"))
