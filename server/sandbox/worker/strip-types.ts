import * as swc from "@swc/wasm-typescript"

/** Where and why a source is not a program. `line` from 1, `column` from 0, both of the text that was given. */
export interface SourceFault {
  readonly message: string
  readonly line: number
  readonly column: number
}

export type Stripped =
  | { readonly _tag: "Stripped"; readonly code: string }
  | { readonly _tag: "Refused"; readonly fault: SourceFault }
  | { readonly _tag: "TooDeep" }

/**
 * Erases types and keeps every other character where it is. One of it per thread.
 * The parser is a WebAssembly program of its own without a bound on recursion: deeply nested source traps it, and a
 * trapped instance refuses everything after. Its first state is kept and put back then (2.5 MB, measured: works on).
 */
export class TypeStripper {
  private readonly first: Uint8Array
  private readonly stackAt: number
  /** How many programs it has stripped. */
  used = 0

  constructor() {
    swc.transformSync("const warm: number = 1", options)
    const { memory, moveStack } = internals()
    this.first = new Uint8Array(memory.buffer).slice()
    this.stackAt = moveStack(0)
  }

  /** What the parser has taken; it never gives any of it back. */
  get memoryBytes(): number {
    return internals().memory.buffer.byteLength
  }

  strip(source: string): Stripped {
    this.used++
    try {
      return { _tag: "Stripped", code: swc.transformSync(source, options).code }
    } catch (thrown) {
      const fault = faultOf(thrown)
      if (fault !== undefined) return { _tag: "Refused", fault: this.exact(source, fault) }
      this.restore()
      return { _tag: "TooDeep" }
    }
  }

  /** The parser's columns are exact for ASCII only, so the place is looked for in a text of the same shape. */
  private exact(source: string, fault: SourceFault): SourceFault {
    const plain = source.replaceAll(/[^\0-\x7f]/g, (character) => (/\s/.test(character) ? " ".repeat(character.length) : "x"))
    if (plain === source) return fault
    try {
      swc.transformSync(plain, options)
    } catch (thrown) {
      const again = faultOf(thrown)
      if (again !== undefined) return again.message === fault.message ? again : fault
      this.restore()
    }
    return fault
  }

  private restore(): void {
    const { memory, moveStack } = internals()
    const bytes = new Uint8Array(memory.buffer)
    bytes.set(this.first)
    bytes.fill(0, this.first.length)
    moveStack(this.stackAt - moveStack(0))
  }
}

const options = { mode: "strip-only", module: false, filename: "program.ts", sourceMap: false } as const

/** The package exports its instance without declaring it. */
const internals = (): { readonly memory: WebAssembly.Memory; readonly moveStack: (by: number) => number } => {
  const instance: unknown = Reflect.get(swc, "__wasm") ?? Reflect.get(Reflect.get(swc, "default") ?? {}, "__wasm")
  if (typeof instance === "object" && instance !== null) {
    const memory: unknown = Reflect.get(instance, "memory")
    const move: unknown = Reflect.get(instance, "__wbindgen_add_to_stack_pointer")
    if (memory instanceof WebAssembly.Memory && typeof move === "function") return { memory, moveStack: (by) => Number(move(by)) }
  }
  throw new Error("@swc/wasm-typescript: no instance to restore; another version?")
}

const faultOf = (thrown: unknown): SourceFault | undefined => {
  if (typeof thrown !== "object" || thrown === null || !("message" in thrown) || !("startLine" in thrown) || !("startColumn" in thrown)) return undefined
  return {
    message: plainWords(String(thrown.message), "snippet" in thrown ? String(thrown.snippet) : ""),
    line: Number(thrown.startLine),
    column: Number(thrown.startColumn)
  }
}

export const noImport =
  "a program cannot import: call tools as tools.<source>.<name>(args); URL, TextEncoder, structuredClone, crypto.randomUUID and setTimeout are there without it"
export const noExport = "a program exports nothing: return its result"

/** The parser's sentence, where it speaks of its own options rather than of the program. */
const plainWords = (message: string, snippet: string): string => {
  if (message.includes("cannot be used outside of module code")) return /\bimport\b/.test(snippet) && !/\bexport\b/.test(snippet) ? noImport : noExport
  return message.replace(/ is not supported in (?:strip-only|type strip) mode\.?/, " is not supported: types are erased, not compiled.").replace(/\.$/, "")
}
