import type { CodeLine, CodeToken } from "./code-tokens"

/** A line is drawn up to here. A hundred thousand characters in one line kept a browser busy for many seconds (measured). */
const mostCharacters = 2_000

/** The beginning of a very long line, and how much of it is left out; the whole text is under Raw. */
export const shownLine = (line: CodeLine): CodeLine => {
  let left = mostCharacters
  const shown: Array<CodeToken> = []
  for (const token of line) {
    if (token.text.length > left) {
      const rest = line.reduce((sum, { text }) => sum + text.length, 0) - mostCharacters
      if (left > 0) shown.push({ ...token, text: token.text.slice(0, left) })
      shown.push({ kind: "comment", text: ` … ${rest.toLocaleString("en")} more characters` })
      return shown
    }
    left -= token.text.length
    shown.push(token)
  }
  return line
}
