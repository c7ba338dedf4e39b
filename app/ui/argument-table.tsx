"use client"
import { useMemo, useState } from "react"
import { type ArgumentRow, argumentRows, beginningOf, moreRows, shownRows } from "./argument-rows"
import { Button } from "./button"
import { cx } from "./cx"
import { RawJson } from "./raw-json"
import { SectionHeading } from "./section-heading"
import { Untrusted, VisibleText } from "./untrusted-text"

interface Props {
  readonly args: unknown
  /** Who wrote the free text among them. */
  readonly from: "agent" | "program" | "tool"
  /** What has been expanded; without it everything that is long is shown in full. */
  readonly expanded?: ReadonlySet<string> | undefined
  readonly onExpand?: ((path: string) => void) | undefined
  /** Rows of the run's page are lower than those of the inbox. */
  readonly dense?: boolean | undefined
  readonly empty?: string | undefined
}

/** Arguments in two columns, every leaf with its path. What is cut off says so and leads to the rest. */
export const ArgumentTable = ({ args, from, expanded, onExpand, dense = false, empty = "No arguments" }: Props) => {
  const rows = useMemo(() => argumentRows(args), [args])
  const all = expanded === undefined || expanded.has(moreRows)
  const shown = all ? rows : rows.slice(0, shownRows)
  if (rows.length === 0) return <p className="mono rounded-md border border-border px-2.5 py-1.5 leading-5 text-text-muted">{empty}</p>
  return (
    <dl className="mono overflow-hidden rounded-md border border-border">
      {shown.map((row) => (
        <Row key={row.path} row={row} from={from} dense={dense} open={expanded === undefined || expanded.has(row.path)} onExpand={onExpand} />
      ))}
      {shown.length < rows.length && (
        <div className="border-t border-border bg-surface-sunken px-1.5 py-1">
          <Button look="ghost" size="sm" onClick={() => onExpand?.(moreRows)}>
            Show {rows.length - shown.length} more values
          </Button>
        </div>
      )}
    </dl>
  )
}

const Row = ({
  row,
  from,
  dense,
  open,
  onExpand
}: {
  readonly row: ArgumentRow
  readonly from: Props["from"]
  readonly dense: boolean
  readonly open: boolean
  readonly onExpand: Props["onExpand"]
}) => {
  const cut = row.long && !open
  const padding = dense ? "px-2.5 py-[3px] leading-5" : "px-2.5 py-1.5 leading-5"
  return (
    <div className="grid grid-cols-[152px_minmax(0,1fr)] border-t border-border first:border-t-0 max-md:grid-cols-[134px_minmax(0,1fr)] max-sm:grid-cols-[minmax(96px,34%)_minmax(0,1fr)]">
      <dt className={cx(padding, "border-r border-border bg-surface-sunken wrap-anywhere text-text-muted")}>
        <VisibleText text={row.path} spaces />
      </dt>
      <dd className={cx(padding, "wrap-anywhere whitespace-pre-wrap", row.kind === "null" || row.kind === "empty" ? "text-text-subtle" : undefined)}>
        <VisibleText text={cut ? `${beginningOf(row.text)}…` : row.text} spaces />
        {cut && (
          <Button size="sm" className="ml-2 align-middle font-sans" onClick={() => onExpand?.(row.path)}>
            Show all {row.text.length.toLocaleString("en").replaceAll(",", " ")} characters
          </Button>
        )}
        {row.free && (
          <>
            {" "}
            <Untrusted from={from} />
          </>
        )}
      </dd>
    </div>
  )
}

/** The same with its heading, and the raw JSON on request. */
export const ArgumentSection = ({ title = "Arguments", ...table }: Props & { readonly title?: string }) => {
  const [raw, setRaw] = useState(false)
  return (
    <>
      <SectionHeading
        aside={
          <Button look="ghost" size="sm" className="-my-1" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            {raw ? "Table" : "Raw JSON"}
          </Button>
        }
      >
        {title}
      </SectionHeading>
      {raw ? <RawJson value={table.args} label={`${title} as JSON`} /> : <ArgumentTable {...table} />}
    </>
  )
}
