import { describe, expect, it } from "vitest"
import { TeamId } from "../domain/ids"
import type { Actor, Principal, Role, Scope } from "../domain/principal"
import { type Action, actions, may, permissions, scopesWithin } from "./permissions"

const teamId = TeamId.make("team")
const person = (role: Role): Principal => ({ _tag: "Person", actor: { kind: "user", id: role, label: role }, teamId, role })
const token = (...scopes: ReadonlyArray<Scope>): Principal => ({
  _tag: "ServiceToken",
  actor: { kind: "service_token", id: "token", label: "CI" },
  teamId,
  scopes
})
const someoneElse: Actor = { kind: "user", id: "somebody", label: "Somebody" }

const allowed = (principal: Principal, owner?: Actor): ReadonlyArray<Action> => actions.filter((action) => may(principal, action, owner))

const reads: ReadonlyArray<Action> = [
  "runs:read",
  "interactions:read",
  "tools:read",
  "sources:read",
  "rules:read",
  "installation:read",
  "members:read",
  "metrics:read",
  "views:read",
  // Not a change of the team's: which lists a person keeps for themselves.
  "views:keep",
  // Their own, which can do no more than they can.
  "clients:connect"
]
const operates: ReadonlyArray<Action> = ["runs:submit", "runs:rerun", "runs:cancel", "interactions:decide", "interactions:reply", "views:share"]

describe("who may do what", () => {
  it("a viewer reads everything but tokens and the audit log, and nothing else", () => {
    expect(new Set(allowed(person("viewer")))).toEqual(new Set(reads))
  })

  it("an operator also submits, reruns, cancels anybody's run and decides", () => {
    expect(new Set(allowed(person("operator"), someoneElse))).toEqual(new Set([...reads, ...operates]))
  })

  it("an admin may do all of it", () => {
    expect(allowed(person("admin"))).toEqual(actions)
  })

  it("a token without scopes may do nothing", () => {
    expect(allowed(token(), token().actor)).toEqual([])
  })

  it("a token with runs:read reads runs, interactions and tools", () => {
    expect(new Set(allowed(token("runs:read")))).toEqual(new Set<Action>(["runs:read", "interactions:read", "tools:read"]))
  })

  it("a token with runs:submit submits and reruns, and cancels and takes back what is of its own runs only", () => {
    const submitter = token("runs:submit")
    expect(new Set(allowed(submitter, submitter.actor))).toEqual(new Set<Action>(["runs:submit", "runs:rerun", "runs:cancel", "interactions:reply"]))
    expect(may(submitter, "interactions:reply", someoneElse)).toBe(false)
    expect(may(submitter, "runs:cancel", someoneElse)).toBe(false)
    expect(may(submitter, "runs:cancel", { ...someoneElse, id: submitter.actor.id })).toBe(false)
    expect(may(submitter, "runs:cancel")).toBe(false)
  })

  it("a token with metrics:read reads metrics", () => {
    expect(allowed(token("metrics:read"))).toEqual(["metrics:read"])
  })

  it("no token decides or changes access, whatever its scopes are", () => {
    const everything = token("runs:submit", "runs:read", "metrics:read")
    for (const action of actions.filter((name) => name === "interactions:decide" || name.endsWith(":manage") || name === "audit:read")) {
      expect(may(everything, action, everything.actor), action).toBe(false)
    }
  })

  it("a person passes on no more than their role has", () => {
    expect(scopesWithin("viewer")).toEqual(["runs:read", "metrics:read"])
    expect(scopesWithin("operator")).toEqual(["runs:submit", "runs:read", "metrics:read"])
    for (const role of ["viewer", "operator", "admin"] as const) {
      const passedOn = token(...scopesWithin(role))
      for (const action of actions) if (may(passedOn, action, passedOn.actor)) expect(may(person(role), action, someoneElse), `${role}: ${action}`).toBe(true)
    }
  })

  it("the table has no action that nobody may do, and every action an admin may", () => {
    for (const action of actions) expect(permissions[action].people.admin, action).toBe("yes")
  })
})
