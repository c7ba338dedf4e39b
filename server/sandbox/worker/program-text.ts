import type { ProgramPosition } from "../code-runner"

/** Text that was put into a line of the program, before its column (from 1) `before`. */
export interface Insert {
  readonly line: number
  readonly before: number
  readonly length: number
}

/** A program as it is evaluated: an async function, its lines where they were. Inserts are in order of their place. */
export interface ProgramText {
  readonly code: string
  readonly inserts: ReadonlyArray<Insert>
}

const opening = "(async () => {"
const closing = "\n})"
const declaring = "async function p() {"

/** On the first line, so that lines keep their numbers; the closing one stands alone, since the last line may be a comment. */
export const wrapped = (body: string, inserts: ReadonlyArray<Insert> = []): ProgramText => ({
  code: `${opening}${body}${closing}`,
  inserts: [{ line: 1, before: 1, length: opening.length }, ...inserts]
})

/**
 * The same body as a declaration. A program whose brackets close the function and open another one, as in
 * `})(); other(); (async () => {`, parses as one of the two at most: what follows the arrow function must go on with its
 * expression, by `,` or `)`, and what follows the declaration must begin a statement, which neither does.
 */
export const declared = ({ code }: ProgramText): string => `${declaring}${code.slice(opening.length, -closing.length)}\n}`

/** The column (from 0) in the function of a column in its declaration. */
export const columnOfDeclared = (line: number, column: number): number =>
  line === 1 ? Math.max(opening.length, column - (declaring.length - opening.length)) : column

/**
 * The place in the submitted program that belongs to a line (from 1) and a column (from 1, in characters) of the text.
 * None for a place in what was put in: it means that the VM knows no better than the function's own beginning.
 */
export const placeIn = (text: ProgramText, line: number, column: number): ProgramPosition | undefined => {
  let added = 0
  for (const insert of text.inserts) {
    const from = insert.before + added
    if (insert.line !== line || column < from) continue
    if (column < from + insert.length) return undefined
    added += insert.length
  }
  return { line, column: column - added }
}

/** QuickJS counts columns in bytes of UTF-8. */
export const characterColumn = (code: string, line: number, byteColumn: number): number => {
  const text = lineAt(code, line)
  let bytes = 1
  let characters = 1
  for (const character of text) {
    if (bytes >= byteColumn) break
    bytes += Buffer.byteLength(character)
    characters += character.length
  }
  return characters
}

const lineAt = (code: string, line: number): string => {
  let start = 0
  for (let n = 1; n < line; n++) {
    const end = code.indexOf("\n", start)
    if (end < 0) return ""
    start = end + 1
  }
  const end = code.indexOf("\n", start)
  return code.slice(start, end < 0 ? undefined : end)
}
