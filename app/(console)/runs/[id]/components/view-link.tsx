"use client"
import Link from "next/link"
import type { ReactNode } from "react"
import { type RunViewState, runViewHref } from "../run-view-state"

interface Props {
  readonly path: string
  readonly view: Partial<RunViewState>
  readonly onShow: (view: Partial<RunViewState>) => void
  readonly children: ReactNode
}

/** Leads to another view of the same run, without asking the server again. */
export const ViewLink = ({ path, view, onShow, children }: Props) => (
  <Link
    href={runViewHref(path, view)}
    scroll={false}
    replace
    prefetch={false}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      onShow(view)
    }}
    className="text-accent-text underline-offset-3 hover:underline"
  >
    {children}
  </Link>
)
