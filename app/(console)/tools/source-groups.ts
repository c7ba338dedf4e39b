import type { Source, ToolItem } from "./tools-parts"

/* Where tools come from, as far as it is known. Pure. Null stands for what could not be read, which is not the same as none. */

type Sources = ReadonlyArray<Source> | null
type Tools = ReadonlyArray<Pick<ToolItem, "source">> | null

/** Whether a source of that name may be there; what cannot be read is not held against a name. */
export const sourceAmong =
  (sources: Sources, all: Tools) =>
  (name: string): boolean =>
    sources === null || all === null || sources.some((one) => one.name === name) || all.some(({ source }) => source === name)

export interface SourceGroups {
  /** The team's own. */
  readonly own: Sources
  /** Names of those that are built in; while the team's own are not known, of all that have tools. */
  readonly others: ReadonlyArray<string> | null
  readonly counts: ReadonlyMap<string, number>
}

export const sourceGroups = (own: Sources, all: Tools): SourceGroups => {
  const counts = new Map<string, number>()
  for (const { source } of all ?? []) counts.set(source, (counts.get(source) ?? 0) + 1)
  const names = new Set(own?.map(({ name }) => name))
  return { own, others: all === null ? null : [...counts.keys()].filter((name) => !names.has(name)), counts }
}
