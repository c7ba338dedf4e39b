import type { RunStep } from "../../server/engine/run-store"

/** What a step records, in the words of the points at which a process is stopped. */
const kinds = ["begin", "call", "ask", "apply", "settle", "end"] as const
type Kind = (typeof kinds)[number]

export type Label = `${Kind | "decide"}:${"before" | "after"}` | "dispatch" | "answered"

/** Every point: before and after each kind of commit, before a call goes out, and between its answer and the record of it. */
export const labels: ReadonlyArray<Label> = [
  ...kinds.flatMap((kind): ReadonlyArray<Label> => [`${kind}:before`, `${kind}:after`]),
  "decide:before",
  "decide:after",
  "dispatch",
  "answered"
]

export const labelsOf = ({ writes }: RunStep): ReadonlyArray<Kind> => {
  const found = new Set<Kind>()
  for (const write of writes) {
    if (write._tag === "BeginRun") found.add("begin")
    if (write._tag === "AppendJournal" && write.entry._tag === "Call") found.add("call")
    if (write._tag === "AppendJournal" && write.entry._tag === "Settle") found.add("settle")
    if (write._tag === "OpenInteraction") found.add("ask")
    if (write._tag === "ApplyDecision") found.add("apply")
    if (write._tag === "EndRun") found.add("end")
  }
  return kinds.filter((kind) => found.has(kind))
}
