"use client"
import { useState } from "react"
import { Button } from "@/app/ui/button"
import { cx } from "@/app/ui/cx"
import { inputClass, TextInput } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { type ArgumentTest, argumentTests, type ConditionRow } from "@/server/domain/condition-rows"

const words: Readonly<Record<ArgumentTest, string>> = {
  equals: "is",
  in: "is one of",
  glob: "is like (*)",
  less: "is below",
  atMost: "is at most",
  greater: "is above",
  atLeast: "is at least"
}

const spare: ConditionRow = { pointer: "", test: "equals", value: "" }

/** One row a test of an argument, and one that is still empty: a form without JavaScript grows by it. */
export const ConditionRows = ({ rows, error }: { readonly rows: ReadonlyArray<ConditionRow>; readonly error: string | undefined }) => {
  const [more, setMore] = useState(1)
  const shown = [...rows, ...Array.from({ length: more }, () => spare)]
  return (
    <fieldset id="rule-when" tabIndex={-1} className="min-w-0 outline-none" {...(error !== undefined && { "aria-describedby": "rule-when-error" })}>
      <legend className="mb-1.5 text-xs font-medium">
        Only when <span className="font-normal text-text-subtle">optional; all of it must hold</span>
      </legend>
      <div className="grid gap-2">
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end
          <div key={index} className="grid grid-cols-[minmax(0,1.1fr)_minmax(0,0.9fr)_minmax(0,1.2fr)] gap-2 max-md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <TextInput
              name="argPointer"
              aria-label={`Argument of condition ${index + 1}`}
              placeholder="/amount"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={row.pointer}
              className="font-mono text-xs"
              {...(error !== undefined && { "aria-invalid": true })}
            />
            <select name="argTest" aria-label={`Test of condition ${index + 1}`} defaultValue={row.test} className={cx(inputClass, "min-w-0")}>
              {argumentTests.map((test) => (
                <option key={test} value={test}>
                  {words[test]}
                </option>
              ))}
            </select>
            <TextInput
              name="argValue"
              aria-label={`Value of condition ${index + 1}`}
              placeholder="500"
              autoComplete="off"
              spellCheck={false}
              defaultValue={row.value}
              className="font-mono text-xs max-md:col-span-2"
            />
          </div>
        ))}
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        <p className="flex-1 text-xs text-text-muted">A JSON pointer to the argument. Values are text, numbers, true or false; several with commas.</p>
        <Button look="ghost" size="sm" onClick={() => setMore(more + 1)}>
          <Icon name="plus" size={12} />
          Condition
        </Button>
      </div>
      {error !== undefined && (
        <p id="rule-when-error" className="mt-[5px] flex items-center gap-[5px] text-xs text-failed-text">
          <Icon name="failed" size={12} />
          {error}
        </p>
      )}
    </fieldset>
  )
}
