import { Effect, Schema } from "effect"
import { invite, revokeInvitation } from "../auth/invitations"
import { changeRole, removeMember } from "../auth/members"
import { changePassword } from "../auth/password-change"
import { createServiceToken, NewServiceToken, revokeServiceToken } from "../auth/service-tokens"
import { NewInvitation, PasswordChange, RoleChange } from "../domain/account"
import { NewAllowedHost } from "../domain/host-entry"
import { Retention } from "../domain/retention"
import { HostTable } from "../store/host-table"
import { RetentionTable } from "../store/retention-table"
import { action, goTo, thenRefresh } from "./action"
import { decodeForm } from "./decode"

/*
 * The forms of the settings. What they tell once, a link or a secret, is their value and stands on the page that answers;
 * the others lead back to their list.
 */

const members = "/settings/members"
const tokens = "/settings/tokens"

/** `email`, `role`; the value has the link. */
export const inviteAction = thenRefresh(action("members:manage", NewInvitation, (input, principal) => invite(principal, input)))

/** `id` */
export const revokeInvitationAction = action("members:manage", Schema.Struct({ id: Schema.NonEmptyString }), ({ id }, principal) =>
  Effect.as(revokeInvitation(principal, id), goTo(members))
)

/** `userId`, `role` */
export const changeRoleAction = action("members:manage", RoleChange, (input, principal) => Effect.as(changeRole(principal, input), goTo(members)))

/** `userId` */
export const removeMemberAction = action("members:manage", Schema.Struct({ userId: Schema.NonEmptyString }), ({ userId }, principal) =>
  Effect.as(removeMember(principal, userId), goTo(members))
)

/** `currentPassword`, `newPassword` */
export const changePasswordAction = action("whoever is signed in", PasswordChange, (input, principal, sent) =>
  Effect.as(changePassword(principal, input, sent), { changed: true } as const)
)

/** `name`, and `scopes` as often as one is ticked. */
const TokenForm = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  scopes: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))
})

/** The value has the secret. */
export const createTokenAction = thenRefresh(
  action(
    "tokens:manage",
    TokenForm,
    Effect.fn("tokenForm")(function* ({ name = "", scopes = [] }, principal) {
      return yield* createServiceToken(principal, yield* decodeForm(NewServiceToken)({ name, scopes: [scopes].flat() }), "console")
    })
  )
)

/** `id` */
export const revokeTokenAction = action("tokens:manage", Schema.Struct({ id: Schema.NonEmptyString }), ({ id }, principal) =>
  Effect.as(revokeServiceToken(principal, id, "console"), goTo(tokens))
)

/** A field for each ending: a number of days, or nothing for ever. */
const RetentionForm = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Array(Schema.String)]))

const daysIn = (typed: string | ReadonlyArray<string> | undefined): unknown => {
  const text = typeof typed === "string" ? typed.trim() : ""
  // No number of days is none that can be kept: one sentence says so, whatever else was typed.
  return text === "" ? null : /^\d{1,5}$/.test(text) ? Number(text) : 0
}

export const setRetentionAction = thenRefresh(
  action(
    "retention:manage",
    RetentionForm,
    Effect.fn("retentionForm")(function* (form, { teamId, actor }) {
      const wanted = Object.fromEntries(Object.keys(Retention.fields).map((ending) => [ending, daysIn(form[ending])]))
      const retention = yield* decodeForm(Retention)(wanted)
      yield* RetentionTable.use((table) => table.set(teamId, retention, actor))
      return retention
    })
  )
)

/** `host`, and `uses` as often as one is ticked. */
const HostForm = Schema.Struct({
  host: Schema.optionalKey(Schema.String),
  uses: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))
})

export const allowHostAction = action(
  "hosts:manage",
  HostForm,
  Effect.fn("allowHostForm")(function* ({ host = "", uses = [] }, { teamId, actor }) {
    const allowed = yield* decodeForm(NewAllowedHost)({ host, uses: [uses].flat() })
    yield* HostTable.use((hosts) => hosts.allow(allowed, { teamId, actor, via: "console" }))
    return goTo("/settings/hosts")
  })
)

/** `host`. One that is gone already is what was wanted. */
export const removeHostAction = action("hosts:manage", Schema.Struct({ host: Schema.NonEmptyString }), ({ host }, { teamId, actor }) =>
  Effect.as(
    HostTable.use((hosts) => hosts.remove(host, { teamId, actor, via: "console" })),
    goTo("/settings/hosts")
  )
)
