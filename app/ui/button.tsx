"use client"
import type { ComponentProps } from "react"
import { type ButtonLook, buttonClass } from "./button-class"
import { cx } from "./cx"
import { Tooltip } from "./tooltip"

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & {
    readonly disabled?: boolean | undefined
    /** Why it cannot be pressed, for the tooltip. The button stays reachable by keyboard, so that the reason is too. */
    readonly disabledReason?: string | undefined
  }

export const Button = ({ look, size, icon, className, type = "button", disabled = false, disabledReason, onClick, ...rest }: ButtonProps) => {
  const off = disabled || disabledReason !== undefined
  const button = (
    <button
      type={type}
      className={cx(buttonClass({ look, size, icon }), className)}
      {...(off && { "aria-disabled": true })}
      onClick={off ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  )
  return disabledReason === undefined ? button : <Tooltip content={disabledReason}>{button}</Tooltip>
}
