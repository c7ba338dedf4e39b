import Link from "next/link"
import { cx } from "@/app/ui/cx"
import { Icon, type IconName } from "@/app/ui/icons"
import { sourceGroups } from "../source-groups"
import { type ToolsView, toolsHref } from "../tools-address"
import type { Source, ToolItem } from "../tools-parts"

interface Props {
  readonly view: ToolsView
  /** Null when they could not be read. */
  readonly sources: ReadonlyArray<Source> | null
  readonly all: ReadonlyArray<ToolItem> | null
}

/** Where tools come from: all of them, the built-in sources, and the team's own. */
export const SourceList = ({ view, sources, all }: Props) => {
  const { own, others, counts } = sourceGroups(sources, all)
  const href = (source: string | null) => toolsHref(view, { source, tool: null, removing: false })
  return (
    <nav aria-label="Sources" className="grid gap-px px-2 py-2.5 max-md:px-1.5">
      <Row href={href(null)} current={view.source === null} icon="wrench" name="All sources" note="" count={all?.length ?? null} />
      <Heading>Your team's</Heading>
      {own === null ? <Note>Could not be read</Note> : own.length === 0 && <Note>None yet</Note>}
      {own?.map(({ name, baseUrl, toolCount, status }) => (
        <Row
          key={name}
          href={href(name)}
          current={view.source === name}
          icon={status === "error" ? "failed" : "link"}
          failed={status === "error"}
          name={name}
          note={hostOf(baseUrl)}
          count={toolCount}
        />
      ))}
      <Heading>{own === null ? "All with tools" : "Built in"}</Heading>
      {others === null && <Note>Could not be read</Note>}
      {others?.map((name) => (
        <Row key={name} href={href(name)} current={view.source === name} icon="prompt" name={name} note="" count={counts.get(name) ?? 0} />
      ))}
    </nav>
  )
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const Heading = ({ children }: { readonly children: string }) => <h2 className="px-2 pt-3 pb-1 text-xs font-medium text-text-muted">{children}</h2>

const Note = ({ children }: { readonly children: string }) => <p className="px-2 py-1 text-xs text-text-muted">{children}</p>

interface RowProps {
  readonly href: string
  readonly current: boolean
  readonly icon: IconName
  readonly failed?: boolean
  readonly name: string
  readonly note: string
  /** Null: not known. */
  readonly count: number | null
}

const Row = ({ href, current, icon, failed = false, name, note, count }: RowProps) => (
  <Link
    href={href}
    {...(current && { "aria-current": "true" as const })}
    className={cx(
      "flex min-h-8 items-center gap-2 rounded-md px-2 py-1 -outline-offset-1 max-md:min-h-11",
      current ? "bg-surface-active font-emphasis" : "hover:bg-surface-hover"
    )}
  >
    <Icon name={icon} size={14} className={failed ? "text-failed" : "text-text-subtle"} />
    <span className="min-w-0 flex-1">
      <span className="block truncate">{name}</span>
      {note !== "" && <span className="block truncate text-xs font-normal text-text-muted">{note}</span>}
      {failed && <span className="sr-only">its last refresh failed</span>}
    </span>
    <span className="text-xs font-normal text-text-muted tabular-nums">{count}</span>
  </Link>
)
