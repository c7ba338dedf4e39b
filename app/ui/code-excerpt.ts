import { type CodeLine, tokenizeCode } from "./code-tokens"

export interface Excerpt {
  /** Line numbers from 1, both included. */
  readonly from: number
  readonly to: number
}

/** How far a statement may reach before the rest is left to the run's page. */
const mostLines = 14
const linesBefore = 3

const depthChange = (line: CodeLine): number =>
  line.reduce(
    (depth, token) => (token.kind === "plain" ? depth + (token.text.match(/[([{]/g)?.length ?? 0) - (token.text.match(/[)\]}]/g)?.length ?? 0) : depth),
    0
  )

const isBlank = (line: CodeLine | undefined): boolean => (line ?? []).every((token) => token.text.trim() === "")

/** A few lines before a call, and the call to the end of its statement. */
export const excerptAround = (code: string, line: number): Excerpt => {
  const lines = tokenizeCode(code)
  const call = Math.min(Math.max(line, 1), lines.length)
  let from = Math.max(1, call - linesBefore)
  while (from < call && isBlank(lines[from - 1])) from += 1
  let to = call
  let depth = depthChange(lines[call - 1] ?? [])
  while (depth > 0 && to < lines.length && to - from + 1 < mostLines) {
    depth += depthChange(lines[to] ?? [])
    to += 1
  }
  return { from, to }
}
