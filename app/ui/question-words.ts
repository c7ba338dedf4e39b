import { parseFormSchema } from "@/server/domain/form-schema"
import type { Interaction } from "@/server/domain/interaction"
import type { ShownCall } from "@/server/domain/shown-run"
import type { ToolCall } from "@/server/domain/tool-call"
import { argumentRows } from "./argument-rows"
import { bytesWords } from "./json-nodes"

/** A sentence with parts in mono. */
export type Words = ReadonlyArray<string | { readonly mono: string }>

type Question = Pick<
  Interaction,
  "kind" | "message" | "args" | "toolPath" | "connection" | "line" | "requestedSchema" | "url" | "toolCallId" | "options" | "votes" | "votesNeeded"
>

/** A question that asks about a tool call, not one the program asks itself. */
export const isToolApproval = (question: Pick<Interaction, "kind" | "toolPath">): boolean => question.kind === "approval" && question.toolPath !== null

/** A plain yes or no. What has to be filled in, chosen or opened first is not answered by a single key. */
export const isPlainApproval = (question: Pick<Interaction, "kind" | "options">): boolean => question.kind === "approval" && question.options === null

/**
 * Whether a call that waits for approval has to be confirmed as one that cannot be undone. What is not known is taken for it:
 * questions of older versions do not say what the call does.
 */
export const isDestructive = (question: Pick<Interaction, "kind" | "toolPath" | "options" | "effect">): boolean =>
  isToolApproval(question) && question.options === null && (question.effect === undefined || question.effect === "destructive")

const cannotBeUndone = "It cannot be undone."

/** What is said of the call, in the words of when it was asked about; never without that it cannot be undone. */
export const saidOfCall = (question: Pick<Interaction, "kind" | "toolPath" | "options" | "effect" | "message">): string => {
  const { message, effect } = question
  if (!isDestructive(question) || message.includes(cannotBeUndone)) return message
  return `${message} ${effect === undefined ? "Whether it can be undone is not known." : cannotBeUndone}`
}

/** The tool that asks something itself while it is called; null where the program asks, or the rules ask about a call. */
export const askingTool = (question: Pick<Interaction, "kind" | "toolPath">): string | null => (question.kind === "approval" ? null : question.toolPath)

/** Whether there is anything to show in an argument table. */
export const showsArguments = (question: Pick<Interaction, "kind" | "toolPath" | "args">): boolean => isToolApproval(question) || question.args !== null

/** What the list, the page's title and a receipt call it: the tool's path, or what is asked. */
export const questionTitle = (question: Pick<Interaction, "kind" | "message" | "toolPath">): string =>
  isToolApproval(question) && question.toolPath !== null ? question.toolPath : firstLine(question.message)

const firstLine = (text: string): string => {
  const line = text.trim().split("\n", 1)[0] ?? ""
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}

/** A heading of one line; longer messages are quoted below a neutral one. */
export const isHeading = (message: string): boolean => message.length <= 90 && !message.trim().includes("\n")

/** What a program writes to ask: where no tool was called. */
export const asksWith = (question: Pick<Interaction, "kind">): string => {
  switch (question.kind) {
    case "approval":
      return "human.approve"
    case "form":
      return "human.ask"
    case "url":
      return "human.open"
  }
}

/** The second line of a list entry: what would be sent, or what is asked for. */
export const questionGist = (question: Question): string => {
  switch (question.kind) {
    case "approval": {
      if (question.toolPath === null) return `Asked by the program${atLine(question.line)}`
      const rows = argumentRows(question.args)
      return rows.length === 0
        ? "No arguments"
        : rows
            .slice(0, 4)
            .map((row) => `${row.path}: ${row.text.slice(0, 60)}`)
            .join(", ")
    }
    case "form": {
      const form = parseFormSchema(question.requestedSchema)
      const count = "fields" in form ? form.fields.length : 0
      return `${count === 1 ? "1 field" : `${count} fields`}, asked by ${question.toolPath ?? `the program${atLine(question.line)}`}`
    }
    case "url":
      return `${hostOf(question.url) ?? "A link"}, opens in a new tab`
  }
}

const atLine = (line: number | null): string => (line === null ? "" : ` at line ${line}`)

/** Only addresses of the web are ever opened. */
export const webUrl = (url: string | null): URL | null => {
  if (url === null || !URL.canParse(url)) return null
  const parsed = new URL(url)
  return parsed.protocol === "https:" || parsed.protocol === "http:" ? parsed : null
}

export const hostOf = (url: string | null): string | null => webUrl(url)?.host ?? null

const goesOn = (line: number | null): string => (line === null ? "The run goes on." : `The run goes on at line ${line}.`)
const throws = (line: number | null): Words => [
  line === null ? "The call throws " : `Line ${line} throws `,
  { mono: "ToolDeclinedError" },
  " with your reason; unless the program catches it, the run fails."
]

