import type { Interaction, InteractionKind } from "@/server/domain/interaction"
import type { ToolCall } from "@/server/domain/tool-call"

/** What the lines of a program say about the calls they made. */
export type LineMark =
  | { readonly kind: "waiting"; readonly since: number; readonly asks: InteractionKind; readonly interactionId: string }
  | { readonly kind: "running"; readonly since: number }
  | { readonly kind: "failed"; readonly durationMs: number; readonly count: number }
  | { readonly kind: "done"; readonly durationMs: number; readonly count: number }

const rank: Record<LineMark["kind"], number> = { done: 0, failed: 1, running: 2, waiting: 3 }

const markOfCall = (call: ToolCall): LineMark => {
  switch (call.status) {
    case "waiting":
    case "running":
      return { kind: "running", since: call.startedAt }
    case "completed":
      return { kind: "done", durationMs: call.durationMs ?? 0, count: 1 }
    case "failed":
    case "cancelled":
    case "uncertain":
      return { kind: "failed", durationMs: call.durationMs ?? 0, count: 1 }
  }
}

const markOfQuestion = (question: Interaction): LineMark => {
  const durationMs = Math.max(0, (question.resolvedAt ?? question.createdAt) - question.createdAt)
  switch (question.status) {
    case "pending":
      return { kind: "waiting", since: question.createdAt, asks: question.kind, interactionId: question.id }
    case "accepted":
      return { kind: "done", durationMs, count: 1 }
    case "declined":
    case "cancelled":
    case "expired":
    case "failed":
      return { kind: "failed", durationMs, count: 1 }
  }
}

const join = (before: LineMark | undefined, mark: LineMark): LineMark => {
  if (before === undefined) return mark
  if ((before.kind === "done" || before.kind === "failed") && (mark.kind === "done" || mark.kind === "failed")) {
    const kind = before.kind === "failed" || mark.kind === "failed" ? "failed" : "done"
    return { kind, durationMs: before.durationMs + mark.durationMs, count: before.count + mark.count }
  }
  return rank[mark.kind] > rank[before.kind] ? mark : before
}

/**
 * One mark a line: a person who is waited for comes before a call under way, that before what is over. Durations of
 * calls that one line made (in a loop) add up. Questions of tool calls count through their call unless they are open.
 */
export const lineMarks = (calls: ReadonlyArray<ToolCall>, questions: ReadonlyArray<Interaction>): ReadonlyMap<number, LineMark> => {
  const marks = new Map<number, LineMark>()
  const add = (line: number | null, mark: LineMark): void => {
    if (line !== null) marks.set(line, join(marks.get(line), mark))
  }
  for (const call of calls) add(call.line, markOfCall(call))
  for (const question of questions) {
    if (question.toolCallId === null || question.status === "pending") add(question.line, markOfQuestion(question))
  }
  return marks
}
