import { Cause, Effect, Option, Result } from "effect"
import type { MayNotDecide, PeopleOnly } from "../approvals/approvals"
import type { FourEyesImpossible, InvalidRule } from "../approvals/check-rule"
import type { RuleChanged, RuleNotFound } from "../approvals/rule-book"
import type { EmailTaken, SetupClosed } from "../auth/first-admin"
import type { AlreadyMember, InvitationClosed, InvitationNotFound, InvitedAnother } from "../auth/invitations"
import type { LastAdmin, MemberNotFound } from "../auth/members"
import type { WrongPassword } from "../auth/password-change"
import type { Forbidden, Unauthenticated } from "../auth/permissions"
import type { ServiceTokenNotFound } from "../auth/service-tokens"
import type { SignInFailed } from "../auth/sign-in"
import type { TooManySignIns } from "../auth/sign-in-limit"
import type { Interaction } from "../domain/interaction"
import type { IdempotencyConflict, InteractionNotFound, OwnershipLost, ParentIsOver, RunIsOver, RunNotFound, StoreUnavailable } from "../engine/run-store"
import type { ArgumentsUnreadable } from "../engine/submission"
import type { ToolError } from "../engine/tool-invoker"
import type { SandboxUnavailable } from "../sandbox/code-runner"
import type { BodyTooLarge, CrossSite, Issue, MalformedRequest, NotFound, RateLimited, Refused, UnsupportedMediaType } from "./request-errors"

/** What a caller is told: never a path of this machine, a stack or a secret. */
export interface Failure {
  readonly status: number
  readonly code: string
  /** What is wrong and what to do. */
  readonly message: string
  readonly requestId: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly issues?: ReadonlyArray<Issue>
  readonly retryAfterMs?: number
}

/** Errors are told apart by their tag: the same class exists once per bundle. */
type Decided<Tag extends string> = { readonly _tag: Tag; readonly interaction: Interaction }

/** Every error a surface may end with. What is not listed is a defect: `internal_error` outside, its cause in the log. */
export type ExpectedError =
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
  | CrossSite
  | RateLimited
  | MalformedRequest
  | BodyTooLarge
  | UnsupportedMediaType
  | NotFound
  | Refused
  | PeopleOnly
  | MayNotDecide
  | InvalidRule
  | FourEyesImpossible
  | RuleNotFound
  | RuleChanged
  | IdempotencyConflict
  | ParentIsOver
  | ArgumentsUnreadable
  | RunNotFound
  | RunIsOver
  | InteractionNotFound
  | StoreUnavailable
  | OwnershipLost
  | SandboxUnavailable
  | ToolError
  | Decided<"AlreadyDecided">
  | Decided<"InteractionExpired">
  | { readonly _tag: "InvalidContent"; readonly issues: ReadonlyArray<Issue> }
  | { readonly _tag: "ShuttingDown" }
  | { readonly _tag: "MalformedCursor" }

type Told = Omit<Failure, "requestId">
type Table = { readonly [Tag in ExpectedError["_tag"]]: (error: Extract<ExpectedError, { readonly _tag: Tag }>) => Told }

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const minutes = (ms: number): string => {
  const count = Math.max(1, Math.ceil(ms / 60_000))
  return count === 1 ? "a minute" : `${count} minutes`
}

const actionOf = { pending: null, accepted: "accept", declined: "decline", cancelled: "cancel", expired: "expire", failed: "fail" } as const

const decisionOf = (interaction: Interaction) => ({
  interactionId: interaction.id,
  status: interaction.status,
  action: actionOf[interaction.status],
  decidedBy: interaction.resolvedBy,
  decidedAt: iso(interaction.resolvedAt),
  decidedVia: interaction.resolvedVia
})

