"use client"
import { type ReactNode, useId, useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useGo } from "@/app/hooks/use-url-state"
import { Button } from "@/app/ui/button"
import { inputClass } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { Popover, PopoverContent, PopoverTrigger } from "@/app/ui/popover"
import { type RunsInput, toggled, type ValueField } from "../list-conditions"
import { approvals, changed, hrefOf, kinds, type ListState, triggers } from "../list-state"
import { durationText, parseDuration } from "./duration-text"
import { FacetChoice } from "./facet-choices"
import { approvalWords, kindWords, triggerWords } from "./filter-words"
import { type FacetValues, useFacets } from "./use-facets"

type Props = { readonly state: ListState; readonly input: RunsInput }

/** The rarer filters behind one button. */
export const MoreFilters = ({ state, input }: Props) => {
  const [open, setOpen] = useState(false)
  useHotkeys({ f: () => setOpen(true) }, { enabled: state.run === null })
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger className="inline-flex h-7 items-center gap-1.5 rounded-md border border-dashed border-border-strong px-[9px] font-medium text-text-muted hover:bg-surface-hover data-[state=open]:bg-surface-active">
        <Icon name="plus" size={14} />
        Filter
      </PopoverTrigger>
      <PopoverContent className="grid w-[480px] grid-cols-2 gap-x-2 p-2 pb-3" aria-label="More filters">
        <MoreFields state={state} input={input} />
      </PopoverContent>
    </Popover>
  )
}

/** The same fields on a phone's sheet. */
export const MoreFields = ({ state, input }: Props) => {
  const go = useGo()
  const facets = useFacets(input, ["approval", "trigger", "kind"], true)
  const part = <F extends ValueField>(
    field: F,
    values: ReadonlyArray<ListState[F][number]>,
    words: Readonly<Record<string, string>>,
    found: FacetValues | undefined
  ) =>
    values.map((value) => (
      <FacetChoice
        key={value}
        value={value}
        label={words[value] ?? value}
        count={found?.find((one) => one.value === value)?.count}
        checked={state[field].some((one) => one === value)}
        onToggle={() => go(hrefOf(toggled(state, field, value)), state[field].length > 0 ? "replace" : "push")}
      />
    ))
  return (
    <>
      <Part name="Approval">{part("approval", approvals, approvalWords, facets.data?.approval)}</Part>
      <div>
        <Part name="Trigger">{part("trigger", triggers, triggerWords, facets.data?.trigger)}</Part>
      </div>
      <Part name="Kind">{part("kind", kinds, kindWords, facets.data?.kind)}</Part>
      <Part name="Took">
        <DurationForm state={state} />
      </Part>
    </>
  )
}

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="px-2.5 pt-2 pb-1 text-xs font-medium text-text-muted">{name}</legend>
    {children}
  </fieldset>
)

const DurationForm = ({ state }: { readonly state: ListState }) => {
  const go = useGo()
  const id = useId()
  const [least, setLeast] = useState(state.minDurationMs === null ? "" : durationText(state.minDurationMs))
  const [most, setMost] = useState(state.maxDurationMs === null ? "" : durationText(state.maxDurationMs))
  const [from, to] = [parseDuration(least), parseDuration(most)]
  const error =
    from === undefined || to === undefined
      ? "Write it as 500 ms, 30 s, 5 m or 2 h."
      : from !== null && to !== null && to < from
        ? "The second is shorter than the first."
        : null
  return (
    <form
      className="grid gap-2 px-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (error === null) go(hrefOf(changed(state, { minDurationMs: from ?? null, maxDurationMs: to ?? null })))
      }}
    >
      <div className="flex items-center gap-1.5">
        <label className="sr-only" htmlFor={`${id}-least`}>
          At least
        </label>
        <input id={`${id}-least`} className={inputClass} placeholder="at least" value={least} onChange={(event) => setLeast(event.target.value)} />
        <label className="sr-only" htmlFor={`${id}-most`}>
          At most
        </label>
        <input
          id={`${id}-most`}
          className={inputClass}
          placeholder="at most"
          value={most}
          onChange={(event) => setMost(event.target.value)}
          {...(error !== null && { "aria-invalid": true, "aria-describedby": `${id}-error` })}
        />
      </div>
      {error !== null && (
        <p id={`${id}-error`} className="text-xs text-failed-text">
          {error}
        </p>
      )}
      <Button type="submit">Apply</Button>
    </form>
  )
}
