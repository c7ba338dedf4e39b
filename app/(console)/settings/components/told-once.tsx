"use client"
import { type ReactNode, useEffect, useRef } from "react"
import { CopyButton } from "@/app/ui/copy-button"
import { Icon } from "@/app/ui/icons"

type Props = {
  readonly title: string
  /** What is copied: `the token`. */
  readonly label: string
  readonly secret: string
  readonly children: ReactNode
}

/** A link or a secret that is shown this once; give it the secret as its key. Takes the focus, since nobody can ask for it again. */
export const ToldOnce = ({ title, label, secret, children }: Props) => {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section ref={box} tabIndex={-1} aria-label={title} className="grid gap-2 rounded-md border border-completed-line bg-completed-soft p-3">
      <h3 className="flex items-center gap-[7px] font-semibold">
        <Icon name="completed" size={14} className="text-completed" />
        {title}
      </h3>
      <div className="flex items-center gap-1 rounded-md border border-border bg-surface-raised py-1 pr-1 pl-2.5">
        <code className="mono min-w-0 flex-1 text-text select-all wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label={`Copy ${label}`} className="max-md:size-11" />
      </div>
      <p className="text-pretty text-text-muted">{children}</p>
    </section>
  )
}
