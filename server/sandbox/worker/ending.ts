import { JSException } from "quickjs-wasi"
import type { ProgramPosition, SandboxOutcome } from "../code-runner"
import { programFile } from "./prelude"
import { characterColumn, type ProgramText, placeIn } from "./program-text"
import { noImport, type SourceFault } from "./strip-types"

export interface ThrownError {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  readonly declined?: boolean
}

/** `code` is what the VM evaluated, `text` what it was made from: the same, but for erased types. */
export interface EvaluatedProgram {
  readonly text: ProgramText
  readonly code: string
}

const position = new RegExp(`${programFile.replace(".", "\\.")}:(\\d+):(\\d+)`)

/** An error of the program, with the innermost place of its own. */
export const threw = (error: ThrownError, program: EvaluatedProgram): SandboxOutcome => {
  const found = position.exec(error.stack ?? "")
  const line = Number(found?.[1])
  const at = found === null ? importPlace(error, program) : placeIn(program.text, line, characterColumn(program.code, line, Number(found[2])))
  const limit = limitBehind(error, at?.line)
  if (limit !== undefined) return limit
  return {
    _tag: "Threw",
    name: error.name,
    message: error.name === "SyntaxError" ? readableSyntax(error.message) : error.message,
    ...(at === undefined ? {} : { at }),
    ...(error.declined === true ? { declined: true } : {})
  }
}

export const refused = (fault: SourceFault, text: ProgramText): SandboxOutcome => {
  const at = placeIn(text, fault.line, fault.column + 1)
  return { _tag: "Threw", name: "SyntaxError", message: fault.message, ...(at === undefined ? {} : { at }) }
}

export const tooDeep = (line?: number): SandboxOutcome => ({
  _tag: "LimitHit",
  limit: "stack",
  message: line === undefined ? "the program is nested too deeply" : `the program is nested too deeply: the stack ended at line ${line}`
})

/** What left the VM as an exception of the host's; nothing when the program is not to blame. */
export const escaped = (cause: unknown, program: EvaluatedProgram, memoryBytes: number): SandboxOutcome | undefined => {
  // V8's own stack, or a trap at the end of the VM's: its state is unknown.
  if (cause instanceof RangeError || cause instanceof WebAssembly.RuntimeError) return tooDeep()
  if (!(cause instanceof JSException)) return undefined
  const { name, message, stack } = cause
  if (message === "out of memory" || cause.handle.isNull) return outOfMemory(memoryBytes)
  return threw({ name, message, stack }, program)
}

const outOfMemory = (memoryBytes: number): SandboxOutcome => ({
  _tag: "LimitHit",
  limit: "memory",
  message: `the program used more memory than its limit (memoryBytes, ${Math.round(memoryBytes / (1 << 20))} MB)`
})

/** Without the memory for an error QuickJS throws null, and an async function passes it on as its own. */
export const threwNull = (grownToBytes: number, memoryBytes: number): SandboxOutcome =>
  grownToBytes > memoryBytes / 2 ? outOfMemory(memoryBytes) : { _tag: "Threw", name: "Error", message: "null" }

export const outOfTime = (turnMs: number): SandboxOutcome => ({
  _tag: "LimitHit",
  limit: "time",
  message: `the program computed without waiting for longer than its limit (turnMs, ${turnMs} ms)`
})

export const resultTooLarge = (bytes: number, resultBytes: number): SandboxOutcome => ({
  _tag: "LimitHit",
  limit: "result",
  message: `the program's result is ${bytes} bytes, over the limit of ${resultBytes}`
})

/** QuickJS throws some limits as errors that a program may catch; uncaught, they are limits again. */
const limitBehind = (error: ThrownError, line: number | undefined): SandboxOutcome | undefined => {
  if (error.name === "RangeError" && error.message === "Maximum call stack size exceeded") return tooDeep(line)
  if (error.name !== "InternalError" || error.message !== "string too long") return undefined
  return {
    _tag: "LimitHit",
    limit: "memory",
    message: `a string of the program grew beyond what its sandbox can hold${line === undefined ? "" : ` at line ${line}`}`
  }
}

/** The error of `import(…)` comes from the module that is not there, without the program's line; a single one is found by its text. */
const importPlace = (error: ThrownError, program: EvaluatedProgram): ProgramPosition | undefined => {
  if (error.message !== noImport) return undefined
  const [first, ...others] = [...program.code.matchAll(/\bimport\s*\(/g)]
  if (first === undefined || others.length > 0) return undefined
  const before = program.code.slice(0, first.index).split("\n")
  return placeIn(program.text, before.length, (before.at(-1)?.length ?? 0) + 1)
}

const readableSyntax = (message: string): string => (message.endsWith("'@'") ? "decorators are not supported: they are not JavaScript yet" : message)
