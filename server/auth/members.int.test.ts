import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, ada, addMember, signedIn, stores, withAdmin } from "../../test/fixtures/access-world"
import type { AppConfigValues } from "../config/config"
import type { Principal, Role } from "../domain/principal"
import { Auth } from "./auth"
import { invite, listInvitations } from "./invitations"
import { changeRole, listMembers, removeMember } from "./members"
import { principalOf } from "./principal-of"
import { createServiceToken, listServiceTokens } from "./service-tokens"

/** The principal of a member with this address and role; made if need be. */
const member = (email: string, role: Role) =>
  Effect.gen(function* () {
    const { client } = yield* Auth
    yield* Effect.promise(() => addMember(client, email, role))
    const headers = yield* signedIn({ ...ada, email })
    return { headers, principal: yield* principalOf(headers) }
  })

const firstAdmin = Effect.gen(function* () {
  yield* withAdmin
  const headers = yield* signedIn()
  return { headers, principal: yield* principalOf(headers) }
})

const roles = (principal: Principal) => Effect.map(listMembers(principal), (members) => members.map(({ email, role }) => [email, role]))
const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

describe.each(stores)("the members of a team, on $name", ({ use }) => {
  const database = use()
  const run = async <A, E>(effect: Effect.Effect<A, E, Access>, given: Partial<AppConfigValues> = {}) =>
    Effect.runPromise(Effect.provide(effect, accessWorld({ ...(await database()), ...given })))

  it("are listed for every role, in the order in which they joined", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* firstAdmin
        const viewer = yield* member("vi@example.com", "viewer")
        expect(yield* roles(viewer.principal)).toEqual([
          ["ada@example.com", "admin"],
          ["vi@example.com", "viewer"]
        ])
        expect(yield* listMembers(principal)).toMatchObject([{ userId: principal.actor.id, name: "Ada Lovelace" }, { name: "viewer" }])
      })
    ))

  it("get another role from an admin, which counts from their next request on", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* firstAdmin
        const bob = yield* member("bob@example.com", "viewer")
        yield* changeRole(principal, { userId: bob.principal.actor.id, role: "operator" })
        expect(yield* principalOf(bob.headers)).toMatchObject({ role: "operator" })
      })
    ))

  it("lose their sessions with their membership, and get no new one that opens anything", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* firstAdmin
        const bob = yield* member("bob@example.com", "operator")
        yield* removeMember(principal, bob.principal.actor.id)
        expect(yield* tagOf(principalOf(bob.headers))).toBe("Unauthenticated")
        const { client } = yield* Auth
        expect(yield* Effect.promise(() => client.session.count({ where: { userId: bob.principal.actor.id } }))).toBe(0)
        expect(yield* tagOf(Effect.flatMap(signedIn({ ...ada, email: "bob@example.com" }), principalOf))).toBe("Unauthenticated")
        expect(yield* tagOf(removeMember(principal, bob.principal.actor.id))).toBe("MemberNotFound")
      })
    ))

  it("leave the tokens that they made, which say so to the admins who are left, also when they are only demoted", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* firstAdmin
        const [bob, eve] = [yield* member("bob@example.com", "admin"), yield* member("eve@example.com", "admin")]
        for (const of of [principal, bob.principal, eve.principal]) yield* createServiceToken(of, { name: of.actor.label, scopes: ["runs:read"] }, "console")
        const left = Effect.map(listServiceTokens(principal), (tokens) =>
          tokens.flatMap(({ createdBy, isCreatorAdmin }) => (isCreatorAdmin ? [] : [createdBy?.id]))
        )
        expect(yield* left).toEqual([])
        yield* removeMember(principal, bob.principal.actor.id)
        yield* changeRole(principal, { userId: eve.principal.actor.id, role: "operator" })
        expect((yield* left).toSorted()).toEqual([bob.principal.actor.id, eve.principal.actor.id].toSorted())
      })
    ))

  it("keep an admin: the last one is neither removed nor demoted, not even by themselves", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* firstAdmin
        yield* member("bob@example.com", "operator")
        const userId = principal.actor.id
        for (const role of ["operator", "viewer"] as const) expect(yield* tagOf(changeRole(principal, { userId, role }))).toBe("LastAdmin")
        expect(yield* tagOf(removeMember(principal, userId))).toBe("LastAdmin")
        yield* changeRole(principal, { userId, role: "admin" })
        expect(yield* principalOf(yield* signedIn())).toMatchObject({ role: "admin" })
      })
    ))

  it("keep an admin when all of them are demoted and removed by each other at once", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* firstAdmin
        const others = yield* Effect.forEach(["b@example.com", "c@example.com", "d@example.com"], (email) => member(email, "admin"))
        const all = [principal, ...others.map((other) => other.principal)]
        const ends = yield* Effect.forEach(
          all.flatMap((actor) => all.map((target) => ({ actor, target }))),
          ({ actor, target }, index) =>
            Effect.exit(index % 2 === 0 ? changeRole(actor, { userId: target.actor.id, role: "viewer" }) : removeMember(actor, target.actor.id)),
          { concurrency: "unbounded" }
        )
        const faults = ends.flatMap((exit) =>
          Exit.isFailure(exit) ? exit.cause.reasons.map((reason) => (reason._tag === "Fail" ? reason.error._tag : "a defect")) : []
        )
        expect(new Set(["Forbidden", "LastAdmin", "MemberNotFound", ...faults])).toEqual(new Set(["Forbidden", "LastAdmin", "MemberNotFound"]))
        const { client } = yield* Auth
        expect(yield* Effect.promise(() => client.member.count({ where: { role: "admin" } }))).toBe(1)
      })
    ))

  it("are changed by no operator, no viewer, no token, and not by an admin who is one no more", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* firstAdmin
        const operator = yield* member("op@example.com", "operator")
        const former = yield* member("former@example.com", "admin")
        const { token } = yield* createServiceToken(principal, { name: "all", scopes: ["runs:submit", "runs:read", "metrics:read"] }, "console")
        const credential = yield* principalOf(new Headers({ authorization: `Bearer ${token}` }))
        const userId = operator.principal.actor.id
        // As a request does that was let in just before the role was taken away.
        yield* changeRole(principal, { userId: former.principal.actor.id, role: "operator" })
        for (const actor of [operator.principal, credential, former.principal]) {
          expect(yield* tagOf(changeRole(actor, { userId, role: "admin" }))).toBe("Forbidden")
          expect(yield* tagOf(removeMember(actor, userId))).toBe("Forbidden")
          expect(yield* tagOf(invite(actor, { email: "eve@example.com", role: "admin" }))).toBe("Forbidden")
          expect(yield* tagOf(createServiceToken(actor, { name: "x", scopes: ["runs:read"] }, "console"))).toBe("Forbidden")
        }
        expect((yield* roles(principal)).filter(([, role]) => role === "admin")).toHaveLength(1)
      })
    ))

  it("of another team are not found", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* firstAdmin
        const { client } = yield* Auth
        const stranger = yield* member("stranger@example.com", "admin")
        yield* Effect.promise(async () => {
          await client.organization.create({ data: { id: "other", name: "Other", slug: "other", createdAt: new Date() } })
          await client.member.updateMany({ where: { userId: stranger.principal.actor.id }, data: { organizationId: "other" } })
        })
        const outsider = yield* principalOf(stranger.headers)
        expect(yield* roles(outsider)).toEqual([["stranger@example.com", "admin"]])
        expect(yield* tagOf(changeRole(outsider, { userId: principal.actor.id, role: "viewer" }))).toBe("MemberNotFound")
        expect(yield* tagOf(removeMember(outsider, principal.actor.id))).toBe("MemberNotFound")
        expect(yield* principalOf(yield* signedIn())).toMatchObject({ role: "admin" })
      })
    ))

  it("take the invitations that they made as admins with them", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* firstAdmin
        const other = yield* member("other@example.com", "admin")
        yield* invite(other.principal, { email: "back@example.com", role: "admin" })
        const kept = yield* invite(principal, { email: "kept@example.com", role: "viewer" })
        yield* changeRole(principal, { userId: other.principal.actor.id, role: "operator" })
        expect((yield* listInvitations(principal)).map(({ id }) => id)).toEqual([kept.id])
      })
    ))
})
