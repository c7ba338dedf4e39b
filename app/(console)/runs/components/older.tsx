"use client"
import { type RefObject, useEffect, useEffectEvent, useRef } from "react"
import { onPlainClick } from "@/app/hooks/use-url-state"
import { ButtonLink } from "@/app/ui/button-link"

export type OlderProps = {
  readonly href: string
  readonly isLoading: boolean
  /** Why the last attempt failed. The next one is then the reader's: a server that fails is not asked again and again. */
  readonly failure: string | null
  readonly load: () => void
  readonly pane: RefObject<HTMLDivElement | null>
}

/** The next page: read when the end comes into sight; before JavaScript has loaded, a link. */
export const Older = ({ href, isLoading, failure, load, pane }: OlderProps) => {
  const end = useRef<HTMLDivElement>(null)
  const read = useEffectEvent(load)
  const mayRead = !isLoading && failure === null
  useEffect(() => {
    if (end.current === null || !mayRead) return
    const root = pane.current !== null && getComputedStyle(pane.current).overflowY === "auto" ? pane.current : null
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && read(), { root, rootMargin: "320px" })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [mayRead, pane])
  return (
    <div ref={end} className="flex flex-wrap items-center justify-center gap-2 px-4 py-3">
      {failure !== null && (
        <span role="alert" className="text-failed-text">
          Older runs could not be read. {failure}
        </span>
      )}
      <ButtonLink href={href} look={failure === null ? "ghost" : "default"} prefetch={false} onClick={onPlainClick(load)}>
        {isLoading ? "Reading older runs" : failure === null ? "Older runs" : "Try again"}
      </ButtonLink>
    </div>
  )
}
