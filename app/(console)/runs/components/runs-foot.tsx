"use client"
import { formatCount, formatTotal, runsWord } from "@/app/hooks/number-format"
import { useHeardAt } from "@/app/hooks/use-live-feed"
import { mostPrinted } from "@/app/hooks/use-printing"
import { Kbd } from "@/app/ui/kbd"
import { PrintedNote } from "@/app/ui/printed-note"
import { TimeStamp, ZoneLabel } from "@/app/ui/time-stamp"
import type { RouterOutputs } from "@/server/trpc/router"

type Props = {
  /** Rows on the page; null while the list could not be read. */
  readonly loaded: number | null
  readonly total: RouterOutputs["runs"]["count"] | null
  /** When the rows were read. */
  readonly readAt: number | null
  readonly isStale: boolean
  readonly hasOlder: boolean
}

export const RunsFoot = ({ loaded, total, readAt, isStale, hasOlder }: Props) => (
  <>
    {loaded !== null && total !== null && (hasOlder || loaded > mostPrinted) && (
      <PrintedNote printed={Math.min(loaded, mostPrinted)} of={formatTotal(total)} what="runs" />
    )}
    <footer className="flex h-8 flex-none items-center gap-4 overflow-hidden border-t border-border bg-surface px-4 text-xs whitespace-nowrap text-text-muted max-md:hidden print:hidden">
      <span className="tabular-nums">
        {loaded === null
          ? "Nothing loaded"
          : hasOlder && total !== null
            ? `${formatCount(loaded)} of ${formatTotal(total)} loaded`
            : `${formatCount(loaded)} ${runsWord(loaded)} loaded`}
      </span>
      <span className="tabular-nums">
        {isStale ? (
          readAt !== null && (
            <>
              Stale since <TimeStamp at={readAt} show="clock" />
            </>
          )
        ) : (
          <Updated />
        )}
      </span>
      <span className="flex-1" />
      <span className="flex items-center gap-1 max-lg:hidden">
        <Kbd>j</Kbd>
        <Kbd>k</Kbd> move
      </span>
      <span className="flex items-center gap-1 max-lg:hidden">
        <Kbd>↵</Kbd> open
      </span>
      <span className="flex items-center gap-1 max-lg:hidden">
        <Kbd>?</Kbd> all keys
      </span>
      <ZoneLabel />
    </footer>
  </>
)

/** While the feed stands the rows are as old as the last word of the server. */
const Updated = () => (
  <>
    Updated <TimeStamp at={useHeardAt()} show="clock" />
  </>
)
