"use client"
import dynamic from "next/dynamic"
import { useState } from "react"
import { formatCount, formatTotal, runsWord } from "@/app/hooks/number-format"
import { failureOf, useTRPCClient } from "@/app/hooks/trpc"
import { useTabClock, useZone } from "@/app/hooks/use-clock"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { Button } from "@/app/ui/button"
import { useToast } from "@/app/ui/toast"
import type { RouterOutputs } from "@/server/trpc/router"
import { conditionsOf, type RunsInput } from "../list-conditions"
import type { ListState } from "../list-state"
import { heldFast, nothingSelected, type Selection } from "../selection"
import { wordsFor } from "./filter-words"
import type { BulkAction } from "./use-bulk"
import { useActorNames } from "./use-facets"

const BulkDialog = dynamic(() => import("./bulk-dialog"), { ssr: false })

type Props = {
  readonly state: ListState
  readonly input: RunsInput
  readonly selection: Selection
  /** Rows that are loaded; more may match. */
  readonly loaded: number
  readonly total: RouterOutputs["runs"]["count"] | undefined
  readonly onSelect: (change: (before: Selection) => Selection) => void
  /** Something was done: the list is read again. */
  readonly onDone: () => void
}

/** Over the list's foot while rows are selected: how many, all that match, and what can be done with them. */
export const BulkBar = ({ state, input, selection, loaded, total, onSelect, onDone }: Props) => {
  // With the runs that were selected when it was asked for: what is confirmed is what was read.
  const [asked, setAsked] = useState<{ readonly action: BulkAction; readonly of: Selection } | null>(null)
  const freeze = useFreeze(state, input, selection, onSelect)
  const count = selection.ids.size
  const letGo = () => onSelect(() => nothingSelected)
  useHotkeys({ Escape: letGo }, { enabled: count > 0 && asked === null && state.run === null })
  if (count === 0) return null
  const hasMore = total !== undefined && (total.totalIsCapped || total.total > loaded)
  return (
    <section
      aria-label="Selected runs"
      className="absolute inset-x-0 bottom-0 z-20 flex min-h-11 flex-wrap items-center gap-2 border-t border-border bg-surface-raised px-4 py-1.5 shadow-overlay max-md:hidden"
    >
      <span className="font-emphasis tabular-nums" role="status">
        {formatCount(count)} {runsWord(count)} selected
      </span>
      {selection.frozen === null && hasMore && (
        <Button look="ghost" onClick={freeze.start} disabled={freeze.isPending}>
          {freeze.isPending ? "Selecting" : `Select all ${formatTotal(total)} matching`}
        </Button>
      )}
      {selection.frozen !== null && <span className="min-w-0 truncate text-text-muted">{selection.frozen.words}</span>}
      <span className="flex-1" />
      <Button onClick={() => setAsked({ action: "cancel", of: selection })}>Cancel runs</Button>
      <Button onClick={() => setAsked({ action: "rerun", of: selection })}>Run again</Button>
      <Button look="ghost" onClick={letGo}>
        Clear selection
      </Button>
      {asked !== null && (
        <BulkDialog
          action={asked.action}
          selection={asked.of}
          onClose={(done) => {
            setAsked(null)
            if (!done) return
            letGo()
            onDone()
          }}
        />
      )}
    </section>
  )
}

/** All that match by now, by id: what matches later is not meant. */
const useFreeze = (state: ListState, input: RunsInput, selection: Selection, onSelect: Props["onSelect"]) => {
  const client = useTRPCClient()
  const toast = useToast()
  const clock = useTabClock()
  const zone = useZone()
  const actorName = useActorNames()
  const [isPending, setIsPending] = useState(false)
  const start = () => {
    setIsPending(true)
    const now = clock.now()
    const words = conditionsOf(state).map((condition) => {
      const { field, value } = wordsFor(state, condition, { now, zone, actorName })
      return `${field} ${value}`
    })
    void client.bulk.freeze
      .query(input)
      .then(
        ({ ids, isCapped }) => {
          if (isCapped) toast({ tone: "failed", text: `More than ${formatCount(ids.length)} runs match. Narrow the filter first.` })
          else {
            const all: Selection = { ids: new Set(ids), frozen: { words: words.length === 0 ? "All runs" : words.join(" · "), at: now } }
            onSelect((before) => heldFast(before, selection, all))
          }
        },
        (error: unknown) => toast({ tone: "failed", text: failureOf(error)?.message ?? "The server did not answer." })
      )
      .finally(() => setIsPending(false))
  }
  return { start, isPending }
}
