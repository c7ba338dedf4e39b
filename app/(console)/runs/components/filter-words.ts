import { formatDuration, formatRange, formatShort } from "@/app/hooks/time-format"
import { outcomeWord, statusWord } from "@/app/ui/run-status"
import type { RunKind, Trigger } from "@/server/domain/run"
import type { ApprovalWanted } from "@/server/domain/run-matching"
import type { Condition } from "../list-conditions"
import { type ListState, ranges } from "../list-state"

/* How conditions are called, for chips, menus and sentences. */

export const approvalWords: Readonly<Record<ApprovalWanted, string>> = {
  any: "asked at least once",
  pending: "needs a person",
  accepted: outcomeWord.accepted.toLowerCase(),
  declined: outcomeWord.declined.toLowerCase(),
  cancelled: outcomeWord.cancelled.toLowerCase(),
  expired: outcomeWord.expired.toLowerCase(),
  none: "never asked"
}

export const triggerWords: Readonly<Record<Trigger, string>> = {
  console: "console",
  mcp: "MCP",
  api: "API",
  rerun: "rerun",
  agent: "agent",
  schedule: "schedule"
}

export const kindWords: Readonly<Record<RunKind, string>> = { code: "program", agent: "agent session" }

type Words = { readonly field: string; readonly value: string; readonly mono?: boolean }

/** `actorName`: what a person reads for an actor's id. */
export const wordsFor = (
  state: ListState,
  condition: Condition,
  { now, zone, actorName }: { readonly now: number; readonly zone: string; readonly actorName: (id: string) => string }
): Words => {
  switch (condition) {
    case "status":
      return { field: "Status is", value: state.status.map(statusWord).join(", ") }
    case "time":
      return { field: "Time", value: timeWords(state, now, zone) }
    case "tool":
      return { field: "Tool is", value: state.tool.join(", "), mono: true }
    case "actor":
      return { field: "Actor is", value: state.actor.map(actorName).join(", ") }
    case "trigger":
      return { field: "Trigger is", value: state.trigger.map((one) => triggerWords[one]).join(", ") }
    case "kind":
      return { field: "Kind is", value: state.kind.map((one) => kindWords[one]).join(", ") }
    case "approval":
      return { field: "Approval", value: state.approval.map((one) => approvalWords[one]).join(", ") }
    case "duration":
      return { field: "Took", value: durationWords(state) }
    case "text":
      return { field: "Contains", value: state.q ?? "" }
  }
}

const timeWords = ({ last, from, to }: ListState, now: number, zone: string): string => {
  if (last !== null) return ranges[last].name
  if (from !== null && to !== null) return formatRange(from, to, now, zone)
  return from === null ? `before ${formatShort(to ?? now, now, zone)}` : `since ${formatShort(from, now, zone)}`
}

const durationWords = ({ minDurationMs: least, maxDurationMs: most }: ListState): string =>
  least === null
    ? `at most ${formatDuration(most ?? 0)}`
    : most === null
      ? `at least ${formatDuration(least)}`
      : `${formatDuration(least)} to ${formatDuration(most)}`