const table: Table = {
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
  WrongPassword: () => ({
    status: 422,
    code: "wrong_password",
    message: "The current password is wrong.",
    issues: [{ path: "current", message: "This is not your current password." }]
  }),
  PeopleOnly: () => ({ status: 403, code: "people_only", message: "A service token cannot decide. A person of the team answers in the console." }),
  MayNotDecide: ({ role }) => ({ status: 403, code: "forbidden", message: `A ${role} may look, not decide; ask an admin of the team.` }),
  InvalidRule: ({ issues }) => ({ status: 400, code: "invalid_rule", message: "This is not a rule that can be kept; see the issues.", issues }),
  FourEyesImpossible: () => ({
    status: 409,
    code: "four_eyes_impossible",
    message: "Four eyes need two people who may decide, and this team has only one. Add another operator or admin first, or leave four eyes off.",
    issues: [{ path: "fourEyes", message: "needs two people who may decide; this team has only one" }]
  }),
  RuleNotFound: ({ ruleId }) => ({ status: 404, code: "rule_not_found", message: "There is no such rule.", details: { ruleId } }),
  RuleChanged: ({ ruleId }) => ({
    status: 409,
    code: "rule_changed",
    message: "Somebody else changed this rule in the meantime. Look at it as it is now, then try again.",
    details: { ruleId }
  }),
  CrossSite: ({ reason }) => ({ status: 403, code: "cross_site_request", message: reason }),
  RateLimited: ({ message, retryAfterMs }) => ({ status: 429, code: "rate_limited", message, retryAfterMs }),
  MalformedRequest: ({ message, issues }) => ({ status: 400, code: "malformed_request", message, issues }),
  BodyTooLarge: ({ limitBytes }) => ({
    status: 413,
    code: "body_too_large",
    message: `The request body is larger than ${limitBytes >> 20} MB.`,
    details: { limitBytes }
  }),
  UnsupportedMediaType: () => ({ status: 415, code: "unsupported_media_type", message: "Send JSON, with the header Content-Type: application/json." }),
  NotFound: ({ what }) => ({ status: 404, code: "not_found", message: `There is no such ${what}.` }),
  Refused: ({ code, message }) => ({ status: 409, code, message }),
  IdempotencyConflict: ({ key, runId }) => ({
    status: 409,
    code: "idempotency_conflict",
    details: { key, runId },
    message: "This idempotency key was used with another program, arguments or time limit. Use a new key for a new program."
  }),
  ParentIsOver: ({ parentRunId }) => ({
    status: 409,
    code: "parent_is_over",
    message: "The run named as parent is over, or there is none of that id. Nothing was submitted.",
    issues: [{ path: "parentRunId", message: "names no run that is still going" }],
    details: { parentRunId }
  }),
  ArgumentsUnreadable: ({ runId }) => ({
    status: 409,
    code: "arguments_unreadable",
    message: "The arguments of that run were encrypted under another secret and cannot be read. Give arguments to run the program again.",
    details: { runId }
  }),
  RunNotFound: ({ runId }) => ({ status: 404, code: "run_not_found", message: "There is no such run.", details: { runId } }),
  RunIsOver: ({ runId, status }) => ({
    status: 409,
    code: "run_is_over",
    message: `The run is over: it is ${status} and does not change any more.`,
    details: { runId, status }
  }),
  InteractionNotFound: ({ interactionId }) => ({
    status: 404,
    code: "interaction_not_found",
    message: "There is no such interaction.",
    details: { interactionId }
  }),
  AlreadyDecided: ({ interaction }) => ({
    status: 409,
    code: "already_decided",
    details: decisionOf(interaction),
    message: `This was already ${interaction.status}${interaction.resolvedBy === null ? "" : ` by ${interaction.resolvedBy.label}`}; the first answer counts.`
  }),
  InteractionExpired: ({ interaction }) => ({
    status: 409,
    code: "interaction_expired",
    details: { ...decisionOf(interaction), expiresAt: iso(interaction.expiresAt) },
    message: "The time to answer was over before this answer came."
  }),
  InvalidContent: ({ issues }) => ({ status: 422, code: "invalid_content", message: "The answer does not fit the form; see the issues.", issues }),
  ShuttingDown: () => ({ status: 503, code: "shutting_down", message: "The server is shutting down; try again in a moment.", retryAfterMs: 5_000 }),
  // Why the store refuses is for the operator's log; the caller can only come back.
  StoreUnavailable: () => ({
    status: 503,
    code: "store_unavailable",
    message: "The store cannot take this now, nothing was recorded; try again in a moment.",
    retryAfterMs: 5_000
  }),
  OwnershipLost: () => ({ status: 503, code: "run_moved", message: "Another process has taken over this run; try again in a moment.", retryAfterMs: 1_000 }),
  SandboxUnavailable: () => ({
    status: 503,
    code: "sandbox_unavailable",
    message: "No sandbox is free to run programs now; try again in a moment.",
    retryAfterMs: 5_000
  }),
  ToolError: ({ code, message }) => ({ status: 422, code: "tool_failed", message, details: { code } }),
  MalformedCursor: () => ({
    status: 400,
    code: "malformed_request",
    message: "The cursor is not one of this list.",
    issues: [{ path: "cursor", message: "is not one of this list" }]
  })
}

const isExpected = (error: unknown): error is ExpectedError =>
  typeof error === "object" && error !== null && "_tag" in error && typeof error._tag === "string" && Object.hasOwn(table, error._tag)

const tell = <E extends ExpectedError>(error: E): Told => {
  // One entry per tag; TypeScript cannot follow that the entry of `error._tag` takes `error`.
  const entry = table[error._tag] as (error: E) => Told // allow cast: looked up by the error's own tag
  return entry(error)
}

/** The failure of an error, or null for one that is not expected. */
export const failureOf = (error: unknown, requestId: string): Failure | null => (isExpected(error) ? { ...tell(error), requestId } : null)

export const internalFailure = (requestId: string): Failure => ({
  status: 500,
  code: "internal_error",
  requestId,
  message: `Internal error [${requestId}]. The server's log has the cause under this id.`
})

/** Runs an effect to its value or to what the caller is told. What was not expected is logged here, with its id. */
export const settled = <A, E, R>(effect: Effect.Effect<A, E, R>, requestId: string): Effect.Effect<Result.Result<A, Failure>, never, R> =>
  effect.pipe(
    Effect.map((value): Result.Result<A, Failure> => Result.succeed(value)),
    Effect.catchCause((cause): Effect.Effect<Result.Result<A, Failure>> => {
      const failure = Option.match(Cause.findErrorOption(cause), { onNone: () => null, onSome: (error) => failureOf(error, requestId) })
      if (failure !== null) return Effect.succeed(Result.fail(failure))
      if (Cause.hasInterruptsOnly(cause)) return Effect.succeed(Result.fail({ ...table.ShuttingDown({ _tag: "ShuttingDown" }), requestId }))
      return Effect.as(Effect.logError(`Internal error [${requestId}]`, cause), Result.fail(internalFailure(requestId)))
    })
  )

/** The error shape of the HTTP API. */
export const wireOf = ({ status: _, retryAfterMs: __, ...told }: Failure): { readonly error: Omit<Failure, "status" | "retryAfterMs"> } => ({ error: told })
