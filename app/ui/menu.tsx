"use client"
import type { ComponentProps } from "react"
import type * as Bodies from "./menu-body"
import { type OpenerProps, OpenerRoot, OpenerTrigger, type TriggerProps, useOpener } from "./opener"
import { useOverlays } from "./overlays"

/** Menus in the console's looks. They do not lock the page: nothing behind them moves anyway. What they hold comes with the overlays. */
export const Menu = (props: OpenerProps) => <OpenerRoot {...props} />
export const MenuTrigger = (props: TriggerProps) => <OpenerTrigger kind="menu" {...props} />

export const MenuContent = (props: Omit<ComponentProps<typeof Bodies.MenuBody>, "opener">) => {
  const opener = useOpener()
  const overlays = useOverlays(opener.open, () => opener.setOpen(false))
  return overlays && <overlays.MenuBody opener={opener} {...props} />
}

export const MenuLabel = (props: ComponentProps<typeof Bodies.LabelBody>) => {
  const overlays = useOverlays()
  return overlays && <overlays.LabelBody {...props} />
}

export const MenuItem = (props: ComponentProps<typeof Bodies.ItemBody>) => {
  const overlays = useOverlays()
  return overlays && <overlays.ItemBody {...props} />
}

export const MenuRadioGroup = (props: ComponentProps<typeof Bodies.RadioGroupBody>) => {
  const overlays = useOverlays()
  return overlays && <overlays.RadioGroupBody {...props} />
}

export const MenuRadioItem = (props: ComponentProps<typeof Bodies.RadioItemBody>) => {
  const overlays = useOverlays()
  return overlays && <overlays.RadioItemBody {...props} />
}

export const MenuCheckItem = (props: ComponentProps<typeof Bodies.CheckItemBody>) => {
  const overlays = useOverlays()
  return overlays && <overlays.CheckItemBody {...props} />
}

export const MenuSeparator = () => {
  const overlays = useOverlays()
  return overlays && <overlays.SeparatorBody />
}
