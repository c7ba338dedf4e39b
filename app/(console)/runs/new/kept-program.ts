/* What is kept of programs that are being written, in this tab alone. Pure but for the shelf it is given. */

export interface Program {
  readonly code: string
  readonly args: string
}

/** With the template that it began from; null: from none that the address names. */
export interface KeptProgram extends Program {
  readonly template: string | null
}

/** The text last typed, and the one before it that a template was chosen over. */
export interface Kept {
  readonly current: KeptProgram | null
  readonly former: KeptProgram | null
}

/** `sessionStorage`, or what stands for it in a test. */
export interface Shelf {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
}

export const nothingKept: Kept = { current: null, former: null }

export const isSameProgram = (one: Program, other: Program): boolean => one.code === other.code && one.args === other.args

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const programIn = (text: string | null): KeptProgram | null => {
  const value: unknown = JSON.parse(text ?? "null")
  if (!isRecord(value) || typeof value["code"] !== "string" || typeof value["args"] !== "string") return null
  return { code: value["code"], args: value["args"], template: typeof value["template"] === "string" ? value["template"] : null }
}

const keyOf = (place: string): string => `signalbox:program:${place}`
const formerKeyOf = (place: string): string => `${keyOf(place)}:former`

/** A shelf that is forbidden, or holds something else, holds nothing. */
export const readKept = (shelf: () => Shelf, place: string): Kept => {
  try {
    return { current: programIn(shelf().getItem(keyOf(place))), former: programIn(shelf().getItem(formerKeyOf(place))) }
  } catch {
    return nothingKept
  }
}

export const writeKept = (shelf: () => Shelf, place: string, { current, former }: Kept): void => {
  try {
    shelf().setItem(keyOf(place), JSON.stringify(current))
    shelf().setItem(formerKeyOf(place), JSON.stringify(former))
  } catch {
    // A full or forbidden storage loses the draft, nothing else.
  }
}

/** What stands in the editor when the page opens: one's own text, unless the address names another template than it began from. */
export const restoredFor = ({ current }: Kept, template: string | null): KeptProgram | null =>
  current !== null && (template === null || current.template === template) ? current : null

/** Something was typed. `continues`: into the text that is kept; else that one steps behind, and can still be had. */
export const withTyped = ({ current, former }: Kept, typed: KeptProgram, continues: boolean): Kept => ({
  current: typed,
  former: continues || current === null || isSameProgram(current, typed) ? former : current
})

/** What a person typed and does not see. */
export const offeredBeside = ({ current, former }: Kept, shown: Program): KeptProgram | null =>
  [current, former].find((one) => one !== null && one.code.trim() !== "" && !isSameProgram(one, shown)) ?? null

/** The offered text is taken up again; the one that it takes the place of is then the other. */
export const withTakenUp = (kept: Kept, taken: KeptProgram): Kept =>
  kept.current !== null && isSameProgram(kept.current, taken) ? kept : { current: taken, former: kept.current }
