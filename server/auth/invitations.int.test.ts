import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, ada, signedIn, stores, withAdmin } from "../../test/fixtures/access-world"
import { Auth } from "./auth"
import { acceptAs, acceptAsNew, invite, invitedBy, listInvitations, revokeInvitation } from "./invitations"
import { listMembers, removeMember } from "./members"
import { principalOf } from "./principal-of"
import { signedInAccount } from "./signed-in-account"

const tokenOf = ({ link }: { readonly link: string }): string => new URL(link).searchParams.get("token") ?? ""
const bob = { name: "Bob", password: "another long password" }
const bobs = { email: "bob@example.com", password: bob.password }
const admin = Effect.gen(function* () {
  yield* withAdmin
  return yield* principalOf(yield* signedIn())
})
const rows = Auth.use(({ client }) =>
  Effect.promise(async () => ({ users: await client.user.count(), accounts: await client.account.count(), members: await client.member.count() }))
)
const flipped = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

describe.each(stores)("an invitation, on $name", ({ use }) => {
  const database = use()
  const run = async <A, E>(effect: Effect.Effect<A, E, Access>) => Effect.runPromise(Effect.provide(effect, accessWorld(await database())))

  it("makes whoever holds its link a member with its role, once", () =>
    run(
      Effect.gen(function* () {
        const principal = yield* admin
        const made = yield* invite(principal, { email: "Bob@Example.com", role: "operator" })
        expect(made.link).toMatch(/^http:\/\/localhost:3000\/invite\?token=[\w-]{43}$/)
        const token = tokenOf(made)
        expect(yield* invitedBy(token)).toEqual({
          email: "bob@example.com",
          role: "operator",
          teamName: "My team",
          invitedBy: "Ada Lovelace",
          hasAccount: false
        })
        expect(yield* acceptAsNew(token, bob)).toEqual({ email: "bob@example.com" })
        expect(yield* principalOf(yield* signedIn(bobs))).toMatchObject({ role: "operator", teamId: principal.teamId, actor: { label: "Bob" } })
        expect(yield* invitedBy(token)).toBeNull()
        expect(yield* flipped(acceptAsNew(token, { ...bob, name: "Eve" }))).toBe("InvitationClosed")
        expect(yield* listInvitations(principal)).toEqual([])
        expect(yield* rows).toEqual({ users: 2, accounts: 2, members: 2 })
      })
    ))

  it("makes exactly one account, however many forms are sent at once", () =>
    run(
      Effect.gen(function* () {
        const token = tokenOf(yield* invite(yield* admin, { email: "bob@example.com", role: "viewer" }))
        const ends = yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.exit(acceptAsNew(token, bob)), { concurrency: "unbounded" })
        expect(ends.filter(Exit.isSuccess)).toHaveLength(1)
        expect(yield* rows).toEqual({ users: 2, accounts: 2, members: 2 })
      })
    ))

  it("leaves no trace of its link in the store", () =>
    run(
      Effect.gen(function* () {
        const token = tokenOf(yield* invite(yield* admin, { email: "bob@example.com", role: "viewer" }))
        const { client } = yield* Auth
        const kept = yield* Effect.promise(() => client.invitation.findMany())
        expect(kept).toHaveLength(1)
        expect(JSON.stringify(kept)).not.toContain(token)
      })
    ))

  it("ends when it is revoked, when a newer one is made for the address, and after seven days", () =>
    run(
      Effect.gen(function* () {
        const principal = yield* admin
        const dead: Array<string> = ["", "a-guess"]
        const revoked = yield* invite(principal, { email: "bob@example.com", role: "admin" })
        yield* revokeInvitation(principal, revoked.id)
        expect(yield* flipped(revokeInvitation(principal, revoked.id))).toBe("InvitationNotFound")
        const replaced = yield* invite(principal, { email: "bob@example.com", role: "admin" })
        const newest = yield* invite(principal, { email: "bob@example.com", role: "viewer" })
        expect((yield* listInvitations(principal)).map(({ id, role }) => [id, role])).toEqual([[newest.id, "viewer"]])
        dead.push(tokenOf(revoked), tokenOf(replaced))
        for (const token of dead) {
          expect(yield* invitedBy(token)).toBeNull()
          expect(yield* flipped(acceptAsNew(token, bob))).toBe("InvitationClosed")
        }
        expect(yield* invitedBy(tokenOf(newest))).toMatchObject({ role: "viewer" })
        const { client } = yield* Auth
        yield* Effect.promise(() => client.invitation.updateMany({ where: { id: newest.id }, data: { expiresAt: new Date(Date.now() - 1) } }))
        expect(yield* invitedBy(tokenOf(newest))).toBeNull()
        expect(yield* flipped(acceptAsNew(tokenOf(newest), bob))).toBe("InvitationClosed")
        expect(yield* listInvitations(principal)).toEqual([])
        expect(yield* rows).toEqual({ users: 1, accounts: 1, members: 1 })
      })
    ))

  it("brings a removed account back, and only the account of its address", () =>
    run(
      Effect.gen(function* () {
        const principal = yield* admin
        yield* acceptAsNew(tokenOf(yield* invite(principal, { email: "bob@example.com", role: "operator" })), bob)
        const [, joined] = yield* listMembers(principal)
        yield* removeMember(principal, joined?.userId ?? "")
        const token = tokenOf(yield* invite(principal, { email: "bob@example.com", role: "viewer" }))
        expect(yield* invitedBy(token)).toMatchObject({ hasAccount: true })
        expect(yield* flipped(acceptAsNew(token, { ...bob, password: "the password of a thief" }))).toBe("EmailTaken")
        const headers = yield* signedIn(bobs)
        expect(yield* flipped(acceptAs(token, { id: principal.actor.id, email: ada.email, name: ada.name }))).toBe("InvitedAnother")
        const account = yield* signedInAccount(headers)
        if (account === null) throw new Error("nobody is signed in")
        yield* acceptAs(token, account)
        expect(yield* principalOf(headers)).toMatchObject({ role: "viewer" })
        expect(yield* flipped(acceptAs(token, account))).toBe("InvitationClosed")
        expect(yield* rows).toEqual({ users: 2, accounts: 2, members: 2 })
      })
    ))

  it("is not made for a member, and not revoked by another team", () =>
    run(
      Effect.gen(function* () {
        const principal = yield* admin
        expect(yield* flipped(invite(principal, { email: "ADA@example.com", role: "viewer" }))).toBe("AlreadyMember")
        const made = yield* invite(principal, { email: "bob@example.com", role: "viewer" })
        const { client } = yield* Auth
        yield* Effect.promise(() => client.organization.create({ data: { id: "other", name: "Other", slug: "other", createdAt: new Date() } }))
        yield* Effect.promise(() => client.invitation.updateMany({ data: { organizationId: "other" } }))
        expect(yield* flipped(revokeInvitation(principal, made.id))).toBe("InvitationNotFound")
        expect(yield* listInvitations(principal)).toEqual([])
      })
    ))
})
