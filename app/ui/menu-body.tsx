"use client"
import { Menu as Radix } from "radix-ui/internal"
import type { ComponentProps, ReactNode } from "react"
import { Checkmark } from "./checkmark"
import { cx } from "./cx"
import { Icon } from "./icons"
import type { Opener } from "./opener-state"
import { useClosing } from "./use-closing"

type BodyProps = ComponentProps<typeof Radix.Content> & { readonly opener: Opener }

/** Radix's menu without its trigger, at the button that opened it. */
export const MenuBody = ({ opener, className, ...rest }: BodyProps) => (
  <Radix.Root open={opener.open} onOpenChange={opener.setOpen} modal={false}>
    <Radix.Anchor virtualRef={opener.anchor} />
    <Radix.Portal>
      <Radix.Content
        id={opener.bodyId}
        aria-labelledby={opener.triggerId}
        sideOffset={6}
        collisionPadding={8}
        {...useClosing(opener)}
        className={cx("z-40 min-w-48 animate-rise rounded-lg border border-border bg-surface-raised p-1 shadow-overlay outline-none", className)}
        {...rest}
      />
    </Radix.Portal>
  </Radix.Root>
)

export const LabelBody = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Label className="px-2.5 pt-1.5 pb-1 text-[11px] leading-4 font-medium text-text-subtle">{children}</Radix.Label>
)

const itemClass =
  "flex h-8 cursor-default items-center gap-2.5 rounded-md px-2.5 outline-none select-none data-[highlighted]:bg-surface-selected data-[disabled]:text-text-subtle max-md:h-11"

export const ItemBody = ({ className, ...rest }: ComponentProps<typeof Radix.Item>) => <Radix.Item className={cx(itemClass, className)} {...rest} />

export const RadioGroupBody = Radix.RadioGroup

export const RadioItemBody = ({ children, ...rest }: ComponentProps<typeof Radix.RadioItem>) => (
  <Radix.RadioItem className={itemClass} {...rest}>
    {children}
    <Radix.ItemIndicator className="ml-auto text-accent-text">
      <Icon name="tick" size={14} />
    </Radix.ItemIndicator>
  </Radix.RadioItem>
)

type CheckItemProps = ComponentProps<typeof Radix.CheckboxItem> & { readonly aside?: ReactNode }

/** A checkbox line that stays open while several are chosen; `aside` is its count. */
export const CheckItemBody = ({ children, aside, checked, ...rest }: CheckItemProps) => (
  <Radix.CheckboxItem className={itemClass} checked={checked ?? false} onSelect={(event) => event.preventDefault()} {...rest}>
    <Checkmark on={checked === true} />
    {children}
    <span className="ml-auto pl-4 text-xs text-text-subtle tabular-nums">{aside}</span>
  </Radix.CheckboxItem>
)

export const SeparatorBody = () => <Radix.Separator className="mx-1 my-1 h-px bg-border" />
