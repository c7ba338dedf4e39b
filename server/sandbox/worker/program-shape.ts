import { type ProgramText, wrapped } from "./program-text"

/** Whether a text is a program by itself; the parser decides, never a pattern. */
export type Parses = (text: string) => boolean

/**
 * The submitted source as the program it means. What models submit is often not a body of statements: it stands in a
 * Markdown fence among prose, or is one function that nobody calls. Every line keeps its number.
 * A source that is a body of statements is left alone.
 */
export const shapedProgram = (source: string, parses: Parses): ProgramText => {
  const runs = (body: string): boolean => parses(wrapped(body).code)
  const code = withoutFence(source, runs)
  return singleFunction(code, runs) ?? defaultExport(code, runs) ?? uncalledFunction(code, runs)
}

const fence = /^[ \t]*(?:```|~~~)[^\n`]*$/gm

/** Prose around one fence becomes empty lines. A program may hold a fence in a string, so a source that parses has none. */
const withoutFence = (source: string, runs: Parses): string => {
  const [opening, closing, ...more] = [...source.matchAll(fence)]
  if (opening === undefined || more.length > 0) return source
  // "```ts … ```" alone is a program of three template strings to the parser.
  if (source.slice(0, opening.index).trim() !== "" && runs(source)) return source
  const from = opening.index + opening[0].length
  const to = closing?.index ?? source.length
  return emptyLines(source.slice(0, from)) + source.slice(from, to) + emptyLines(source.slice(to))
}

const emptyLines = (text: string): string => text.replaceAll(/[^\n]/g, "")

const arrowStart = /^(?:async\b|\(|[A-Za-z_$][\w$]*\s*=>)/
const namedFunction = /^(async\s+)?function\s*([A-Za-z_$][\w$]*)?\s*(?=[<(])/
const calledAtOnce = /^\(\s*(?:async\b|function\b|\().*\)$/s

/** `async () => { … }`, `function main() { … }`, or one that calls itself. */
const singleFunction = (code: string, runs: Parses): ProgramText | undefined => {
  const start = leadingTrivia(code)
  const tail = withoutLastSemicolon(code.slice(start))
  const isOne = isFunction(tail, runs) || (calledAtOnce.test(tail.trim()) && runs(`return (${tail}\n)`))
  return isOne ? invoked(code.slice(0, start), "", tail) : undefined
}

/**
 * One function and nothing else. As a method it takes no call after it, and an arrow function is no operand: that tells
 * `function f() {} (g)()` and `(a).b` from it.
 */
const isFunction = (tail: string, runs: Parses): boolean => {
  const named = namedFunction.exec(tail)
  if (named !== null) return runs(`return ({ ${named[1] ?? ""}${named[2] ?? "f"}${tail.slice(named[0].length)}\n})`)
  return arrowStart.test(tail) && runs(`return (${tail}\n)`) && !runs(`return (void ${tail}\n)`)
}

const exportDefault = /^([ \t]*)export[ \t]+default\b/gm

const defaultExport = (code: string, runs: Parses): ProgramText | undefined => {
  const [found, ...more] = [...code.matchAll(exportDefault)]
  if (found === undefined || more.length > 0) return undefined
  const at = found.index + (found[1]?.length ?? 0)
  const tail = code.slice(found.index + found[0].length)
  const head = withoutExports(code.slice(0, at), runs)
  return runs(head) && runs(`return (${withoutLastSemicolon(tail)}\n)`)
    ? invoked(head, found[0].slice(found[1]?.length ?? 0), withoutLastSemicolon(tail))
    : undefined
}

/** Other exports are declarations all the same. */
const withoutExports = (code: string, runs: Parses): string => {
  if (!/^export\b/m.test(code) || runs(code)) return code
  return code.replaceAll(/^export(?=[ \t]+(?:async|function|const|let|class|type|interface|abstract|declare)\b)/gm, "      ")
}

const declarations = /^(export[ \t]+)?(?:(?:async[ \t]+)?function[ \t]*([A-Za-z_$][\w$]*)|(?:const|let)[ \t]+([A-Za-z_$][\w$]*)[^\n=]*=)/gm

/** A function that is declared last and that nothing before it names is what the program is about. */
const uncalledFunction = (source: string, runs: Parses): ProgramText => {
  const code = withoutExports(source, runs)
  const last = [...source.matchAll(declarations)].at(-1)
  const name = last?.[2] ?? last?.[3]
  if (last === undefined || name === undefined) return wrapped(code)
  const start = last.index + (last[1]?.length ?? 0)
  const head = code.slice(0, start)
  const value = last[2] === undefined ? code.slice(last.index + last[0].length).trimStart() : code.slice(start)
  const isLast = isFunction(withoutLastSemicolon(value), runs) && runs(head)
  return isLast && !names(head, name) ? wrapped(`${code}\n;return ${name}(args)`) : wrapped(code)
}

/** Lines of comments may speak of it. */
const names = (code: string, name: string): boolean =>
  code.split("\n").some((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(line))

/** `head`, then `return` of what the expression gives: a function is called with the program's arguments. */
const invoked = (head: string, replaced: string, tail: string): ProgramText => {
  const before = "return (async (f) => typeof f === 'function' ? f(args) : f)("
  const lines = head.split("\n")
  const column = (lines.at(-1)?.length ?? 0) + 1
  return wrapped(`${head}${before}${tail}\n)`, [{ line: lines.length, before: column, length: before.length - replaced.length }])
}

/** How long the white space and comments at the beginning are. */
const leadingTrivia = (code: string): number => /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(code)?.[0].length ?? 0

const withoutLastSemicolon = (code: string): string => code.replace(/;(\s*)$/, " $1")
