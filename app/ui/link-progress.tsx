"use client"
import { useLinkStatus } from "next/link"

/** Inside a link: a bar of 2 px at the top of the window while its page is on the way, after 150 ms. */
export const LinkProgress = () => {
  const { pending } = useLinkStatus()
  return pending ? <span className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 animate-[appear_1ms_150ms_both] bg-accent" aria-hidden="true" /> : null
}
