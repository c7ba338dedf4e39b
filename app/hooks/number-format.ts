/** `1 318`: groups of three, told apart by a thin space that does not break. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f")

/** `10 000+` when nobody counted on. */
export const formatTotal = ({ total, totalIsCapped }: { readonly total: number; readonly totalIsCapped: boolean }): string =>
  totalIsCapped ? `${formatCount(10_000)}+` : formatCount(total)

/** `1 run`, `9 runs` */
export const runsWord = (count: number): string => (count === 1 ? "run" : "runs")
