"use client"
import { type ReactNode, useEffect, useState } from "react"
import { Button } from "./button"
import { cx } from "./cx"
import { Icon } from "./icons"
import { type JsonFound, type JsonMatch, type JsonPath, pathText } from "./json-nodes"
import type { JsonReader } from "./json-reader"
import { JsonTree } from "./json-tree"
import { VisibleText } from "./untrusted-text"

interface Props {
  readonly reader: JsonReader
  readonly label: string
  readonly base: string
  readonly size: string
  readonly searchable: boolean
  readonly tools: ReactNode
  readonly className?: string | undefined
}

const mostMatches = 100

/** The box of a value: its tree, or what a search found of it. */
export const JsonFrame = ({ reader, label, base, size, searchable, tools, className }: Props) => {
  const [searching, setSearching] = useState(false)
  const [words, setWords] = useState("")
  /** What of the value is looked at: all of it, or what was picked among the finds. */
  const [at, setAt] = useState<JsonMatch | null>(null)
  const found = useFound(reader, words)
  return (
    <div className={cx("relative overflow-hidden rounded-md border border-border bg-surface-sunken", className)}>
      {searching && (
        <div className="flex items-center gap-2 border-b border-border bg-surface px-2 py-1.5">
          <Icon name="search" size={14} className="text-text-subtle" />
          <input
            // biome-ignore lint/a11y/noAutofocus: somebody has just asked to search
            autoFocus
            type="search"
            value={words}
            onChange={(event) => {
              setWords(event.target.value)
              setAt(null)
            }}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return
              event.stopPropagation()
              setSearching(false)
              setWords("")
              setAt(null)
            }}
            aria-label={`Search ${label}`}
            placeholder="Search keys and values"
            className="h-7 min-w-0 flex-1 rounded-sm bg-transparent text-sm placeholder:text-text-subtle max-md:text-base"
          />
          <span role="status" className="text-2xs text-text-subtle tabular-nums">
            {found === null ? "" : found.more ? `${found.matches.length}+ found` : `${found.matches.length} found`}
          </span>
          <Button
            size="sm"
            look="ghost"
            onClick={() => {
              setSearching(false)
              setWords("")
              setAt(null)
            }}
          >
            Done
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="mono max-h-[480px] overflow-auto py-2 pr-3 pl-3 leading-5 -outline-offset-2">
        {found !== null && at === null ? (
          <Finds found={found} base={base} onPick={setAt} />
        ) : (
          <>
            {at !== null && <Place base={base} path={at.path} onLeave={() => setAt(null)} />}
            <JsonTree key={pathText("", at?.path ?? [])} reader={reader} node={at?.node ?? reader.root} path={at?.path ?? []} base={base} />
          </>
        )}
      </section>
      <div className={cx("absolute right-1 flex items-center gap-1 rounded-sm bg-surface-sunken pl-2", searching ? "top-12" : "top-1")}>
        <span className="text-2xs text-text-subtle">{size}</span>
        {searchable && !searching && (
          <button
            type="button"
            onClick={() => setSearching(true)}
            aria-label={`Search ${label}`}
            title="Search"
            className="grid size-6 place-items-center rounded-sm text-text-muted hover:bg-surface-active hover:text-text"
          >
            <Icon name="search" size={12} />
          </button>
        )}
        {tools}
      </div>
    </div>
  )
}

/** Null while nothing is searched for. */
const useFound = (reader: JsonReader, words: string): JsonFound | null => {
  const [found, setFound] = useState<{ readonly words: string; readonly found: JsonFound } | null>(null)
  useEffect(() => {
    if (words === "") return
    let isOurs = true
    const timer = setTimeout(() => {
      reader.search(words, mostMatches).then(
        (next) => isOurs && setFound({ words, found: next }),
        () => undefined
      )
    }, 150)
    return () => {
      isOurs = false
      clearTimeout(timer)
    }
  }, [reader, words])
  return words === "" || found === null ? null : found.found
}

const Finds = ({ found, base, onPick }: { readonly found: JsonFound; readonly base: string; readonly onPick: (match: JsonMatch) => void }) =>
  found.matches.length === 0 ? (
    <p className="font-sans text-text-muted">Nothing in it says that.</p>
  ) : (
    <ul>
      {found.matches.map((match) => (
        <li key={pathText("", match.path)}>
          <button type="button" onClick={() => onPick(match)} className="grid w-full rounded-xs px-1 py-0.5 text-left hover:bg-surface-hover">
            <span className="wrap-anywhere text-text-muted">
              <VisibleText text={pathText(base, match.path).slice(0, 400)} />
            </span>
            <span className="truncate text-code-string">
              {"text" in match.node ? (
                <VisibleText text={match.node.text} />
              ) : match.node.kind === "list" ? (
                `[… ${match.node.count}]`
              ) : (
                `{… ${match.node.count}}`
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )

const Place = ({ base, path, onLeave }: { readonly base: string; readonly path: JsonPath; readonly onLeave: () => void }) => (
  <p className="mb-1 flex items-center gap-2 font-sans text-xs text-text-muted">
    <Button size="sm" look="ghost" onClick={onLeave}>
      Back to what was found
    </Button>
    <span className="mono min-w-0 truncate">
      <VisibleText text={pathText(base, path).slice(0, 400)} />
    </span>
  </p>
)
