/** Which rows of one height are on screen. Pure. */
export interface RowRange {
  readonly start: number
  readonly end: number
}

interface Place {
  readonly count: number
  readonly rowHeight: number
  /** Where the first row begins, from the top of what is seen; negative when it is scrolled away. */
  readonly top: number
  /** The height of what is seen. */
  readonly height: number
}

/** Drawn beyond what is seen, so that a step of the keyboard or the wheel finds its row. */
const beyond = 4
/** The window moves in steps of this, so that not every pixel draws anew. */
const stride = 4

export const visibleRows = ({ count, rowHeight, top, height }: Place): RowRange => {
  const first = Math.floor(-top / rowHeight) - beyond
  const last = Math.ceil((height - top) / rowHeight) + beyond
  const start = Math.max(0, Math.min(count, Math.floor(first / stride) * stride))
  const end = Math.max(start, Math.min(count, Math.ceil(last / stride) * stride))
  return { start, end }
}
