import type { RouterOutputs } from "@/server/trpc/router"

export type RuleItem = RouterOutputs["rules"]["list"]["items"][number]
export type TriedVerdict = RouterOutputs["rules"]["tryCall"]
/** `calls`: as many as are shown; `total`: as many as were looked at. */
export type RulePreview = RouterOutputs["rules"]["preview"] & { readonly total: number }
export type Matches = RouterOutputs["rules"]["matches"][number]

/** What is said of the calls that a rule has decided. */
export interface RecentCalls {
  readonly words: string
  readonly last: Matches["last"]
}

/** Undefined: the calls could not be read, which is not the same as none. */
export const recentWords = (matches: ReadonlyArray<Matches> | undefined, ruleId: string): RecentCalls => {
  if (matches === undefined) return { words: "calls could not be read", last: [] }
  const { count, last } = matches.find(({ id }) => id === ruleId) ?? { count: 0, last: [] }
  return { words: `${count === 0 ? "no call" : count === 1 ? "1 call" : `${count} calls`} in 30 days`, last }
}

/** What a question to the server came to. */
export type Outcome<A> = { readonly value: A } | { readonly fault: string }

/** A rule as the address has it: all that was typed, when it was tried out. Without a pattern it is none. */
export interface RuleDraft {
  readonly pattern: string
  readonly effect: string
  /** JSON text. */
  readonly when: string
  readonly endsOn: string
  readonly expiresAfter: string
  readonly expiresUnit: string
  readonly selfApproval: string
  readonly fourEyes: boolean
  readonly requesterMayConfirm: boolean
  /** Of the rule as it was when somebody began to change it. */
  readonly revision: string
}

export const effectWords = { allow: "Allow", require_approval: "Ask", block: "Block" } as const

type Test = Readonly<Record<string, unknown>> & { readonly pointer?: unknown }
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value)
const words = (value: unknown): string => JSON.stringify(value) ?? "?"
const signs: Readonly<Record<string, string>> = { equals: "=", in: "in", glob: "like", less: "<", atMost: "≤", greater: ">", atLeast: "≥" }

/** Which names an object may have, and no others. */
const onlyWords = (name: string, only: unknown): string => {
  const names = Array.isArray(only) ? only.map(String) : ["?"]
  if (names.length === 0) return name === "" ? "no arguments" : `${name} is empty`
  return name === "" ? `no arguments but ${names.join(", ")}` : `nothing in ${name} but ${names.join(", ")}`
}

const testWords = (test: Test): string => {
  const name = typeof test.pointer === "string" ? test.pointer.slice(1).replaceAll("/", ".") : "?"
  return Object.entries(test)
    .filter(([key]) => key !== "pointer")
    .map(([key, value]) => (key === "only" ? onlyWords(name, value) : `${name === "" ? "arguments" : name} ${signs[key] ?? key} ${words(value)}`))
    .join(" and ")
}

/** The conditions of a rule, one line each. */
export const conditionWords = (when: unknown): ReadonlyArray<string> => {
  if (!isRecord(when)) return []
  const { args, actor, trigger } = when
  const list = (values: unknown): string => (Array.isArray(values) ? values.join(" or ") : words(values))
  return [
    ...(Array.isArray(args) ? args.filter(isRecord).map(testWords) : []),
    ...(isRecord(actor) && actor["kind"] !== undefined ? [`asked by: ${list(actor["kind"])}`] : []),
    ...(isRecord(actor) && actor["id"] !== undefined ? [`asked by id: ${list(actor["id"])}`] : []),
    ...(trigger === undefined ? [] : [`started through: ${list(trigger)}`])
  ]
}

/** Milliseconds as the form's number and unit. */
export const waitingTime = (ms: number | null | undefined): { readonly amount: string; readonly unit: string } => {
  if (ms === null) return { amount: "", unit: "never" }
  if (ms === undefined) return { amount: "", unit: "hours" }
  if (ms % 86_400_000 === 0) return { amount: String(ms / 86_400_000), unit: "days" }
  if (ms % 3_600_000 === 0) return { amount: String(ms / 3_600_000), unit: "hours" }
  return { amount: String(Math.round((ms / 60_000) * 1000) / 1000), unit: "minutes" }
}

/** What else a rule says, in a few words each. */
export const termWords = (rule: RuleItem): ReadonlyArray<string> => {
  const { amount, unit } = waitingTime(rule.interactionExpiresAfterMs)
  return [
    ...(rule.fourEyes ? ["two people"] : []),
    ...(rule.effect === "require_approval" && !rule.selfApproval && !rule.fourEyes ? ["not by who submitted it"] : []),
    ...(rule.fourEyes && rule.selfApproval ? ["self-approval counts"] : []),
    ...(rule.requesterMayConfirm ? ["agent may confirm"] : []),
    ...(rule.effect === "require_approval" && rule.interactionExpiresAfterMs !== undefined
      ? [unit === "never" ? "waits without limit" : `waits ${amount} ${amount === "1" ? unit.slice(0, -1) : unit}`]
      : [])
  ]
}

export const verdictWords = ({ verdict, rule, why, votesNeeded }: TriedVerdict): { readonly bold: string; readonly rest: string } => {
  if (verdict === "refused") return { bold: "Refused before anybody is asked:", rest: why }
  const bold = verdict === "allow" ? "Allowed" : verdict === "block" ? "Blocked" : votesNeeded > 1 ? `Asks ${votesNeeded} people` : "Asks a person"
  return { bold, rest: [rule === null ? "" : `by the rule ${rule.pattern}`, why].filter((part) => part !== "").join(". ") }
}
