import type { AuthorizationRefused } from "../auth/client-grants"
import type { ConnectedClientNotFound } from "../auth/connected-clients"
import type { EmailTaken, SetupClosed } from "../auth/first-admin"
import type { AlreadyMember, InvitationClosed, InvitationNotFound, InvitedAnother } from "../auth/invitations"
import type { LastAdmin, MemberNotFound } from "../auth/members"
import type { WrongPassword } from "../auth/password-change"
import type { Forbidden, Unauthenticated } from "../auth/permissions"
import type { ServiceTokenNotFound } from "../auth/service-tokens"
import type { SignInFailed } from "../auth/sign-in"
import type { TooManySignIns } from "../auth/sign-in-limit"
import type { FailureTable } from "./failure-table"

/** What goes wrong with accounts, members, invitations, tokens and connected clients. */
export type AccessFailure =
  | Unauthenticated
  | Forbidden
  | SignInFailed
  | TooManySignIns
  | SetupClosed
  | EmailTaken
  | ServiceTokenNotFound
  | MemberNotFound
  | LastAdmin
  | InvitationClosed
  | InvitationNotFound
  | InvitedAnother
  | AlreadyMember
  | WrongPassword
  | AuthorizationRefused
  | ConnectedClientNotFound

const minutes = (ms: number): string => {
  const count = Math.max(1, Math.ceil(ms / 60_000))
  return count === 1 ? "a minute" : `${count} minutes`
}

export const accessFailures: FailureTable<AccessFailure> = {
  Unauthenticated: ({ reason }) => ({ status: 401, code: "unauthenticated", message: reason }),
  Forbidden: ({ action, who }) => ({
    status: 403,
    code: "forbidden",
    details: { action },
    message:
      who === "person"
        ? "Your role in this team does not allow this; ask an admin of the team."
        : action === "interactions:decide"
          ? "A service token cannot decide. A person of the team answers in the console."
          : "This service token's scopes do not allow this."
  }),
  // The same sentence whatever was wrong, so that nobody learns which accounts exist.
  SignInFailed: () => ({ status: 401, code: "sign_in_failed", message: "The e-mail address or the password is wrong." }),
  TooManySignIns: ({ retryAfterMs }) => ({
    status: 429,
    code: "too_many_sign_ins",
    retryAfterMs,
    message: `Too many wrong passwords for this account. Try again in ${minutes(retryAfterMs)}.`
  }),
  SetupClosed: () => ({
    status: 409,
    code: "setup_closed",
    message: "This set-up link is not valid any more. Sign in if there is an admin already; if not, restart the server, and it prints a new link."
  }),
  EmailTaken: () => ({
    status: 409,
    code: "email_taken",
    message: "There is an account with this e-mail address already.",
    issues: [{ path: "email", message: "There is an account with this address already." }]
  }),
  ServiceTokenNotFound: ({ tokenId }) => ({ status: 404, code: "token_not_found", message: "There is no such service token.", details: { tokenId } }),
  MemberNotFound: ({ userId }) => ({
    status: 404,
    code: "member_not_found",
    message: "There is no such member; somebody may have removed them.",
    details: { userId }
  }),
  LastAdmin: () => ({
    status: 409,
    code: "last_admin",
    message: "This is the team’s last admin, without whom nobody could manage it. Make somebody else an admin first."
  }),
  InvitationClosed: () => ({
    status: 409,
    code: "invitation_closed",
    message: "This invitation is not valid any more: it was used, revoked or replaced, or it has expired. Ask an admin of the team for a new one."
  }),
  InvitationNotFound: ({ invitationId }) => ({
    status: 404,
    code: "invitation_not_found",
    message: "There is no such open invitation; it may have been accepted or revoked.",
    details: { invitationId }
  }),
  InvitedAnother: ({ email }) => ({
    status: 409,
    code: "invited_another",
    message: `This invitation is for ${email}. Sign out, then open the link again.`
  }),
  AlreadyMember: ({ email }) => ({
    status: 409,
    code: "already_member",
    message: `${email} is a member of the team already.`,
    issues: [{ path: "email", message: "Is a member of the team already." }]
  }),
  AuthorizationRefused: ({ reason }) => ({ status: 400, code: "authorization_refused", message: reason }),
  ConnectedClientNotFound: ({ connectionId }) => ({
    status: 404,
    code: "client_not_found",
    message: "There is no such connected client; it may have been disconnected.",
    details: { connectionId }
  }),
  WrongPassword: () => ({
    status: 422,
    code: "wrong_password",
    message: "The current password is wrong.",
    issues: [{ path: "currentPassword", message: "This is not your current password." }]
  })
}
