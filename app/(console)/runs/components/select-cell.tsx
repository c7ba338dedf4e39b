"use client"
import { Checkmark } from "@/app/ui/checkmark"
import { cx } from "@/app/ui/cx"
import { headClass } from "./table-head"

type BoxProps = { readonly label: string; readonly checked: boolean; readonly mixed?: boolean; readonly onToggle: () => void }

const Box = ({ label, checked, mixed = false, onToggle }: BoxProps) => (
  <label className="flex h-full items-center pl-4">
    <input
      type="checkbox"
      aria-label={label}
      className="peer sr-only"
      checked={checked}
      ref={(box) => {
        if (box !== null) box.indeterminate = mixed
      }}
      onChange={onToggle}
    />
    <span className="rounded-xs peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus">
      <Checkmark on={checked || mixed} />
    </span>
  </label>
)

/** On a phone there is no acting on many: a row is a card there, and deciding is what phones are for. */
export const SelectHead = (props: BoxProps) => (
  <th scope="col" className={cx(headClass, "w-[38px] max-md:hidden")}>
    <Box {...props} />
  </th>
)

export const SelectCell = (props: BoxProps) => (
  <td className="relative h-8 border-b border-[color-mix(in_oklch,var(--color-border)_62%,transparent)] group-has-[[data-row-link]:focus-visible]:shadow-[inset_2px_0_var(--color-focus)] max-md:hidden">
    <Box {...props} />
  </td>
)
