"use client"
import { buttonClass } from "@/app/ui/button-class"
import { Icon } from "@/app/ui/icons"
import { JsonViewer } from "@/app/ui/json-viewer"
import { LargeValue } from "@/app/ui/large-value"
import { LazyRows } from "@/app/ui/lazy-rows"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { OutputItem } from "@/server/domain/run"
import { payloadHref, type ShownRun } from "@/server/domain/shown-run"

/** What the program sent while it ran, in order. */
export const OutputList = ({ run }: { readonly run: Pick<ShownRun, "id" | "output" | "omitted"> }) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <LazyRows count={run.output.length} rowHeight={44} chunk={100} render={(index) => <Item key={index} run={run} item={run.output[index]} index={index} />} />
  </ul>
)

interface ItemProps {
  readonly run: Pick<ShownRun, "id" | "omitted">
  readonly item: OutputItem | undefined
  readonly index: number
}

const Item = ({ run, item, index }: ItemProps) => {
  if (item === undefined) return null
  const href = payloadHref(run.id, `output_${index}`)
  const omitted = run.omitted?.output?.[index]
  switch (item.type) {
    case "content":
      return (
        <li className="min-w-0">
          {omitted !== undefined ? (
            <LargeValue href={href} bytes={omitted} label={`Output ${index + 1}`} base={`output[${index}]`} onDemand />
          ) : typeof item.content === "string" ? (
            <p className="mono rounded-md border border-border bg-surface-sunken px-3 py-2 leading-5 wrap-anywhere whitespace-pre-wrap">
              <VisibleText text={item.content.slice(0, 20_000)} />
              {item.content.length > 20_000 && "…"}
            </p>
          ) : (
            <JsonViewer value={item.content} label={`Output ${index + 1}`} base={`output[${index}]`} />
          )}
        </li>
      )
    case "notification":
      return (
        <li className="flex items-start gap-2 px-1 py-1 leading-5 wrap-anywhere">
          <Icon name="quote" size={14} className="mt-[3px] text-text-subtle" />
          <span className="min-w-0">
            <VisibleText text={item.message} />
          </span>
        </li>
      )
    case "file":
      return (
        <li className="flex items-center gap-3 rounded-md border border-border px-3 py-2">
          <span className="min-w-0 flex-1">
            <span className="mono block truncate">
              <VisibleText text={item.name} />
            </span>
            <span className="text-xs text-text-muted">
              <VisibleText text={item.mimeType} />
              {omitted === undefined && ` · ${fileSize(item.data)}`}
            </span>
          </span>
          {/* Never the type it claims: a page of the program's making must not open under this address. */}
          <a
            href={omitted === undefined ? `data:application/octet-stream;base64,${item.data}` : href}
            download={item.name}
            className={buttonClass({ size: "sm" })}
          >
            <Icon name="download" size={14} />
            Download
          </a>
        </li>
      )
  }
}

const fileSize = (base64: string): string => {
  const bytes = Math.floor((base64.length * 3) / 4)
  return bytes < 1000 ? `${bytes} B` : bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
