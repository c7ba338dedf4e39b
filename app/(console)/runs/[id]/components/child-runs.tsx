"use client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import Link from "next/link"
import { failureOf, useTRPC } from "@/app/hooks/trpc"
import { useLiveMessages } from "@/app/hooks/use-live-feed"
import { Button } from "@/app/ui/button"
import { ErrorBanner } from "@/app/ui/error-banner"
import { SectionHeading } from "@/app/ui/section-heading"
import { RunStatusBadge } from "@/app/ui/status-badge"
import { TimeStamp } from "@/app/ui/time-stamp"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { RunId } from "@/server/domain/ids"
import type { RunSummary } from "@/server/domain/run"

/** The runs below this one, as they happen; nothing where there is none. They end with it at the latest. */
export const ChildRuns = ({ id, initial }: { readonly id: RunId; readonly initial: ReadonlyArray<RunSummary> | undefined }) => {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery({ ...trpc.runs.children.queryOptions({ id }), ...(initial !== undefined && { initialData: initial }) })
  const key = trpc.runs.children.queryKey({ id })
  useLiveMessages(
    (messages) => {
      if (messages.some((message) => message.type === "refetch" || message.run.parentRunId === id)) void client.invalidateQueries({ queryKey: key })
    },
    { asOf: undefined }
  )
  if (query.isError && query.data === undefined)
    return (
      <ErrorBanner
        title="The runs below this one could not be read."
        requestId={failureOf(query.error)?.requestId}
        action={<Button onClick={() => void query.refetch()}>Retry</Button>}
      >
        Whether there are any is not known.
      </ErrorBanner>
    )
  const children = query.data ?? []
  if (children.length === 0) return null
  return (
    <section aria-label="Runs below this one">
      <SectionHeading aside={<span className="text-text-subtle tabular-nums">{children.length}</span>}>Runs below this one</SectionHeading>
      <ul className="overflow-hidden rounded-md border border-border">
        {children.map((run) => (
          <li key={run.id} className="flex min-h-9 items-center gap-3 border-b border-border px-3 py-1.5 last:border-b-0">
            <span className="w-[132px] flex-none">
              <RunStatusBadge run={run} />
            </span>
            <Link href={`/runs/${run.id}`} className="title-mono min-w-0 flex-1 truncate underline-offset-3 hover:underline">
              <VisibleText text={run.title} />
            </Link>
            <TimeStamp at={run.startedAt} show="ago" className="flex-none text-xs text-text-muted tabular-nums" />
          </li>
        ))}
      </ul>
    </section>
  )
}
