import { cx } from "./cx"
import { Icon } from "./icons"

/** Drawn by ourselves: a radio is a ring that fills from its edge, a checkbox a small teal square with a tick. */
export const markClass = (kind: "radio" | "check"): string =>
  cx(
    "peer size-4 flex-none appearance-none border border-border-control bg-surface-raised",
    kind === "radio" ? "rounded-full checked:border-[5px] checked:border-accent" : "rounded-xs checked:border-accent checked:bg-accent"
  )

/** A checkbox; the label around it or `htmlFor` says what it is. */
export const CheckInput = ({
  id,
  name,
  value,
  defaultChecked,
  describedBy,
  invalid = false
}: {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly defaultChecked: boolean
  readonly describedBy?: string | undefined
  readonly invalid?: boolean
}) => (
  <span className="relative grid flex-none">
    <input
      id={id}
      type="checkbox"
      name={name}
      value={value}
      defaultChecked={defaultChecked}
      aria-describedby={describedBy}
      {...(invalid && { "aria-invalid": true })}
      className={markClass("check")}
    />
    <Icon name="tick" size={12} className="pointer-events-none absolute inset-0.5 hidden text-on-accent peer-checked:block" />
  </span>
)
