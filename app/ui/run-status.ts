import type { InteractionKind, InteractionStatus } from "@/server/domain/interaction"
import type { RunStatus, RunSummary } from "@/server/domain/run"
import type { ToolCallStatus } from "@/server/domain/tool-call"
import type { IconName } from "./icons"

/** How a status looks: an icon, a word, a set of colours. `resuming` is a way of showing, not a status. */
export type StatusLook = { readonly tone: StatusTone; readonly icon: IconName; readonly word: string }
export type StatusTone = "queued" | "running" | "resuming" | "waiting" | "completed" | "failed" | "interrupted" | "cancelled" | "expired"

/** Class names are written out: Tailwind finds them in the source. */
export const toneClass: Record<StatusTone, string> = {
  queued: "tone-queued",
  running: "tone-running",
  resuming: "tone-resuming",
  waiting: "tone-waiting",
  completed: "tone-completed",
  failed: "tone-failed",
  interrupted: "tone-interrupted",
  cancelled: "tone-cancelled",
  expired: "tone-expired"
}

export const runStatuses = [
  "queued",
  "running",
  "waiting_for_interaction",
  "completed",
  "failed",
  "interrupted",
  "cancelled"
] as const satisfies ReadonlyArray<RunStatus>

export const isOver = (status: RunStatus): boolean => status === "completed" || status === "failed" || status === "interrupted" || status === "cancelled"

export const waitingLook = (kind: InteractionKind | null): StatusLook => {
  switch (kind) {
    case "form":
      return { tone: "waiting", icon: "form", word: "Needs input" }
    case "url":
      return { tone: "waiting", icon: "link", word: "Open link" }
    case "approval":
    case null:
      return { tone: "waiting", icon: "hand", word: "Needs approval" }
  }
}

/** A run whose questions are all answered but which has not moved yet is shown as resuming. */
export const runLook = (run: Pick<RunSummary, "status" | "waitingFor" | "pendingInteractionCount">): StatusLook => {
  switch (run.status) {
    case "queued":
      return { tone: "queued", icon: "queued", word: "Queued" }
    case "running":
      return { tone: "running", icon: "running", word: "Running" }
    case "waiting_for_interaction":
      return run.pendingInteractionCount === 0 ? { tone: "resuming", icon: "resuming", word: "Resuming" } : waitingLook(run.waitingFor)
    case "completed":
      return { tone: "completed", icon: "completed", word: "Completed" }
    case "failed":
      return { tone: "failed", icon: "failed", word: "Failed" }
    case "interrupted":
      return { tone: "interrupted", icon: "interrupted", word: "Interrupted" }
    case "cancelled":
      return { tone: "cancelled", icon: "cancelled", word: "Cancelled" }
  }
}

/** The word of a filter, where no single run says what is waited for. */
export const statusWord = (status: RunStatus): string =>
  status === "waiting_for_interaction" ? "Waiting" : runLook({ status, waitingFor: null, pendingInteractionCount: 0 }).word

/** How a question ended, where it is not said what was asked: a run's last decision, a filter. */
export const outcomeWord: Readonly<Record<Exclude<InteractionStatus, "pending">, string>> = {
  accepted: "Approved",
  declined: "Declined",
  cancelled: "Cancelled",
  expired: "Expired",
  failed: "Not carried out"
}

/** What a form or a link is said to be once it was accepted; nobody approves those. */
const acceptedWord: Readonly<Record<InteractionKind, string>> = { approval: outcomeWord.accepted, form: "Answered", url: "Finished" }

export const interactionLook = (status: InteractionStatus, kind: InteractionKind): StatusLook => {
  switch (status) {
    case "pending":
      return waitingLook(kind)
    case "accepted":
      return { tone: "completed", icon: "completed", word: acceptedWord[kind] }
    case "declined":
      return { tone: "cancelled", icon: "cancelled", word: outcomeWord.declined }
    case "cancelled":
      return { tone: "cancelled", icon: "cancelled", word: outcomeWord.cancelled }
    case "expired":
      return { tone: "expired", icon: "expired", word: outcomeWord.expired }
    case "failed":
      return { tone: "failed", icon: "failed", word: outcomeWord.failed }
  }
}

export const toolCallLook = (status: ToolCallStatus): StatusLook => {
  switch (status) {
    case "waiting":
      return { tone: "waiting", icon: "hand", word: "Waits for a person" }
    case "running":
      return { tone: "running", icon: "running", word: "Running" }
    case "completed":
      return { tone: "completed", icon: "completed", word: "Completed" }
    case "failed":
      return { tone: "failed", icon: "failed", word: "Failed" }
    case "cancelled":
      return { tone: "cancelled", icon: "cancelled", word: "Cancelled" }
    case "uncertain":
      return { tone: "interrupted", icon: "interrupted", word: "Outcome unknown" }
  }
}
