"use client"
import { useMemo } from "react"
import { CopyButton } from "./copy-button"
import { JsonFrame } from "./json-frame"
import { sizeWords } from "./json-nodes"
import { readerOf } from "./json-reader"

interface Props {
  readonly value: unknown
  readonly label: string
  /** What it is called in the paths that are copied. */
  readonly base?: string | undefined
  readonly className?: string | undefined
}

/** A value that is at hand, as a tree. */
export const JsonViewer = ({ value, label, base = "value", className }: Props) => {
  const reader = useMemo(() => readerOf(value), [value])
  const size = useMemo(() => sizeWords(value), [value])
  return (
    <JsonFrame
      reader={reader}
      label={label}
      base={base}
      size={size}
      searchable={size !== ""}
      className={className}
      tools={<CopyButton text={() => (typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "undefined"))} label={`Copy ${label}`} />}
    />
  )
}
