import { codeLineHeight } from "@/app/ui/code-view"
import { cx } from "@/app/ui/cx"
import type { RowRange } from "@/app/ui/visible-rows"
import { type WaterfallRow, wirePath } from "../waterfall"
import { ColumnHead } from "./column-head"

const headHeight = 36
const rowHeight = 32
/** What is pointed at or waited for is drawn wherever it is, as long as it is no carpet. */
const mostElsewhere = 40

type Tone = "rest" | "linked" | "waiting"
const strokes: Record<Tone, string> = { rest: "stroke-border-strong stroke-1", linked: "stroke-accent stroke-[1.5]", waiting: "stroke-waiting stroke-2" }

interface Props {
  readonly rows: ReadonlyArray<WaterfallRow>
  readonly isLinked: (row: WaterfallRow) => boolean
  /** The rows that are on screen. */
  readonly range: RowRange
}

/** The curves that join lines of code with bars, as points join tracks. */
export const Wires = ({ rows, isLinked, range }: Props) => {
  let elsewhere = 0
  const wires = rows.flatMap((row, index) => {
    if (row.line === null) return []
    const tone: Tone = row.waiting ? "waiting" : isLinked(row) ? "linked" : "rest"
    const onScreen = index >= range.start && index < range.end
    if (!onScreen && (tone === "rest" || elsewhere++ >= mostElsewhere)) return []
    return [
      { key: row.key, tone, lineY: headHeight + (row.line - 1) * codeLineHeight + codeLineHeight / 2, barY: headHeight + index * rowHeight + rowHeight / 2 }
    ]
  })
  // What matters is drawn above the rest.
  const order: Record<Tone, number> = { rest: 0, linked: 1, waiting: 2 }
  return (
    <div className="relative bg-surface @max-[780px]/run:hidden" aria-hidden="true">
      <ColumnHead className="px-0!" />
      <svg className="absolute inset-0 h-full w-11 overflow-hidden fill-none" aria-hidden="true">
        {wires
          .toSorted((a, b) => order[a.tone] - order[b.tone])
          .map(({ key, tone, lineY, barY }) => (
            <g key={key} className={cx(strokes[tone])}>
              <path d={wirePath(lineY, barY)} />
              {tone !== "rest" && (
                <>
                  <circle cx="4" cy={lineY} r="3" className="fill-surface" />
                  <circle cx="40" cy={barY} r="3" className="fill-surface" />
                </>
              )}
            </g>
          ))}
      </svg>
    </div>
  )
}