/** How many more have to agree after this one; who has agreed counts once. */
const othersNeeded = ({ votes, votesNeeded }: Question, hasAgreed: boolean): number => votesNeeded - votes.length - (hasAgreed ? 0 : 1)

const whenCalled = (question: Question, hasAgreed: boolean): string => {
  const others = othersNeeded(question, hasAgreed)
  return others < 1 ? `. ${goesOn(question.line)}` : `, once ${others === 1 ? "another person agrees" : `${others} other people agree`} as well.`
}

/** A tool asks: the answer goes to whoever serves it, not to the program. */
const toTheTool = (kind: "form" | "url", tool: string): { readonly accept: Words; readonly decline: Words } => ({
  accept: [
    kind === "form" ? "Your answers go to whoever serves " : "Whoever serves it is told that you have finished: ",
    { mono: tool },
    ". Its call goes on."
  ],
  decline: ["Whoever serves ", { mono: tool }, " is told that you declined, not why. What becomes of the call is for the tool to say."]
})

/** What happens on each choice, as far as it is known. `hasAgreed`: the reader's own approval is recorded and waits for others. */
export const consequences = (question: Question, hasAgreed = false): { readonly accept: Words; readonly decline: Words } => {
  if (question.options !== null) {
    return {
      accept: [
        { mono: question.toolPath ?? "The call" },
        ` is sent again only if you say so; otherwise the program gets what you say it came to. ${goesOn(question.line)}`
      ],
      decline: [
        question.line === null ? "The call throws a " : `Line ${question.line} throws a `,
        { mono: "ToolError" },
        " with the code ",
        { mono: "uncertain" },
        ". Nothing is sent."
      ]
    }
  }
  switch (question.kind) {
    case "approval":
      return question.toolPath === null
        ? { accept: ["The program gets ", { mono: "true" }, `. ${goesOn(question.line)}`], decline: throws(question.line) }
        : {
            accept: [
              { mono: question.toolPath },
              ` is called with exactly these arguments${question.connection === null ? "" : `, with ${question.connection}`}${whenCalled(question, hasAgreed)}`
            ],
            decline: ["Nothing is sent. ", ...throws(question.line)]
          }
    case "form":
      if (question.toolPath !== null) return toTheTool("form", question.toolPath)
      return { accept: [`Your answers go to the program. ${goesOn(question.line)}`], decline: throws(question.line) }
    case "url":
      if (question.toolPath !== null) return toTheTool("url", question.toolPath)
      return { accept: [`The program is told that you have finished. ${goesOn(question.line)}`], decline: throws(question.line) }
  }
}

/** The calls that came before the question, oldest first; the newest of them when there are many. */
export const earlierCalls = (
  calls: ReadonlyArray<ToolCall>,
  question: Pick<Interaction, "toolCallId" | "createdAt">,
  most = 8
): { readonly shown: ReadonlyArray<ToolCall>; readonly left: number } => {
  const before = calls.filter((call) => call.id !== question.toolCallId && call.startedAt <= question.createdAt)
  return { shown: before.slice(-most), left: Math.max(0, before.length - most) }
}

/** A few words about what a call came to. Its text is a tool's: to be shown as such. */
export const callOutcome = (call: ShownCall): string => {
  switch (call.status) {
    case "waiting":
      return "waits for a person"
    case "running":
      return "running"
    case "cancelled":
      return "cancelled"
    case "uncertain":
      return "outcome unknown"
    case "failed":
      return call.error === null ? "failed" : `${call.error.code}: ${call.error.message}`
    case "completed":
      // What was left out is not "no result".
      if (call.omitted?.result !== undefined) return call.omitted.result === null ? "a large result" : bytesWords(call.omitted.result)
      return summaryOf(call.result)
  }
}

const summaryOf = (value: unknown): string => {
  if (value === null || value === undefined) return "no result"
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`
  if (typeof value === "string") return value.length > 120 ? `${value.slice(0, 119)}…` : value
  if (typeof value !== "object") return String(value)
  const rows = argumentRows(value)
  return rows.length === 0
    ? "{}"
    : rows
        .slice(0, 3)
        .map((row) => `${row.path}: ${row.text.slice(0, 40)}`)
        .join(", ")
}

/** Soon: less than a tenth of the time is left, or five minutes. */
export const expiresSoon = (
  { createdAt, expiresAt, waitsFrom = createdAt }: Pick<Interaction, "createdAt" | "expiresAt" | "waitsFrom">,
  now: number
): boolean => expiresAt !== null && (expiresAt - now <= 300_000 || expiresAt - now <= (expiresAt - waitsFrom) / 10)
