import type { RouterOutputs } from "@/server/trpc/router"

export type Entry = RouterOutputs["audit"]["page"]["items"][number]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)
const textIn = (value: unknown, ...path: ReadonlyArray<string>): string => {
  let at: unknown = value
  for (const name of path) at = isRecord(at) ? at[name] : undefined
  return typeof at === "string" ? at : ""
}

const verbs: Readonly<Record<string, string>> = {
  "interaction.declined": "declined",
  "interaction.cancelled": "cancelled",
  "interaction.expired": "let expire",
  "interaction.voted": "agreed to",
  "interaction.edited": "edited the arguments of",
  "interaction.extended": "gave more time to",
  "interaction.failed": "did not carry out",
  "rule.created": "added the rule",
  "rule.changed": "changed the rule",
  "rule.removed": "removed the rule",
  "rule.ordered": "put the rules in order",
  "member.joined": "joined the team",
  "invitation.created": "invited",
  "invitation.revoked": "revoked the invitation of",
  "member.role_changed": "changed the role of",
  "member.removed": "removed the member",
  "token.created": "made the token",
  "token.revoked": "revoked the token",
  "client.connected": "let in the client",
  "client.disconnected": "disconnected the client",
  "webhook.created": "added the webhook",
  "webhook.changed": "changed the webhook",
  "webhook.removed": "removed the webhook",
  "webhook.paused": "paused the webhook",
  "webhook.resumed": "resumed the webhook",
  "webhook.disabled": "switched off the webhook",
  "webhook.secret_rotated": "gave a new secret to the webhook",
  "webhook.tested": "tried out the webhook",
  "webhook.resent": "sent a message again to the webhook",
  "source.added": "added the source",
  "source.refreshed": "read again the source",
  "source.removed": "removed the source",
  "source.hints_trusted": "trusts the hints of the source",
  "source.hints_distrusted": "no longer trusts the hints of the source",
  "retention.changed": "changed how long runs are kept",
  "host.allowed": "allowed calls to",
  "host.removed": "no longer allows calls to"
}

/** An accepted question, by what was asked. */
const acceptedVerb = (data: unknown): string => {
  switch (textIn(data, "shown", "kind")) {
    case "form":
      return "answered"
    case "url":
      return "finished"
    default:
      // The entry holds arguments of its own only if they are not those that were asked about.
      return isRecord(data) && data["args"] !== undefined ? "approved, with edited arguments," : "approved"
  }
}

/** A tool asked, by what its own server says: the question is named, not the call. */
const isToolsQuestion = (data: unknown): boolean => textIn(data, "shown", "kind") !== "approval" && textIn(data, "shown", "kind") !== ""

const verbOf = (action: string, data: unknown): string => {
  if (action === "interaction.accepted") return acceptedVerb(data)
  // Nobody invited the first one.
  if (action === "member.joined" && isRecord(data) && data["invitationId"] === undefined) return "made the first admin"
  return verbs[action] ?? action.replaceAll(/[._]/g, " ")
}

/** `Ann approved demo.tickets.create`: who is said beside it. */
export const entryWords = ({ action, subject, data }: Pick<Entry, "action" | "subject" | "data">): { readonly verb: string; readonly object: string } => {
  const noun = action.split(".")[0] ?? ""
  const verb = verbOf(action, data)
  const object =
    noun === "interaction"
      ? (isToolsQuestion(data) ? "" : textIn(data, "shown", "toolPath")) || textIn(data, "shown", "message") || subject
      : noun === "rule"
        ? textIn(data, "rule", "pattern") || textIn(data, "after", "pattern")
        : noun === "retention"
          ? ""
          : textIn(data, "after", "name") || textIn(data, "email") || textIn(data, "name") || subject
  return { verb, object }
}

/** Where the entry's subject can be looked at. */
export const subjectHref = ({ action, subject }: Pick<Entry, "action" | "subject">): string | null =>
  action.startsWith("interaction.") ? `/approvals/${subject}` : null
