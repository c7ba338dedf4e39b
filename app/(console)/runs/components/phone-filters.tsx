"use client"
import { type ReactNode, useState } from "react"
import { useGo } from "@/app/hooks/use-url-state"
import { Button } from "@/app/ui/button"
import { Checkmark } from "@/app/ui/checkmark"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"
import { runStatuses, statusWord } from "@/app/ui/run-status"
import { BottomSheet } from "@/app/ui/sheet"
import { cleared, conditionsOf, type RunsInput, toggled } from "../list-conditions"
import { changed, hrefOf, type ListState, lasts, ranges } from "../list-state"
import { ListIgnoredChips } from "./conditions"
import { PhoneValues } from "./phone-values"
import { SearchBox } from "./search-box"
import { StatusDot, useStatusCounts } from "./status-choices"

/** On a phone the filters live in a sheet; what was ignored stays in sight. */
export const PhoneFilters = ({ state, input, total }: { readonly state: ListState; readonly input: RunsInput; readonly total: ReactNode }) => {
  const go = useGo()
  const [open, setOpen] = useState(false)
  const counts = useStatusCounts(input, open)
  const count = conditionsOf(state).length
  return (
    <section aria-label="Filters" className="hidden max-md:block print:hidden">
      <div className="flex items-center gap-2 px-3.5 py-2.5">
        <Button size="lg" onClick={() => setOpen(true)} aria-haspopup="dialog">
          <Icon name="filter" size={14} />
          Filters
          {count > 0 && <span className="rounded-full bg-accent-soft px-1.5 text-[11px] leading-4 font-semibold text-accent-text tabular-nums">{count}</span>}
        </Button>
        <span className="flex-1" />
        <span className="text-text-muted tabular-nums">{total}</span>
      </div>
      <SearchBox state={state} className="block px-3.5 pb-2.5" />
      {state.ignored.length > 0 && (
        <div className="flex flex-wrap gap-1.5 px-3.5 pb-2.5">
          <ListIgnoredChips state={state} />
        </div>
      )}
      <BottomSheet title="Filters" open={open} onOpenChange={setOpen}>
        <fieldset>
          <legend className="mb-1 text-xs font-medium text-text-muted">Status</legend>
          {runStatuses.map((status) => (
            <label key={status} className="flex h-11 items-center gap-2.5 text-[15px]">
              <input
                type="checkbox"
                className="peer sr-only"
                checked={state.status.includes(status)}
                onChange={() => go(hrefOf(toggled(state, "status", status)), "replace")}
              />
              <span className="rounded-xs peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus">
                <Checkmark on={state.status.includes(status)} />
              </span>
              <StatusDot status={status} />
              {statusWord(status)}
              <span className="ml-auto text-xs text-text-subtle tabular-nums">{counts[status]}</span>
            </label>
          ))}
        </fieldset>
        <fieldset className="mt-3">
          <legend className="mb-2 text-xs font-medium text-text-muted">Time</legend>
          <div className="flex flex-wrap gap-2">
            {[null, ...lasts].map((last) => (
              <button
                key={last ?? "any"}
                type="button"
                aria-pressed={state.last === last}
                onClick={() => go(hrefOf(changed(state, { last, from: null, to: null })), "replace")}
                className={cx(
                  "h-10 rounded-md border px-3 text-[15px] font-medium",
                  state.last === last ? "border-accent bg-accent-soft text-accent-text" : "border-border-strong bg-surface-raised"
                )}
              >
                {last === null ? "Any time" : ranges[last].name}
              </button>
            ))}
          </div>
        </fieldset>
        <PhoneValues state={state} input={input} />
        <div className="mt-5 flex gap-2">
          {count > 0 && (
            <Button size="lg" className="flex-1" onClick={() => go(hrefOf(cleared(state)), "replace")}>
              Clear all
            </Button>
          )}
          <Button size="lg" look="primary" className="flex-1" onClick={() => setOpen(false)}>
            Show the runs
          </Button>
        </div>
      </BottomSheet>
    </section>
  )
}
