"use client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type Ref, useDeferredValue, useMemo, useState } from "react"
import { handedOver } from "@/app/hooks/handed-over"
import { failureOf, useTRPC } from "@/app/hooks/trpc"
import { Button } from "@/app/ui/button"
import { cx } from "@/app/ui/cx"
import { Icon, type IconName } from "@/app/ui/icons"
import { Kbd } from "@/app/ui/kbd"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { RouterOutputs } from "@/server/trpc/router"
import type { Policy } from "../program-notes"

export type CatalogItem = RouterOutputs["tools"]["list"]["items"][number]

interface Props {
  /** All tools; undefined when they could not be read. */
  readonly items: ReadonlyArray<CatalogItem> | undefined
  readonly onInsert: (item: CatalogItem) => void
  readonly search?: Ref<HTMLInputElement> | undefined
}

/** The team's tools beside the editor: what each does, whether it asks first, and a call of it for the program. */
export const ToolCatalogue = ({ items, onInsert, search }: Props) => {
  const trpc = useTRPC()
  const [text, setText] = useState("")
  const wanted = useDeferredValue(text.trim())
  const found = useQuery({ ...trpc.tools.list.queryOptions({ q: wanted }), enabled: wanted !== "", placeholderData: keepPreviousData })
  const all = useQuery({ ...trpc.tools.list.queryOptions({}), ...handedOver(items && { items }) })
  const shown = wanted === "" ? all : found
  const groups = useMemo(() => bySource(shown.data?.items ?? []), [shown.data])
  const total = all.data?.items.length
  return (
    <>
      <search className="block p-3">
        <label className="field-edge flex h-8 items-center gap-2 px-2 text-text-subtle max-md:h-11">
          <Icon name="search" size={14} />
          <span className="sr-only">Search tools</span>
          <input
            ref={search}
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={total === undefined ? "Search tools" : `Search ${total.toLocaleString("en").replaceAll(",", " ")} tools`}
            className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-text-subtle max-md:text-[16px] [&::-webkit-search-cancel-button]:hidden"
          />
          <Kbd className="max-md:hidden">/</Kbd>
        </label>
      </search>
      {shown.isError ? (
        <div role="alert" className="mx-3 grid gap-2 rounded-md border border-failed-line bg-failed-soft px-3 py-2.5 text-failed-text">
          <span>{failureOf(shown.error)?.message ?? "The tools could not be read."}</span>
          <Button size="sm" className="justify-self-start" onClick={() => void shown.refetch()}>
            Retry
          </Button>
        </div>
      ) : shown.isPending ? (
        <p className="px-3.5 py-1.5 text-text-muted">Loading</p>
      ) : groups.length === 0 ? (
        <p className="px-3.5 py-1.5 text-text-muted">No tool matches.</p>
      ) : (
        groups.map(([source, tools]) => <Source key={source} name={source} tools={tools} onInsert={onInsert} />)
      )}
    </>
  )
}

const bySource = (items: ReadonlyArray<CatalogItem>): ReadonlyArray<readonly [string, ReadonlyArray<CatalogItem>]> => {
  const groups = new Map<string, Array<CatalogItem>>()
  for (const item of items) {
    const group = groups.get(item.source)
    if (group === undefined) groups.set(item.source, [item])
    else group.push(item)
  }
  return [...groups]
}

/** So many tools of a source are listed; the rest is found by searching. */
const mostOfSource = 50

const Source = ({
  name,
  tools,
  onInsert
}: {
  readonly name: string
  readonly tools: ReadonlyArray<CatalogItem>
  readonly onInsert: (item: CatalogItem) => void
}) => (
  <details open className="group pb-2">
    <summary className="flex list-none items-baseline gap-[7px] px-3.5 py-1.5 leading-5 -outline-offset-2 [&::-webkit-details-marker]:hidden">
      <Icon name="chevron-right" size={12} className="self-center text-text-subtle transition-transform duration-80 group-open:rotate-90" />
      <b className="font-emphasis">{name}</b>
      <span className="text-xs text-text-subtle tabular-nums">{tools.length === 1 ? "1 tool" : `${tools.length} tools`}</span>
    </summary>
    <ul>
      {tools.slice(0, mostOfSource).map((item) => (
        <Tool key={item.path} item={item} onInsert={onInsert} />
      ))}
    </ul>
    {tools.length > mostOfSource && <p className="px-3.5 py-1 pl-[33px] text-xs text-text-muted">{tools.length - mostOfSource} more: search for them</p>}
  </details>
)

const looks: Record<Policy, { readonly icon: IconName; readonly words: string; readonly className: string }> = {
  allow: { icon: "tick", words: "allowed", className: "text-text-muted" },
  require_approval: { icon: "hand", words: "asks first", className: "text-text-muted" },
  block: { icon: "minus", words: "blocked", className: "text-failed-text" }
}

const Tool = ({ item, onInsert }: { readonly item: CatalogItem; readonly onInsert: (item: CatalogItem) => void }) => {
  const look = looks[item.policy]
  return (
    <li className="group/tool flex min-w-0 items-center gap-2.5 pt-1.5 pr-3 pb-[7px] pl-[33px] focus-within:bg-surface-hover hover:bg-surface-hover max-md:pl-3.5">
      <span className="min-w-0 flex-1">
        <span className="mono block truncate leading-[18px]">{item.path}</span>
        <span className="block truncate text-xs text-text-muted">
          <VisibleText text={item.description} />
        </span>
      </span>
      <span
        className={cx(
          "inline-flex items-center gap-[5px] text-xs whitespace-nowrap md:group-focus-within/tool:sr-only md:group-hover/tool:sr-only",
          look.className
        )}
      >
        <Icon name={look.icon} size={12} />
        {look.words}
      </span>
      <Button
        size="sm"
        onClick={() => onInsert(item)}
        aria-label={`Insert a call of ${item.path}`}
        className="max-md:h-9 md:not-group-hover/tool:not-focus:sr-only"
      >
        Insert
      </Button>
    </li>
  )
}
