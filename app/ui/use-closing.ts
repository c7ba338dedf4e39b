"use client"
import { useRef } from "react"
import type { Opener } from "./opener-state"

type Outside = CustomEvent<{ readonly originalEvent: Event }>

/** How a body closes: its own button closes it by its own click, and has the focus again unless the person went elsewhere. */
export const useClosing = ({ anchor }: Opener) => {
  const wentElsewhere = useRef(false)
  return {
    onInteractOutside: (event: Outside): void => {
      if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
      else wentElsewhere.current = true
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault()
      if (!wentElsewhere.current) anchor.current?.focus()
      wentElsewhere.current = false
    }
  }
}
