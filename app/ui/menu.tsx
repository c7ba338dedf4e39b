"use client"
import { DropdownMenu as Radix } from "radix-ui"
import type { ComponentProps, ReactNode } from "react"
import { cx } from "./cx"
import { Icon } from "./icons"

/** Menus in the console's looks. They do not lock the page: nothing behind them moves anyway. */
export const Menu = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />
export const MenuTrigger = Radix.Trigger

export const MenuContent = ({ className, ...rest }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Portal>
    <Radix.Content
      sideOffset={6}
      collisionPadding={8}
      className={cx("z-40 min-w-48 animate-rise rounded-lg border border-border bg-surface-raised p-1 shadow-overlay outline-none", className)}
      {...rest}
    />
  </Radix.Portal>
)

export const MenuLabel = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Label className="px-2.5 pt-1.5 pb-1 text-[11px] leading-4 font-medium text-text-subtle">{children}</Radix.Label>
)

const itemClass =
  "flex h-8 cursor-default items-center gap-2.5 rounded-md px-2.5 outline-none select-none data-[highlighted]:bg-surface-selected data-[disabled]:text-text-subtle max-md:h-11"

export const MenuItem = ({ className, ...rest }: ComponentProps<typeof Radix.Item>) => <Radix.Item className={cx(itemClass, className)} {...rest} />

export const MenuRadioGroup = Radix.RadioGroup

export const MenuRadioItem = ({ children, ...rest }: ComponentProps<typeof Radix.RadioItem>) => (
  <Radix.RadioItem className={itemClass} {...rest}>
    {children}
    <Radix.ItemIndicator className="ml-auto text-accent-text">
      <Icon name="tick" size={14} />
    </Radix.ItemIndicator>
  </Radix.RadioItem>
)

/** A checkbox line that stays open while several are chosen; `aside` is its count. */
export const MenuCheckItem = ({ children, aside, checked, ...rest }: ComponentProps<typeof Radix.CheckboxItem> & { readonly aside?: ReactNode }) => (
  <Radix.CheckboxItem className={itemClass} checked={checked ?? false} onSelect={(event) => event.preventDefault()} {...rest}>
    <Checkmark on={checked === true} />
    {children}
    <span className="ml-auto pl-4 text-xs text-text-subtle tabular-nums">{aside}</span>
  </Radix.CheckboxItem>
)

export const MenuSeparator = () => <Radix.Separator className="mx-1 my-1 h-px bg-border" />

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
