import { cx } from "./cx"
import { Icon } from "./icons"

/** The drawn checkbox, 14 px; the element around it carries the state. */
export const Checkmark = ({ on }: { readonly on: boolean }) => (
  <span
    className={cx(
      "grid size-3.5 flex-none place-items-center rounded-xs border",
      on ? "border-accent bg-accent text-on-accent" : "border-border-control bg-surface-raised"
    )}
    aria-hidden="true"
  >
    {on && <Icon name="tick" size={12} />}
  </span>
)
