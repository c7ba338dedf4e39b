"use client"
import { useEffect, useState } from "react"
import { cx } from "./cx"
import { Icon } from "./icons"

/** Copies a text; the icon says for two seconds that it did. `text` may be made when it is asked for. */
export const CopyButton = ({ text, label, className }: { readonly text: string | (() => string); readonly label: string; readonly className?: string }) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    navigator.clipboard?.writeText(typeof text === "string" ? text : text()).then(
      () => setCopied(true),
      () => setCopied(false)
    )
  }
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={label}
      title={label}
      className={cx("grid size-6 flex-none place-items-center rounded-sm text-text-muted hover:bg-surface-active hover:text-text", className)}
    >
      <Icon name={copied ? "tick" : "copy"} size={12} className={cx(copied && "text-completed-text")} />
      <span className="sr-only" aria-live="polite">
        {copied ? "Copied" : ""}
      </span>
    </button>
  )
}
