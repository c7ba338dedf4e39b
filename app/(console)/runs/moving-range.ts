import { type ListState, ranges } from "./list-state"

/*
 * A range such as "last 24 hours" as time goes on. Pure; all times are of the server's clock.
 *
 * I1 The rows begin where they did when the list was opened, for its pages to fit together.
 * I2 What is counted and charted moves on in small steps, and rows that have left the range say so.
 * I3 A list that is opened again when its pages are forgotten begins anew.
 */
export type Opened = {
  /** The end of the range then. */
  readonly at: number
  /** When another list took its place; null while it is shown. */
  readonly leftAt: number | null
}

/** As long as the pages of a list that is not shown are kept. */
export const keptMs = 300_000

/** A step is not seen in a chart, whose bars are wider. */
const steps = 60

/** The list as it is opened now. `read`: when the server read the page's first rows, of the list that came with the page. */
export const openedAgain = (before: Opened | undefined, now: number, read: number | null): Opened => {
  if (before !== undefined && (before.leftAt === null || now - before.leftAt <= keptMs)) return { ...before, leftAt: null }
  // A page that the browser has kept for Back may be hours old.
  return { at: before === undefined && read !== null && now - read <= keptMs ? read : now, leftAt: null }
}

/** How far the range has moved since. */
export const movedBy = ({ last }: Pick<ListState, "last">, { at }: Opened, now: number): number => {
  if (last === null) return 0
  const step = ranges[last].ms / steps
  return Math.max(0, Math.floor((now - at) / step)) * step
}
