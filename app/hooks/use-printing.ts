"use client"
import { useEffect, useState } from "react"
import { flushSync } from "react-dom"

/** More rows than these are not put on paper at once; how many are left out stands below them. */
export const mostPrinted = 2000

/** Whether the page is put on paper right now: then rows are drawn that nobody sees on the screen. */
export const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const paper = matchMedia("print")
    // At once: the browser draws the paper as soon as it has told of it.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    const follow = () => (paper.matches ? begin() : end())
    addEventListener("beforeprint", begin)
    addEventListener("afterprint", end)
    paper.addEventListener("change", follow)
    return () => {
      removeEventListener("beforeprint", begin)
      removeEventListener("afterprint", end)
      paper.removeEventListener("change", follow)
    }
  }, [])
  return printing
}
