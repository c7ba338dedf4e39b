"use client"
import { useMemo, useState } from "react"
import { Button } from "./button"
import { CopyButton } from "./copy-button"
import { cx } from "./cx"
import { Icon } from "./icons"
import { beginsOpen, childrenOf, type JsonNode, nodeOf, sizeWords } from "./json-nodes"
import { VisibleText } from "./untrusted-text"

interface Props {
  readonly value: unknown
  readonly label: string
  readonly className?: string | undefined
}

/** How many entries of one list or object are drawn at first, and with each further step. */
const step = 100
/** Longer texts are cut; all of them is one step away. */
const textStep = 2_000

/** A value as a tree that opens and closes. Whatever its size, only what is open is drawn. */
export const JsonViewer = ({ value, label, className }: Props) => {
  const root = useMemo(() => nodeOf(value), [value])
  return (
    <div className={cx("group/json relative overflow-hidden rounded-md border border-border bg-surface-sunken", className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="mono max-h-[480px] overflow-auto py-2 pr-3 pl-3 leading-5 -outline-offset-2">
        <Node node={root} open={beginsOpen(root, 0)} depth={0} />
      </section>
      <div className="absolute top-1 right-1 flex items-center gap-1 rounded-sm bg-surface-sunken pl-2">
        <span className="text-2xs text-text-subtle">{sizeWords(value)}</span>
        <CopyButton text={() => (typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "undefined"))} label={`Copy ${label}`} />
      </div>
    </div>
  )
}

const tone: Record<JsonNode["kind"], string> = {
  text: "text-code-string",
  number: "text-code-number",
  boolean: "text-code-number",
  null: "text-text-subtle",
  list: "",
  object: ""
}

const Node = ({ node, name, open: initial, depth }: { readonly node: JsonNode; readonly name?: string; readonly open: boolean; readonly depth: number }) => {
  const [open, setOpen] = useState(initial)
  const key =
    name === undefined ? null : (
      <span className="text-text-muted">
        <VisibleText text={name} />:{" "}
      </span>
    )
  if (node.kind !== "list" && node.kind !== "object") {
    return (
      <div className="pl-4 wrap-anywhere whitespace-pre-wrap">
        {key}
        <Leaf node={node} />
      </div>
    )
  }
  const [left, right] = node.kind === "list" ? ["[", "]"] : ["{", "}"]
  if (node.count === 0) {
    return (
      <div className="pl-4">
        {key}
        <span className="text-text-subtle">{left + right}</span>
      </div>
    )
  }
  return (
    <div>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className="flex w-full items-start rounded-xs text-left hover:bg-surface-hover">
        <Icon name={open ? "chevron-down" : "chevron-right"} size={12} className="mt-1 mr-1 text-text-subtle" />
        <span className="min-w-0 wrap-anywhere">
          {key}
          <span className="text-text-subtle">
            {left}
            {!open && `… ${right} ${node.count} ${node.kind === "list" ? (node.count === 1 ? "item" : "items") : node.count === 1 ? "key" : "keys"}`}
          </span>
        </span>
      </button>
      {open && (
        <>
          <Children node={node} depth={depth + 1} />
          <div className="pl-4 text-text-subtle">{right}</div>
        </>
      )}
    </div>
  )
}

const Children = ({ node, depth }: { readonly node: Extract<JsonNode, { readonly count: number }>; readonly depth: number }) => {
  const [most, setMost] = useState(step)
  return (
    <div className="pl-4">
      {childrenOf(node, most).map((child) => (
        <Node key={child.name} name={child.name} node={child.node} open={beginsOpen(child.node, depth)} depth={depth} />
      ))}
      {most < node.count && (
        <Button look="ghost" size="sm" className="font-sans" onClick={() => setMost(most + step * 10)}>
          Show {Math.min(step * 10, node.count - most)} more of {node.count - most}
        </Button>
      )}
    </div>
  )
}

const Leaf = ({ node }: { readonly node: Extract<JsonNode, { readonly text: string }> }) => {
  const [most, setMost] = useState(textStep)
  return (
    <span className={tone[node.kind]}>
      <VisibleText text={node.text.length > most ? `${node.text.slice(0, most)}…` : node.text} />
      {node.text.length > most && (
        <Button size="sm" className="ml-2 font-sans" onClick={() => setMost(most * 50)}>
          Show more of {node.text.length} characters
        </Button>
      )}
    </span>
  )
}
