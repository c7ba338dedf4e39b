/** What became of the lines of a program. Pure. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed"
  readonly text: string
  /** Numbers from 1, in the program before and after; null where the line is not in it. */
  readonly before: number | null
  readonly after: number | null
}

type Kind = DiffLine["kind"]

/** Beyond this many changes nobody reads a fine comparison, and searching for it takes long: all old lines go, all new ones come. */
const mostChanges = 400

/** The shortest way from one list of lines to the other (Myers), as the kinds of its steps; null when it has too many changes. */
const steps = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<Kind> | null => {
  const trace: Array<ReadonlyMap<number, number>> = []
  let furthest: ReadonlyMap<number, number> = new Map([[1, 0]])
  for (let changes = 0; changes <= Math.min(a.length + b.length, mostChanges); changes++) {
    trace.push(furthest)
    const next = new Map(furthest)
    for (let k = -changes; k <= changes; k += 2) {
      const down = k === -changes || (k !== changes && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))
      let x = down ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      next.set(k, x)
      if (x >= a.length && x - k >= b.length) return walkBack(a.length, b.length, trace)
    }
    furthest = next
  }
  return null
}

const walkBack = (endA: number, endB: number, trace: ReadonlyArray<ReadonlyMap<number, number>>): ReadonlyArray<Kind> => {
  const kinds: Array<Kind> = []
  let [x, y] = [endA, endB]
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const furthest = trace[changes]
    if (furthest === undefined) break
    const k = x - y
    const down = k === -changes || (k !== changes && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))
    const fromK = down ? k + 1 : k - 1
    const fromX = furthest.get(fromK) ?? 0
    const fromY = fromX - fromK
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0) && !(down ? x === fromX : x === fromX + 1)) {
      kinds.push("same")
      x -= 1
      y -= 1
    }
    if (changes > 0) kinds.push(down ? "added" : "removed")
    x = fromX
    y = fromY
  }
  return kinds.reverse()
}

export const lineDiff = (before: string, after: string): ReadonlyArray<DiffLine> => {
  const [a, b] = [before, after].map((code) => code.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n"))
  if (a === undefined || b === undefined) return []
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  const [midA, midB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)]
  const middle = steps(midA, midB) ?? [...midA.map((): Kind => "removed"), ...midB.map((): Kind => "added")]
  const kinds: ReadonlyArray<Kind> = [...a.slice(0, head).map((): Kind => "same"), ...middle, ...a.slice(a.length - tail).map((): Kind => "same")]
  let [atA, atB] = [0, 0]
  return kinds.map((kind) => {
    const text = (kind === "added" ? b[atB] : a[atA]) ?? ""
    const line: DiffLine = { kind, text, before: kind === "added" ? null : atA + 1, after: kind === "removed" ? null : atB + 1 }
    if (kind !== "added") atA += 1
    if (kind !== "removed") atB += 1
    return line
  })
}

export interface DiffPart {
  readonly lines: ReadonlyArray<DiffLine>
  /** Lines in which nothing changed and that are left out before this part. */
  readonly skipped: number
}

/** The changes, each with a few lines around it. */
export const diffParts = (lines: ReadonlyArray<DiffLine>, around = 3): ReadonlyArray<DiffPart> => {
  const wanted = new Set<number>()
  lines.forEach(({ kind }, index) => {
    if (kind !== "same") for (let near = index - around; near <= index + around; near++) wanted.add(near)
  })
  const parts: Array<{ lines: Array<DiffLine>; skipped: number }> = []
  let skipped = 0
  lines.forEach((line, index) => {
    if (!wanted.has(index)) {
      skipped += 1
      return
    }
    const last = parts.at(-1)
    if (last === undefined || skipped > 0) parts.push({ lines: [line], skipped })
    else last.lines.push(line)
    skipped = 0
  })
  return parts
}
