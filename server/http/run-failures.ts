import type { RateLimited } from "../auth/token-limit"
import type { Interaction } from "../domain/interaction"
import type { IdempotencyConflict, InteractionNotFound, OwnershipLost, ParentIsOver, RunIsOver, RunNotFound, StoreUnavailable } from "../engine/run-store"
import type { ArgumentsHidden, ArgumentsUnreadable } from "../engine/submission"
import type { ToolError } from "../engine/tool-invoker"
import type { SandboxUnavailable } from "../sandbox/code-runner"
import type { FailureTable } from "./failure-table"
import type { BodyTooLarge, CrossSite, Issue, MalformedRequest, NotFound, Refused, UnsupportedMediaType } from "./request-errors"

/** Errors are told apart by their tag: the same class exists once per bundle. */
type Decided<Tag extends string> = { readonly _tag: Tag; readonly interaction: Interaction }

/** What goes wrong with requests, runs, questions and the server itself. */
export type RunFailure =
  | CrossSite
  | RateLimited
  | MalformedRequest
  | BodyTooLarge
  | UnsupportedMediaType
  | NotFound
  | Refused
  | IdempotencyConflict
  | ParentIsOver
  | ArgumentsHidden
  | ArgumentsUnreadable
  | RunNotFound
  | RunIsOver
  | InteractionNotFound
  | StoreUnavailable
  | OwnershipLost
  | SandboxUnavailable
  | ToolError
  | Decided<"AlreadyDecided">
  | Decided<"RuleNotAdded">
  | Decided<"InteractionExpired">
  | Decided<"InteractionChanged">
  | { readonly _tag: "EditBlocked"; readonly reason: string }
  | { readonly _tag: "SelfApprovalForbidden"; readonly interactionId: string }
  | { readonly _tag: "NoDeadline"; readonly interactionId: string }
  | { readonly _tag: "InvalidContent"; readonly issues: ReadonlyArray<Issue> }
  | { readonly _tag: "ShuttingDown" }
  | { readonly _tag: "MalformedCursor" }

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const actionOf = { pending: null, accepted: "accept", declined: "decline", cancelled: "cancel", expired: "expire", failed: "fail" } as const

const decisionOf = (interaction: Interaction) => ({
  interactionId: interaction.id,
  status: interaction.status,
  action: actionOf[interaction.status],
  decidedBy: interaction.resolvedBy,
  decidedAt: iso(interaction.resolvedAt),
  decidedVia: interaction.resolvedVia
})

const alreadyDecided = ({ status, resolvedBy }: Interaction): string => `This was already ${status}${resolvedBy === null ? "" : ` by ${resolvedBy.label}`}`

export const runFailures: FailureTable<RunFailure> = {
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
  ArgumentsHidden: ({ runId }) => ({
    status: 403,
    code: "arguments_hidden",
    message:
      "The arguments of that run hold hidden values that this token did not submit, and an edited program could read them. Give args, or leave the program as it was.",
    details: { runId }
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
    message: `${alreadyDecided(interaction)}; the first answer counts.`
  }),
  // Told as any other late answer is, by the same code.
  RuleNotAdded: ({ interaction }) => ({
    status: 409,
    code: "already_decided",
    details: { ...decisionOf(interaction), rule: null },
    message:
      interaction.status === "accepted"
        ? `${alreadyDecided(interaction)}, without this rule; the first answer counts. No rule was added: it can be under Rules.`
        : `${alreadyDecided(interaction)}; the first answer counts. No rule was added.`
  }),
  InteractionExpired: ({ interaction }) => ({
    status: 409,
    code: "interaction_expired",
    details: { ...decisionOf(interaction), expiresAt: iso(interaction.expiresAt) },
    message: "The time to answer was over before this answer came."
  }),
  InteractionChanged: ({ interaction }) => ({
    status: 409,
    code: "interaction_changed",
    details: { interactionId: interaction.id, revision: interaction.revision ?? 0 },
    message: "The question changed since you saw it: look at it as it is now, then answer."
  }),
  EditBlocked: ({ reason }) => ({
    status: 409,
    code: "tool_blocked",
    message: `With these arguments the call is not allowed: ${reason}. The question stays open.`
  }),
  SelfApprovalForbidden: ({ interactionId }) => ({
    status: 403,
    code: "self_approval",
    details: { interactionId },
    message: "The rule does not let who submitted a run approve its calls; somebody else of the team has to."
  }),
  NoDeadline: ({ interactionId }) => ({
    status: 409,
    code: "no_deadline",
    details: { interactionId },
    message: "This question waits without a deadline; there is nothing to extend."
  }),
  InvalidContent: ({ issues }) => ({
    status: 422,
    code: "invalid_content",
    message: issues.some(({ path }) => path === "args" || path.startsWith("args."))
      ? "These arguments do not fit the tool. Nothing was decided; the question stays open."
      : issues.some(({ path }) => path === "rule")
        ? "No rule can come with this answer; see the issues. Nothing was decided; the question stays open."
        : "The answer does not fit the form; see the issues.",
    issues
  }),
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
