"use client"
import { buttonClass } from "@/app/ui/button-class"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"

const limits = [
  { ms: "10000", words: "10 s" },
  { ms: "60000", words: "1 min" },
  { ms: "300000", words: "5 min" },
  { ms: "900000", words: "15 min" },
  { ms: "3600000", words: "1 h" }
]

/** How long the program may compute and call; waiting for people does not count. A select, so that it works without JavaScript. */
export const LimitSelect = ({ value, onChange }: { readonly value: string; readonly onChange: (ms: string) => void }) => (
  <span
    className={cx(buttonClass(), "relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus")}
    title="Time the program may take; waiting for people does not count"
  >
    Time limit {limits.find((limit) => limit.ms === value)?.words ?? `${value} ms`}
    <Icon name="chevron-down" size={14} />
    <select
      id="time-limit"
      name="timeoutMs"
      aria-label="Time limit"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="absolute inset-0 cursor-pointer opacity-0"
    >
      {!limits.some((limit) => limit.ms === value) && <option value={value}>{value} ms</option>}
      {limits.map((limit) => (
        <option key={limit.ms} value={limit.ms}>
          {limit.words}
        </option>
      ))}
    </select>
  </span>
)
