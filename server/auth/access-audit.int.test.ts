import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, ada, addMember, signedIn, stores, withAdmin } from "../../test/fixtures/access-world"
import type { AuditVia } from "../domain/audit"
import { emptyChain, followChain } from "../store/audit-chain"
import { Database } from "../store/database"
import { Auth } from "./auth"
import { acceptAsNew, invite, revokeInvitation } from "./invitations"
import { changeRole, removeMember } from "./members"
import { changePassword } from "./password-change"
import { principalOf } from "./principal-of"
import { createServiceToken, revokeServiceToken } from "./service-tokens"

const entries = Database.use(({ client }) =>
  Effect.promise(async () => {
    const rows = await client.auditEntry.findMany({ orderBy: { seq: "asc" } })
    return rows.map((row) => ({ ...row, at: Number(row.at), via: row.via as AuditVia }))
  })
)
const told = Effect.map(entries, (rows) => rows.map(({ action, actorLabel, via, data }) => [action, actorLabel, via, JSON.parse(data)]))

describe.each(stores)("the audit log of access, on $name", ({ use }) => {
  const database = use()
  const run = async <A, E>(effect: Effect.Effect<A, E, Access>) => Effect.runPromise(Effect.provide(effect, accessWorld(await database())))
  const admin = Effect.gen(function* () {
    yield* withAdmin
    const headers = yield* signedIn()
    return { headers, principal: yield* principalOf(headers) }
  })

  it("has one entry for each change, by whom and of what, in one unbroken chain, and no secret in it", () =>
    run(
      Effect.gen(function* () {
        const { headers, principal } = yield* admin
        const made = yield* invite(principal, { email: "bob@example.com", role: "viewer" })
        yield* acceptAsNew(new URL(made.link).searchParams.get("token") ?? "", { name: "Bob", password: "the password of bob" })
        const bob = yield* principalOf(yield* signedIn({ email: "bob@example.com", password: "the password of bob" }))
        yield* changeRole(principal, { userId: bob.actor.id, role: "operator" })
        yield* removeMember(principal, bob.actor.id)
        const token = yield* createServiceToken(principal, { name: "CI", scopes: ["runs:read"] }, "api")
        yield* revokeServiceToken(principal, token.id, "console")
        const other = yield* invite(principal, { email: "eve@example.com", role: "admin" })
        yield* revokeInvitation(principal, other.id)
        yield* changePassword(principal, { currentPassword: ada.password, newPassword: "another password of ada" }, headers)

        expect(yield* told).toEqual([
          ["member.joined", "Signalbox", "system", { email: "ada@example.com", role: "admin" }],
          ["invitation.created", "Ada Lovelace", "console", { email: "bob@example.com", role: "viewer", expiresAt: new Date(made.expiresAt).toISOString() }],
          ["member.joined", "Bob", "console", { email: "bob@example.com", role: "viewer", invitationId: made.id }],
          ["member.role_changed", "Ada Lovelace", "console", { email: "bob@example.com", from: "viewer", to: "operator" }],
          ["member.removed", "Ada Lovelace", "console", { email: "bob@example.com", role: "operator" }],
          ["token.created", "Ada Lovelace", "api", { name: "CI", scopes: ["runs:read"] }],
          ["token.revoked", "Ada Lovelace", "console", { name: "CI", scopes: ["runs:read"] }],
          ["invitation.created", "Ada Lovelace", "console", { email: "eve@example.com", role: "admin", expiresAt: new Date(other.expiresAt).toISOString() }],
          ["invitation.revoked", "Ada Lovelace", "console", { email: "eve@example.com", role: "admin" }],
          ["password.changed", "Ada Lovelace", "console", null]
        ])
        const rows = yield* entries
        expect(followChain(emptyChain, rows)).toMatchObject({ fault: null, head: { seq: 10 } })
        const text = JSON.stringify(rows)
        for (const secret of [token.token, made.link, "the password of bob", "another password of ada"]) expect(text).not.toContain(secret)
      })
    ))

  it("has nothing of what was refused or came second", () =>
    run(
      Effect.gen(function* () {
        const { principal } = yield* admin
        const { client } = yield* Auth
        yield* Effect.promise(() => addMember(client, "bob@example.com", "operator"))
        const bob = yield* principalOf(yield* signedIn({ ...ada, email: "bob@example.com" }))
        const before = (yield* entries).length
        yield* Effect.flip(changeRole(principal, { userId: principal.actor.id, role: "viewer" }))
        yield* Effect.flip(removeMember(principal, "nobody"))
        yield* Effect.flip(changeRole(bob, { userId: bob.actor.id, role: "admin" }))
        yield* Effect.flip(invite(principal, { email: "bob@example.com", role: "admin" }))
        yield* Effect.flip(acceptAsNew("a guess", { name: "Eve", password: "the password of eve" }))
        yield* Effect.flip(revokeServiceToken(principal, "unknown", "console"))
        // All at once: one of them removes him.
        yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.exit(removeMember(principal, bob.actor.id)), { concurrency: "unbounded" })
        expect((yield* told).slice(before)).toEqual([["member.removed", "Ada Lovelace", "console", { email: "bob@example.com", role: "operator" }]])
        expect(followChain(emptyChain, yield* entries).fault).toBeNull()
      })
    ))
})
