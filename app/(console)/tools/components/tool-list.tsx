import Link from "next/link"
import { Button } from "@/app/ui/button"
import { ButtonLink } from "@/app/ui/button-link"
import { cx } from "@/app/ui/cx"
import { EmptyState } from "@/app/ui/empty-state"
import { ErrorBanner } from "@/app/ui/error-banner"
import { Icon } from "@/app/ui/icons"
import { VisibleText } from "@/app/ui/untrusted-text"
import { type ToolsView, toolsHref } from "../tools-address"
import type { Settled, ToolItem } from "../tools-parts"
import { PolicyWord } from "./policy-word"

/** So many are drawn; whoever looks for one of thousands searches. */
const mostShown = 200

interface Props {
  readonly view: ToolsView
  readonly tools: Settled<{ readonly items: ReadonlyArray<ToolItem> }>
}

/** The tools of the chosen source, or those that a search finds, best first. */
export const ToolList = ({ view, tools }: Props) => {
  const items = tools.value?.items ?? []
  const where = view.source ?? "all sources"
  return (
    <>
      <search className="flex-none border-b border-border p-3">
        <form action="/tools" className="flex items-center gap-2">
          {view.source !== null && <input type="hidden" name="source" value={view.source} />}
          <label className="field-edge flex h-8 min-w-0 flex-1 items-center gap-2 px-2 text-text-subtle max-md:h-11">
            <Icon name="search" size={14} />
            <span className="sr-only">Search tools</span>
            <input
              type="search"
              name="q"
              defaultValue={view.q}
              placeholder={`Search ${where}`}
              className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-text-subtle max-md:text-[16px]"
            />
          </label>
          <Button type="submit" className="max-md:h-11">
            Search
          </Button>
        </form>
      </search>
      {tools.fault !== null ? (
        <ErrorBanner title="The tools could not be read.">{tools.fault}</ErrorBanner>
      ) : items.length === 0 ? (
        <EmptyState
          title={view.q === "" ? "No tools" : "No tool matches"}
          actions={view.q !== "" && <ButtonLink href={toolsHref(view, { q: "", tool: null })}>Show all of {where}</ButtonLink>}
        >
          {view.q === "" ? "This source offers none." : `Nothing in ${where} has to do with “${view.q}”.`}
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} aria-label="Tools">
          <ul>
            {items.slice(0, mostShown).map((item) => (
              <Row key={item.path} item={item} view={view} />
            ))}
          </ul>
          {items.length > mostShown && <p className="px-4 py-3 text-xs text-text-muted">{items.length - mostShown} more: search for them.</p>}
        </section>
      )}
    </>
  )
}

const Row = ({ item, view }: { readonly item: ToolItem; readonly view: ToolsView }) => {
  const current = item.path === view.tool
  return (
    <li className="border-b border-border">
      <Link
        href={toolsHref(view, { tool: item.path, removing: false })}
        scroll={false}
        {...(current && { "aria-current": "true" as const })}
        className={cx("flex min-w-0 items-center gap-3 px-4 py-2 -outline-offset-2 max-md:px-3.5", current ? "bg-surface-selected" : "hover:bg-surface-hover")}
      >
        <span className="min-w-0 flex-1">
          <span className="mono block truncate leading-[18px]">{item.path}</span>
          <span className="block truncate text-xs text-text-muted">
            <VisibleText text={item.description.split("\n", 1)[0] ?? ""} />
          </span>
        </span>
        <PolicyWord policy={item.policy} />
      </Link>
    </li>
  )
}
