import type { ReactNode } from "react"
import { CheckInput } from "@/app/ui/check-input"
import { FieldError } from "@/app/ui/field"

type Props = {
  /** Of the group; an error's link leads to it. */
  readonly id: string
  readonly legend: string
  readonly name: string
  /** Their values, each with its words. */
  readonly choices: ReadonlyArray<{ readonly value: string; readonly words: ReactNode }>
  readonly ticked: ReadonlyArray<string>
  readonly error: string | undefined
}

/** Several of a fixed list. What is wrong with it is said of the group. */
export const CheckGroup = ({ id, legend, name, choices, ticked, error }: Props) => (
  <fieldset id={id} tabIndex={-1} className="outline-none" {...(error !== undefined && { "aria-describedby": `${id}-error` })}>
    <legend className="mb-1 text-xs font-medium">{legend}</legend>
    {choices.map(({ value, words }) => (
      <label key={value} htmlFor={`${id}-${value}`} className="flex min-h-[30px] cursor-pointer items-start gap-[9px] py-[5px] leading-5 max-md:min-h-11">
        <span className="mt-0.5">
          <CheckInput id={`${id}-${value}`} name={name} value={value} defaultChecked={ticked.includes(value)} />
        </span>
        <span className="min-w-0">{words}</span>
      </label>
    ))}
    <FieldError id={id} error={error} />
  </fieldset>
)
