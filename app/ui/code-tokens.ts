/**
 * A small tokenizer for TypeScript and JavaScript: what a reader of a program needs to see, in the looks of the design.
 * It never fails: text that is no program comes back as plain text. Runs on the server and in the browser alike.
 */
export type CodeTokenKind = "plain" | "keyword" | "string" | "number" | "tool" | "comment"

export interface CodeToken {
  readonly kind: CodeTokenKind
  readonly text: string
}

export type CodeLine = ReadonlyArray<CodeToken>

const keywords = new Set(
  (
    "abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for from function get if " +
    "implements import in instanceof interface is keyof let namespace new of private protected public readonly return satisfies set static super switch this " +
    "throw try type typeof var void while with yield"
  ).split(" ")
)
/** Words that are keywords only where a statement can hold them, so that `ticket.type` and `{ from: 1 }` stay plain. */
const contextual = new Set("abstract as async declare from get is namespace of private protected public readonly satisfies set static type".split(" "))
const constants = new Set(["true", "false", "null", "undefined", "NaN", "Infinity"])
/** After these words a slash starts a regular expression, not a division. */
const beforeExpression = new Set("await case delete do else in instanceof new of return throw typeof void yield".split(" "))

const word = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy
const numeral = /0[xX][\da-fA-F_]+n?|0[bB][01_]+n?|0[oO][0-7_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?n?/y
const toolPath = /(?:tools|human)(?:\s*\??\.\s*[\p{ID_Start}$_][\p{ID_Continue}$]*)+/uy
const regexLiteral = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/uy
const quoted = /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/y
const space = /\s+/y

const matchAt = (pattern: RegExp, code: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(code)?.[0]
}

/** The end of the template literal that starts at `at`, its `${…}` parts included. */
const templateEnd = (code: string, at: number): number => {
  let index = at + 1
  while (index < code.length) {
    const character = code[index]
    if (character === "\\") index += 2
    else if (character === "`") return index + 1
    else if (character === "$" && code[index + 1] === "{") index = substitutionEnd(code, index + 2)
    else index += 1
  }
  return code.length
}

const substitutionEnd = (code: string, at: number): number => {
  let depth = 1
  let index = at
  while (index < code.length) {
    const character = code[index]
    if (character === "`") {
      index = templateEnd(code, index)
      continue
    }
    if (character === '"' || character === "'") {
      index += matchAt(quoted, code, index)?.length ?? 1
      continue
    }
    if (character === "{") depth += 1
    if (character === "}") depth -= 1
    index += 1
    if (depth === 0) return index
  }
  return code.length
}

const commentEnd = (code: string, at: number): number | undefined => {
  if (code.startsWith("//", at)) {
    const end = code.indexOf("\n", at)
    return end < 0 ? code.length : end
  }
  if (code.startsWith("/*", at)) {
    const end = code.indexOf("*/", at + 2)
    return end < 0 ? code.length : end + 2
  }
  return undefined
}

/** What stood before, as far as it decides what a word or a slash means. */
interface Before {
  /** The last token was a value, so a slash divides. */
  readonly value: boolean
  /** The last sign was a dot, so a word is a member's name. */
  readonly member: boolean
  /** The last sign was a comma or an opening brace, so a word before a colon is a key. */
  readonly key: boolean
}

const wordKind = (text: string, code: string, end: number, before: Before): CodeTokenKind => {
  if (before.member) return "plain"
  if (constants.has(text)) return "number"
  if (!keywords.has(text)) return "plain"
  // A name of an object's key, or a value that merely shares the word.
  if (/^\s*\??:(?!:)/.test(code.slice(end, end + 40)) && (before.key || (text !== "default" && text !== "case"))) return "plain"
  if (contextual.has(text) && /^\s*[=.,;)\]}(]/.test(code.slice(end, end + 40)) && !/^(async|from)$/.test(text)) return "plain"
  return "keyword"
}

const tokensOf = (code: string): Array<CodeToken> => {
  const tokens: Array<CodeToken> = []
  let before: Before = { value: false, member: false, key: false }
  let index = 0
  const push = (kind: CodeTokenKind, text: string, next: Before): void => {
    const last = tokens.at(-1)
    if (last !== undefined && last.kind === kind) tokens[tokens.length - 1] = { kind, text: last.text + text }
    else tokens.push({ kind, text })
    index += text.length
    before = next
  }
  const value: Before = { value: true, member: false, key: false }
  while (index < code.length) {
    const blank = matchAt(space, code, index)
    if (blank !== undefined) {
      push("plain", blank, before)
      continue
    }
    const character = code[index] ?? ""
    const comment = commentEnd(code, index)
    if (comment !== undefined) {
      push("comment", code.slice(index, comment), before)
      continue
    }
    if (character === "`") {
      push("string", code.slice(index, templateEnd(code, index)), value)
      continue
    }
    const text = matchAt(quoted, code, index)
    if (text !== undefined) {
      push("string", text, value)
      continue
    }
    const tool = before.member ? undefined : matchAt(toolPath, code, index)
    if (tool !== undefined) {
      push("tool", tool, value)
      continue
    }
    const name = matchAt(word, code, index)
    if (name !== undefined) {
      push(wordKind(name, code, index + name.length, before), name, { value: before.member || !beforeExpression.has(name), member: false, key: false })
      continue
    }
    const number = /[\d.]/.test(character) ? matchAt(numeral, code, index) : undefined
    if (number !== undefined && number !== "") {
      push("number", number, value)
      continue
    }
    const regex = character === "/" && !before.value ? matchAt(regexLiteral, code, index) : undefined
    if (regex !== undefined) {
      push("string", regex, value)
      continue
    }
    push("plain", character, {
      value: character === ")" || character === "]" || character === "}",
      member: character === "." && !code.startsWith("...", index) && code[index - 1] !== ".",
      key: character === "," || character === "{"
    })
  }
  return tokens
}

/** The tokens of each line; there is always at least one line, and the texts of a line add up to that line. */
export const tokenizeCode = (code: string): ReadonlyArray<CodeLine> => {
  const lines: Array<Array<CodeToken>> = [[]]
  for (const token of tokensOf(code.replace(/\r\n?/g, "\n"))) {
    token.text.split("\n").forEach((text, part) => {
      if (part > 0) lines.push([])
      if (text !== "") lines.at(-1)?.push({ kind: token.kind, text })
    })
  }
  return lines
}

/** The class names that give a token its colour in both themes. */
export const codeTokenClass: Record<CodeTokenKind, string> = {
  plain: "",
  keyword: "text-code-keyword",
  string: "text-code-string",
  number: "text-code-number",
  tool: "text-code-tool font-[550]",
  comment: "text-code-comment"
}
