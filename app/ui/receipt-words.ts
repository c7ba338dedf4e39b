import type { Interaction } from "@/server/domain/interaction"
import type { Actor } from "@/server/domain/principal"
import type { Run } from "@/server/domain/run"
import { resumedMs } from "./answer-phase"
import { askingTool, callOutcome, questionTitle, type Words } from "./question-words"
import { interactionLook, outcomeWord } from "./run-status"

/** `Approved by Ann Keller`, and what follows it in grey. Times are written by whoever shows it. */
export interface ReceiptHead {
  readonly bold: string
  readonly rest: ReadonlyArray<{ readonly at: number } | { readonly resumedMs: number } | { readonly text: string } | { readonly quote: string }>
}

type Question = Interaction
/** How long a question was open, for an expired one. */
const openFor = (question: Question): number | null => (question.expiresAt === null ? null : question.expiresAt - question.createdAt)

const acceptedVerb = (question: Question): string => interactionLook("accepted", question.kind).word

const through = (question: Question): string | null => {
  switch (question.resolvedVia) {
    case "api":
      return "through the API"
    case "mcp":
      return "through MCP"
    case "rule":
      return "by a rule"
    case "console":
    case "deadline":
    case "system":
    case null:
      return null
  }
}

export const receiptHead = (question: Question, formatted: (ms: number) => string): ReceiptHead => {
  const by = question.resolvedBy?.label ?? "somebody"
  const when = question.resolvedAt === null ? [] : [{ at: question.resolvedAt }]
  const via = through(question)
  const reason = question.comment === null || question.comment === "" ? [] : [{ quote: question.comment }]
  switch (question.status) {
    case "pending":
      return { bold: "Waits for a person", rest: [] }
    case "accepted": {
      const resumed = resumedMs(question)
      return {
        bold: `${acceptedVerb(question)} by ${by}`,
        rest: [
          ...when,
          ...(isEdited(question) ? [{ text: editedBy(question) }] : []),
          ...(via === null ? [] : [{ text: via }]),
          ...(resumed === null ? [] : [{ resumedMs: resumed }])
        ]
      }
    }
    case "declined":
      return { bold: `${outcomeWord.declined} by ${by}`, rest: [...when, ...(via === null ? [] : [{ text: via }]), ...reason] }
    case "expired": {
      const open = openFor(question)
      return {
        bold: outcomeWord.expired,
        rest: [...when, { text: `nobody answered${open === null ? "" : ` in ${formatted(open)}`}, so it counts as declined` }]
      }
    }
    case "cancelled":
      // What the engine says is no person's reason.
      return question.resolvedVia === "system"
        ? {
            bold: `${outcomeWord.cancelled} with its run`,
            rest: [...when, ...(question.comment === null || question.comment === "" ? [] : [{ text: question.comment }])]
          }
        : { bold: `${outcomeWord.cancelled} by ${by}`, rest: [...when, ...reason] }
    case "failed":
      return { bold: outcomeWord.failed, rest: [...when, ...(question.comment === null ? [] : [{ text: question.comment }])] }
  }
}

export interface RegisterEntry {
  readonly key: string
  readonly at: number
  readonly words: Words
}

/** A person changed the arguments: the call was another one than the program asked for. */
export const isEdited = (question: Pick<Question, "proposedArgs">): boolean => question.proposedArgs !== null

/**
 * Who changed the arguments: an edit resets the votes, so the first one since is the editor's. Not known of a question that
 * took over an earlier one's edit.
 */
export const editorOf = ({ proposedArgs, replaces, votes }: Pick<Question, "proposedArgs" | "replaces" | "votes">): Actor | null =>
  proposedArgs === null || replaces !== null ? null : (votes[0]?.by ?? null)

/** How the receipt's first line says it: whoever approved may not be who edited. */
const editedBy = (question: Question): string => {
  const editor = editorOf(question)
  return editor === null || editor.id === question.resolvedBy?.id ? "with edited arguments" : `with arguments edited by ${editor.label}`
}

const decidedWords = (question: Question): Words => {
  const by = question.resolvedBy?.label ?? "Somebody"
  const how = question.resolvedVia === "console" ? ", on the card" : ""
  const via = through(question)
  const reason = question.comment === null || question.comment === "" ? "" : `, with the reason “${question.comment}”`
  const said = `${how}${via === null ? "" : `, ${via}`}${reason}`
  switch (question.status) {
    case "pending":
      return []
    case "accepted":
      return [`${by} ${acceptedVerb(question).toLowerCase()}${isEdited(question) ? " with other arguments than were asked for" : ""}${said}`]
    case "declined":
      return [`${by} declined${said}`]
    case "expired":
      return ["The deadline passed without an answer"]
    case "cancelled":
      return [`${question.resolvedVia === "system" ? "Closed with its run" : `${by} cancelled`}${reason}`]
    case "failed":
      return [`${outcomeWord.failed}${reason}`]
  }
}

/** The dated entries of a receipt, one sentence each; only what is known. */
export const register = (question: Question, run: Pick<Run, "toolCalls"> | null): ReadonlyArray<RegisterEntry> => {
  const tool = askingTool(question)
  const asked: Words =
    tool !== null
      ? [{ mono: tool }, ` asked: “${questionTitle(question)}”`]
      : question.toolPath === null
        ? [`${question.runActor.label} asked: “${questionTitle(question)}”`]
        : [`${question.runActor.label} asked for `, { mono: question.toolPath }]
  const entries: Array<RegisterEntry> = [{ key: "asked", at: question.createdAt, words: asked }]
  for (const [index, vote] of question.votes.entries())
    if (question.votesNeeded > 1)
      entries.push({
        key: `vote-${index}`,
        at: vote.at,
        words: [`${vote.by.label} ${index === 0 && editorOf(question) !== null ? "edited the arguments and agreed" : "agreed"}`]
      })
  if (question.status !== "pending" && question.resolvedAt !== null) entries.push({ key: "decided", at: question.resolvedAt, words: decidedWords(question) })
  if ((question.appliedAt ?? null) !== null) entries.push({ key: "resumed", at: question.appliedAt ?? 0, words: ["The run went on"] })
  const call = question.toolCallId === null ? undefined : run?.toolCalls.find((one) => one.id === question.toolCallId)
  if (question.status === "accepted" && call !== undefined && call.finishedAt !== null) {
    const words: Words =
      call.status === "completed"
        ? [{ mono: call.path }, " answered ", { mono: callOutcome(call) }]
        : [{ mono: call.path }, ` ${call.status === "failed" ? "failed, " : ""}${callOutcome(call)}`]
    entries.push({ key: "call", at: call.finishedAt, words })
  }
  return entries.sort((a, b) => a.at - b.at)
}

/** `one second before you`, for whoever was second. */
export const beforeYou = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  if (seconds < 1) return "less than a second before you"
  if (seconds === 1) return "one second before you"
  if (seconds < 60) return `${seconds} seconds before you`
  return "before you"
}
