"use client"
import { useId, useState } from "react"
import { useZone } from "@/app/hooks/use-clock"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useGo } from "@/app/hooks/use-url-state"
import { Button } from "@/app/ui/button"
import { cx } from "@/app/ui/cx"
import { Field, fieldProps, TextInput } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { Popover, PopoverContent, PopoverTrigger } from "@/app/ui/popover"
import { isoToLocal, localToIso } from "@/server/domain/zoned-time"
import { changed, hrefOf, type ListState, lasts, ranges } from "../list-state"
import { FilterButton } from "./filter-button"

/** A range that moves with time, one between two moments, or a jump to a moment of the list. */
export const TimeFilter = ({ state }: { readonly state: ListState }) => {
  const [open, setOpen] = useState(false)
  useHotkeys({ t: () => setOpen(true) }, { enabled: state.run === null })
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FilterButton name="Time" hotkey="T" />
      </PopoverTrigger>
      <PopoverContent className="w-72 p-1" aria-label="Filter by time">
        <TimeChoices state={state} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  )
}

export const TimeChoices = ({ state, onDone }: { readonly state: ListState; readonly onDone: () => void }) => {
  const go = useGo()
  const take = (change: Partial<ListState>) => {
    go(hrefOf(changed(state, change)))
    onDone()
  }
  const isSet = state.last !== null || state.from !== null || state.to !== null
  return (
    <>
      <ul>
        {lasts.map((last) => (
          <li key={last}>
            <Choice on={state.last === last} onPick={() => take({ last, from: null, to: null })}>
              {ranges[last].name}
            </Choice>
          </li>
        ))}
        {isSet && (
          <li>
            <Choice on={false} onPick={() => take({ last: null, from: null, to: null })}>
              Any time
            </Choice>
          </li>
        )}
      </ul>
      <BetweenForm state={state} onTake={take} />
      <JumpForm onJump={(at) => take({ at })} />
    </>
  )
}

const Choice = ({ on, onPick, children }: { readonly on: boolean; readonly onPick: () => void; readonly children: React.ReactNode }) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onPick}
    className="flex h-8 w-full items-center rounded-md px-2.5 text-left hover:bg-surface-hover focus-visible:bg-surface-selected max-md:h-11 max-md:text-[15px]"
  >
    {children}
    {on && <Icon name="tick" size={14} className="ml-auto text-accent-text" />}
  </button>
)

const formClass = "mt-1 grid gap-2 border-t border-border px-2.5 pt-2.5 pb-2"

/** Epoch ms of a local time; null of an empty field, undefined of nonsense. */
const momentOf = (local: string, zone: string): number | null | undefined => {
  if (local === "") return null
  const iso = localToIso(local, zone)
  return iso === null ? undefined : Date.parse(iso)
}

const localOf = (at: number | null, zone: string): string => (at === null ? "" : isoToLocal(new Date(at).toISOString(), zone))

const BetweenForm = ({ state, onTake }: { readonly state: ListState; readonly onTake: (change: Partial<ListState>) => void }) => {
  const zone = useZone()
  const id = useId()
  const [from, setFrom] = useState(() => localOf(state.from, zone))
  const [to, setTo] = useState(() => localOf(state.to, zone))
  const [error, setError] = useState<string>()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const [start, end] = [momentOf(from, zone), momentOf(to, zone)]
    if (start === undefined || end === undefined || (start === null && end === null)) setError("Give at least one time.")
    else if (start !== null && end !== null && end <= start) setError("The end lies before the beginning.")
    else onTake({ last: null, from: start, to: end })
  }
  return (
    <form className={formClass} onSubmit={submit}>
      <Field id={`${id}-from`} label="From">
        <TextInput type="datetime-local" {...fieldProps(`${id}-from`)} value={from} onChange={(event) => setFrom(event.target.value)} />
      </Field>
      <Field id={`${id}-to`} label="To" error={error}>
        <TextInput type="datetime-local" {...fieldProps(`${id}-to`, { error })} value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <Button type="submit">Between these</Button>
    </form>
  )
}

/** Instead of page numbers: the list goes on from a moment, with everything older below it. */
const JumpForm = ({ onJump }: { readonly onJump: (at: number) => void }) => {
  const zone = useZone()
  const id = useId()
  const [at, setAt] = useState("")
  const moment = momentOf(at, zone)
  return (
    <form
      className={cx(formClass, "pb-2")}
      onSubmit={(event) => {
        event.preventDefault()
        // The whole minute belongs to it.
        if (moment !== null && moment !== undefined) onJump(moment + 59_999)
      }}
    >
      <Field id={id} label="Jump to" help={`The filter stays. Times are in ${zone}.`}>
        <TextInput type="datetime-local" {...fieldProps(id, { help: true })} value={at} onChange={(event) => setAt(event.target.value)} />
      </Field>
      <Button type="submit" disabled={moment === null || moment === undefined}>
        Jump
      </Button>
    </form>
  )
}
