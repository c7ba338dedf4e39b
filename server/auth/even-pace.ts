/** So many calls in a window of so many milliseconds; a window's worth may come at once. */
export interface Pace {
  readonly count: number
  readonly windowMs: number
}

/**
 * One more call at `now` (GCRA). `paidOff`: when the calls before it are paid off, 0 for none. It may pass when `waitMs` is not above
 * 0, and is then paid off at `next`; all times in ms.
 */
export const oneMore = (paidOff: number, now: number, { count, windowMs }: Pace): { readonly next: number; readonly waitMs: number } => {
  const next = Math.max(paidOff, now) + windowMs / count
  return { next, waitMs: Math.ceil(next - windowMs - now) }
}
