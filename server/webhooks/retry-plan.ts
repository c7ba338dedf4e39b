/** The first try and nine more, over about a day. */
export const mostAttempts = 10
/** Somebody waits for the answer of a test. */
const mostTests = 1

const firstDelayMs = 5_000
const factor = 4
const longestDelayMs = 8 * 3_600_000

/** What came of one try. `status`: of the answer; null without one. */
export interface Tried {
  readonly isTest: boolean
  /** With this one. */
  readonly attempts: number
  readonly status: number | null
  /** What the receiver asked for. */
  readonly retryAfterMs: number | null
}

export type NextStep =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Again"; readonly afterMs: number }
  | { readonly _tag: "GiveUp" }
  | { readonly _tag: "Gone" }

/** What follows. `chance`, from 0 to 1, spreads the tries of many messages that failed together. */
export const nextStep = ({ isTest, attempts, status, retryAfterMs }: Tried, chance: number): NextStep => {
  if (status !== null && status >= 200 && status < 300) return { _tag: "Delivered" }
  if (status === 410) return { _tag: "Gone" }
  if (attempts >= (isTest ? mostTests : mostAttempts)) return { _tag: "GiveUp" }
  const delayMs = Math.min(longestDelayMs, firstDelayMs * factor ** (attempts - 1)) * (0.8 + 0.4 * chance)
  return { _tag: "Again", afterMs: Math.round(Math.max(delayMs, Math.min(longestDelayMs, retryAfterMs ?? 0))) }
}
