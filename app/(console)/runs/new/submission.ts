import type { Schema } from "effect"
import type { RunId } from "@/server/domain/ids"
import { readJson } from "@/server/domain/json-input"
import type { Run } from "@/server/domain/run"

/** The arguments field: nothing, JSON, or what is wrong with it. */
export const parseArgs = (text: string): { readonly args: Schema.Json } | { readonly none: true } | { readonly message: string } => {
  if (text.trim() === "") return { none: true }
  const read = readJson(text)
  return "value" in read ? { args: read.value } : { message: read.fault }
}

/** A run that is to run again, as the editor takes it over. */
export interface Again {
  readonly id: RunId
  readonly title: string
  readonly code: string
  /** JSON text; null when what is shown of the arguments is not what they are, so that the first run's own are used. */
  readonly args: string | null
  readonly timeoutMs: number
}

/** What stands where a secret was; see the redaction. */
const hidden = "[redacted]"

export const againOf = (run: Pick<Run, "id" | "title" | "code" | "args" | "timeoutMs">): Again => {
  const args = run.args === null ? "" : JSON.stringify(run.args, null, 2)
  return { id: run.id, title: run.title, code: run.code, args: args.includes(hidden) ? null : args, timeoutMs: run.timeoutMs }
}
