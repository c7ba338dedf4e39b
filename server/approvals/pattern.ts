/**
 * Which tool paths a rule is about, by whole segments: `*` stands for any characters within one segment, a final `.*`
 * for one or more segments, a leading `**.` for any number of them.
 */
export interface Pattern {
  readonly source: string
  /** Starts with `**.`. */
  readonly isOpenAtStart: boolean
  /** Ends with `.*`. */
  readonly isOpenAtEnd: boolean
  /** What is between, one glob per segment. */
  readonly segments: ReadonlyArray<string>
}

const longest = 300

/** The pattern, or what is wrong with it, as words that follow "the pattern". */
export const parsePattern = (source: string): Pattern | string => {
  if (source === "" || source.length > longest) return `must have 1 to ${longest} characters`
  if (source === "*" || source === "**") return "must be **.* to match every tool"
  const parts = source.split(".")
  const isOpenAtStart = parts[0] === "**"
  const isOpenAtEnd = parts.length > 1 && parts.at(-1) === "*"
  const segments = parts.slice(isOpenAtStart ? 1 : 0, isOpenAtEnd ? -1 : undefined)
  if (segments.some((segment) => segment === "" || /[^\w$*-]/.test(segment)))
    return "must be segments of letters, digits, _, -, $ and *, with dots between them"
  if (segments.some((segment) => segment.includes("**"))) return "may have ** only at its start, as in **.delete_*"
  return { source, isOpenAtStart, isOpenAtEnd, segments }
}

export const matchesPath = ({ isOpenAtStart, isOpenAtEnd, segments }: Pattern, path: string): boolean => {
  const parts = path.split(".")
  const spare = parts.length - segments.length
  if (spare < (isOpenAtEnd ? 1 : 0) || (spare > 0 && !isOpenAtStart && !isOpenAtEnd)) return false
  const fitsAt = (start: number): boolean => segments.every((segment, index) => matchesGlob(segment, parts[start + index] ?? ""))
  if (!isOpenAtStart) return fitsAt(0)
  if (!isOpenAtEnd) return fitsAt(spare)
  return Array.from({ length: spare }, (_, start) => start).some(fitsAt)
}

/** Whether the whole text fits; `*` stands for any characters. Of several `*` only the last one ever has to be tried again. */
export const matchesGlob = (glob: string, text: string): boolean => {
  let at = 0
  let star = -1
  let retry = 0
  for (let read = 0; read < text.length; ) {
    if (glob[at] === "*") {
      star = at++
      retry = read
    } else if (at < glob.length && glob[at] === text[read]) {
      at++
      read++
    } else if (star !== -1) {
      at = star + 1
      read = ++retry
    } else {
      return false
    }
  }
  while (glob[at] === "*") at++
  return at === glob.length
}

/** How narrow a pattern is: segments without `*`, then characters that are not `*`. */
export const specificityOf = ({ segments }: Pattern): readonly [literalSegments: number, literalCharacters: number] => [
  segments.filter((segment) => !segment.includes("*")).length,
  segments.reduce((sum, segment) => sum + segment.replaceAll("*", "").length, 0)
]
