"use client"
import { type ReactNode, useId, useState } from "react"
import { Checkmark } from "@/app/ui/checkmark"
import { inputClass } from "@/app/ui/field"
import { VisibleText } from "@/app/ui/untrusted-text"
import { type FacetValues, formatFacet } from "./use-facets"

type ChoiceProps = {
  readonly value: string
  readonly label: ReactNode
  readonly count: number | undefined
  readonly checked: boolean
  readonly onToggle: () => void
}

/** A real checkbox, drawn like those of the menus. */
export const FacetChoice = ({ value, label, count, checked, onToggle }: ChoiceProps) => (
  <label className="flex h-8 cursor-default items-center gap-2.5 rounded-md px-2.5 hover:bg-surface-hover max-md:h-11 max-md:text-[15px]">
    <input type="checkbox" className="peer sr-only" value={value} checked={checked} onChange={onToggle} />
    <span className="rounded-xs peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus">
      <Checkmark on={checked} />
    </span>
    <span className="min-w-0 flex-1 truncate">{label}</span>
    <span className="pl-4 text-xs text-text-subtle tabular-nums">{count === undefined ? "" : formatFacet(count)}</span>
  </label>
)

type Props = {
  readonly name: string
  readonly values: FacetValues | undefined
  readonly failed: boolean
  readonly chosen: ReadonlyArray<string>
  readonly mono?: boolean
  readonly onToggle: (value: string) => void
  /** A value that is not on offer, if what was typed is one. */
  readonly typed: (text: string) => string | null
  readonly placeholder: string
}

/** Values that are many: some to choose from, narrowed by typing, and any other by writing it out. */
export const TypedChoices = ({ name, values, failed, chosen, mono = false, onToggle, typed, placeholder }: Props) => {
  const id = useId()
  const [text, setText] = useState("")
  const wanted = text.trim().toLowerCase()
  const shown = (values ?? []).filter(({ value, label, count }) => (count > 0 || chosen.includes(value)) && `${label} ${value}`.toLowerCase().includes(wanted))
  const own = wanted === "" ? null : typed(text.trim())
  const isNew = own !== null && !shown.some(({ value }) => value === own) && !chosen.includes(own)
  const take = (value: string) => {
    onToggle(value)
    setText("")
  }
  return (
    <>
      <form
        className="border-b border-border p-2"
        onSubmit={(event) => {
          event.preventDefault()
          const [only] = shown
          if (isNew && own !== null) take(own)
          else if (only !== undefined && wanted !== "") take(only.value)
        }}
      >
        <label htmlFor={id} className="sr-only">
          {name}
        </label>
        <input
          id={id}
          className={inputClass}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      <fieldset className="max-h-80 overflow-y-auto p-1" aria-label={name}>
        {isNew && own !== null && (
          <FacetChoice
            value={own}
            label={
              <span className={mono ? "mono" : ""}>
                <VisibleText text={own} />
              </span>
            }
            count={undefined}
            checked={false}
            onToggle={() => take(own)}
          />
        )}
        {shown.map(({ value, label, count }) => (
          <FacetChoice
            key={value}
            value={value}
            label={
              <span className={mono ? "mono" : ""}>
                <VisibleText text={label} />
              </span>
            }
            count={count}
            checked={chosen.includes(value)}
            onToggle={() => onToggle(value)}
          />
        ))}
        {failed ? (
          <p className="px-2.5 py-2 text-failed-text">The choices could not be read. Type one.</p>
        ) : values === undefined ? (
          <p className="px-2.5 py-2 text-text-muted">Reading</p>
        ) : (
          shown.length === 0 && !isNew && <p className="px-2.5 py-2 text-text-muted">{wanted === "" ? "None here" : "Nothing like that"}</p>
        )}
      </fieldset>
    </>
  )
}
