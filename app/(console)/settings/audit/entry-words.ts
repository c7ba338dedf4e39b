import type { RouterOutputs } from "@/server/trpc/router"

export type Entry = RouterOutputs["audit"]["page"]["items"][number]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)
const textIn = (value: unknown, ...path: ReadonlyArray<string>): string => {
  let at: unknown = value
  for (const name of path) at = isRecord(at) ? at[name] : undefined
  return typeof at === "string" ? at : ""
}

const verbs: Readonly<Record<string, string>> = {
  "interaction.accepted": "approved",
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
  "member.role_changed": "changed the role of",
  "member.removed": "removed the member",
  "token.created": "made the token",
  "token.revoked": "revoked the token",
  "webhook.created": "added the webhook",
  "webhook.changed": "changed the webhook",
  "webhook.removed": "removed the webhook",
  "webhook.paused": "paused the webhook",
  "webhook.resumed": "resumed the webhook",
  "webhook.disabled": "switched off the webhook",
  "webhook.secret_rotated": "gave a new secret to the webhook",
  "webhook.tested": "tried out the webhook",
  "webhook.resent": "sent a message again to the webhook",
  "host.allowed": "allowed calls to",
  "host.removed": "no longer allows calls to"
}

/** `Ann approved demo.tickets.create`: who is said beside it. */
export const entryWords = ({ action, subject, data }: Pick<Entry, "action" | "subject" | "data">): { readonly verb: string; readonly object: string } => {
  const [noun = "", what = action] = action.split(".")
  const verb = verbs[action] ?? `${noun} ${what.replaceAll("_", " ")}`
  const object =
    noun === "interaction"
      ? textIn(data, "shown", "toolPath") || textIn(data, "shown", "message") || subject
      : noun === "rule"
        ? textIn(data, "rule", "pattern") || textIn(data, "after", "pattern")
        : textIn(data, "after", "name") || textIn(data, "email") || textIn(data, "name") || subject
  return { verb, object }
}

/** Where the entry's subject can be looked at. */
export const subjectHref = ({ action, subject }: Pick<Entry, "action" | "subject">): string | null =>
  action.startsWith("interaction.") ? `/approvals/${subject}` : null
