import type { Call } from "../../journal/entry"
import { isQuestion } from "./meter"

/** Log lines about the calls that are still in flight when the program's own promise settles. */
export const forgotten = (open: Iterable<Call>): ReadonlyArray<string> => {
  const calls = [...open].filter(isQuestion)
  const lines = calls.slice(0, most).map((call) => {
    const where = call.line === null ? "" : ` of line ${call.line}`
    return `the call to ${call.path}${where} was still in flight when the program ended, and is cancelled: is an await missing?`
  })
  return calls.length > most ? [...lines, `and ${calls.length - most} more calls were still in flight`] : lines
}

const most = 10
