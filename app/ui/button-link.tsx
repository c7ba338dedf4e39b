"use client"
import Link from "next/link"
import type { ComponentProps, ReactNode } from "react"
import { type ButtonLook, buttonClass } from "./button-class"
import { cx } from "./cx"
import { LinkProgress } from "./link-progress"

type LinkProps = ComponentProps<typeof Link> & ButtonLook & { readonly children: ReactNode }

/** A link that looks like a button: what it leads to has a URL, and it works before JavaScript has loaded. */
export const ButtonLink = ({ look, size, icon, className, children, ...rest }: LinkProps) => (
  <Link className={cx(buttonClass({ look, size, icon }), className)} {...rest}>
    {children}
    <LinkProgress />
  </Link>
)
