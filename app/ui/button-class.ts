import { cx } from "./cx"

export type ButtonLook = {
  readonly look?: "default" | "primary" | "danger" | "ghost" | undefined
  /** 24 in rows, 28 in bars, 34 in cards (44 on a phone). */
  readonly size?: "sm" | "md" | "lg" | undefined
  /** Square, for an icon alone; give it an `aria-label`. */
  readonly icon?: boolean | undefined
}

const looks = {
  default:
    "border-border-strong bg-surface-raised shadow-raised hover:bg-surface-hover active:bg-surface-active active:shadow-none aria-disabled:border-border aria-disabled:bg-surface-sunken",
  primary:
    "border-transparent bg-accent font-emphasis text-on-accent shadow-raised hover:bg-accent-hover active:bg-accent-active active:shadow-none aria-disabled:bg-surface-active",
  danger: "border-transparent bg-danger text-on-danger shadow-raised hover:bg-danger-hover active:shadow-none aria-disabled:bg-surface-active",
  ghost: "border-transparent text-text-muted hover:bg-surface-active hover:text-text active:bg-border aria-disabled:bg-transparent"
}

const sizes = {
  sm: "h-6 gap-1.5 rounded-sm px-2 text-xs",
  md: "h-7 gap-1.5 rounded-md px-2.5 text-sm",
  lg: "h-[34px] gap-1.5 rounded-md px-3.5 text-sm max-md:h-11 max-md:text-[15px]"
}
const squares = { sm: "size-6 rounded-sm", md: "size-7 rounded-md", lg: "size-[34px] rounded-md max-md:size-11" }

/** The looks of every button, on paper none; for elements that are none (a `<summary>`, a submit inside a menu). */
export const buttonClass = ({ look = "default", size = "md", icon = false }: ButtonLook = {}): string =>
  cx(
    "inline-flex shrink-0 items-center justify-center border font-medium whitespace-nowrap transition-colors duration-80 select-none print:hidden",
    "aria-disabled:cursor-not-allowed aria-disabled:text-text-subtle aria-disabled:shadow-none",
    looks[look],
    icon ? squares[size] : sizes[size]
  )
