"use client"
import { useEffect, useState } from "react"
import { Button } from "./button"
import { CopyButton } from "./copy-button"
import { Icon } from "./icons"
import { beginsOpen, type JsonEntry, type JsonNode, type JsonPath, pathText, textStep } from "./json-nodes"
import type { JsonReader } from "./json-reader"
import { VisibleText } from "./untrusted-text"

/** How many entries of one list or object are drawn at first, and with each further step. */
const step = 100
/** A leaf is never drawn longer: all of it is in the download. */
const mostText = 20_000

interface Props {
  readonly reader: JsonReader
  readonly node: JsonNode
  readonly path: JsonPath
  /** What the value is called, for the paths that are copied. */
  readonly base: string
  readonly depth?: number
  readonly name?: string | number
}

const tone: Record<JsonNode["kind"], string> = {
  text: "text-code-string",
  number: "text-code-number",
  boolean: "text-code-number",
  null: "text-text-subtle",
  list: "",
  object: ""
}

/** A value as a tree that opens and closes; only what is open is asked for and drawn. */
export const JsonTree = ({ reader, node, path, base, depth = 0, name }: Props) => {
  const [open, setOpen] = useState(() => beginsOpen(node, depth))
  const key =
    name === undefined ? null : (
      <span className="text-text-muted">
        <VisibleText text={String(name)} />:{" "}
      </span>
    )
  const copy =
    name === undefined ? null : (
      <CopyButton
        text={() => pathText(base, path)}
        label={`Copy path ${pathText(base, path).slice(0, 120)}`}
        className="-my-0.5 ml-1 size-6! opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100"
      />
    )
  if ("text" in node) {
    return (
      <div className="group/row flex items-start pl-4">
        <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
          {key}
          <Leaf reader={reader} node={node} path={path} />
        </span>
        {copy}
      </div>
    )
  }
  const [left, right] = node.kind === "list" ? ["[", "]"] : ["{", "}"]
  if (node.count === 0) {
    return (
      <div className="group/row flex items-start pl-4">
        <span>
          {key}
          <span className="text-text-subtle">{left + right}</span>
        </span>
        {copy}
      </div>
    )
  }
  return (
    <div>
      <div className="group/row flex items-start">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-start rounded-xs text-left hover:bg-surface-hover"
        >
          <Icon name={open ? "chevron-down" : "chevron-right"} size={12} className="mt-1 mr-1 text-text-subtle" />
          <span className="min-w-0 wrap-anywhere">
            {key}
            <span className="text-text-subtle">
              {left}
              {!open && `… ${right} ${countWords(node)}`}
            </span>
          </span>
        </button>
        {copy}
      </div>
      {open && (
        <>
          <Children reader={reader} path={path} base={base} depth={depth + 1} count={node.count} />
          <div className="pl-4 text-text-subtle">{right}</div>
        </>
      )}
    </div>
  )
}

const countWords = ({ kind, count }: Extract<JsonNode, { readonly count: number }>): string =>
  `${count} ${kind === "list" ? (count === 1 ? "item" : "items") : count === 1 ? "key" : "keys"}`

const Children = ({ reader, path, base, depth, count }: Pick<Props, "reader" | "path" | "base"> & { readonly depth: number; readonly count: number }) => {
  const [entries, setEntries] = useState<ReadonlyArray<JsonEntry> | null>(() => reader.entriesNow?.(path, 0, step) ?? null)
  const [most, setMost] = useState(step)
  const have = entries?.length ?? 0
  const wanted = Math.min(most, count)
  useEffect(() => {
    if (have >= wanted) return
    let isOurs = true
    reader.entries(path, have, wanted - have).then(
      (more) => isOurs && setEntries((before) => [...(before ?? []), ...more]),
      () => undefined
    )
    return () => {
      isOurs = false
    }
  }, [reader, path, have, wanted])
  return (
    <div className="pl-4">
      {entries === null && <div className="pl-4 text-text-subtle">…</div>}
      {entries?.map((entry) => (
        <JsonTree key={entry.key} reader={reader} node={entry.node} path={[...path, entry.key]} base={base} depth={depth} name={entry.key} />
      ))}
      {have < count && have >= wanted && (
        <Button look="ghost" size="sm" className="font-sans" onClick={() => setMost(most + step * 2)}>
          Show {Math.min(step * 2, count - have)} more of {count - have}
        </Button>
      )}
    </div>
  )
}

const Leaf = ({ reader, node: given, path }: Pick<Props, "reader" | "path"> & { readonly node: Extract<JsonNode, { readonly text: string }> }) => {
  const [node, setNode] = useState(given)
  const cut = node.kind === "text" && node.length > textStep
  const shown = node.text.length > textStep + 2
  const more = () =>
    void reader.node(path, mostText).then(
      (next) => "text" in next && setNode(next),
      () => undefined
    )
  return (
    <span className={tone[node.kind]}>
      <VisibleText text={cut && !(shown && node.length <= mostText) ? `${node.text.slice(0, -1)}…` : node.text} />
      {cut && !shown && (
        <Button size="sm" className="ml-2 font-sans" onClick={more}>
          Show more of {node.length} characters
        </Button>
      )}
      {cut && shown && node.length > mostText && <span className="ml-2 font-sans text-2xs text-text-subtle">of {node.length} characters</span>}
    </span>
  )
}
