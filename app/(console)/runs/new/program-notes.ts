import { tokenizeCode } from "@/app/ui/code-tokens"

export type Policy = "allow" | "require_approval" | "block"

/** What will happen at a line, as far as the text says. */
export type ProgramNote = "asks-first" | "asks-person" | "blocked"

export interface ProgramNotes {
  readonly notes: ReadonlyMap<number, ProgramNote>
  /** How many different tools are named; what asks a person is none. */
  readonly tools: number
  /** At how many places a person is asked; a loop may come by more than once. */
  readonly stops: number
}

/** How a program writes the call of a tool: the paths of `tools.*` and `human.*` are written as they are. */
export const calledAs = (path: string): string => (/^(tools|human)\./.test(path) ? path : `tools.${path}`)

const rank: Record<ProgramNote, number> = { "asks-person": 0, "asks-first": 1, blocked: 2 }

const noteOf = (written: string, policies: ReadonlyMap<string, Policy>): ProgramNote | null => {
  const name = written.replace(/\s|\?/g, "").replace(/^tools\.human\./, "human.")
  if (/^human\.(approve|ask|open)$/.test(name)) return "asks-person"
  switch (policies.get(name)) {
    case "require_approval":
      return "asks-first"
    case "block":
      return "blocked"
    case "allow":
    case undefined:
      return null
  }
}

/** Reads a program's text; `policies` are by the way a program writes each tool. */
export const programNotes = (code: string, policies: ReadonlyMap<string, Policy>): ProgramNotes => {
  const notes = new Map<number, ProgramNote>()
  const named = new Set<string>()
  let stops = 0
  for (const [index, line] of tokenizeCode(code).entries()) {
    for (const token of line) {
      if (token.kind !== "tool") continue
      const note = noteOf(token.text, policies)
      if (note !== "asks-person") named.add(token.text.replace(/\s|\?/g, ""))
      if (note === null) continue
      if (note !== "blocked") stops += 1
      const before = notes.get(index + 1)
      if (before === undefined || rank[note] > rank[before]) notes.set(index + 1, note)
    }
  }
  return { notes, tools: named.size, stops }
}
