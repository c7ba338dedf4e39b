"use client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import Link from "next/link"
import { handedOver } from "@/app/hooks/handed-over"
import { withChild } from "@/app/hooks/live-queries"
import { failureOf, useTRPC } from "@/app/hooks/trpc"
import { useLiveMessages } from "@/app/hooks/use-live-feed"
import { Button } from "@/app/ui/button"
import { ErrorBanner } from "@/app/ui/error-banner"
import { SectionHeading } from "@/app/ui/section-heading"
import { RunStatusBadge } from "@/app/ui/status-badge"
import { TimeStamp } from "@/app/ui/time-stamp"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { RunId } from "@/server/domain/ids"
import type { RouterOutputs } from "@/server/trpc/router"

type Below = RouterOutputs["runs"]["children"]

/** The runs below this one, as they happen; nothing where there is none. They end with it at the latest. */
export const ChildRuns = ({ id, initial }: { readonly id: RunId; readonly initial: Below | undefined }) => {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery({ ...trpc.runs.children.queryOptions({ id }), ...handedOver(initial) })
  const key = trpc.runs.children.queryKey({ id })
  useLiveMessages(
    (messages) => {
      const told = messages.flatMap((message) => (message.type === "run" && message.run.parentRunId === id ? [message.run] : []))
      if (messages.some(({ type }) => type === "refetch")) void client.invalidateQueries({ queryKey: key })
      else if (told.length > 0) client.setQueryData(key, (known) => (known === undefined ? undefined : told.reduce<Below>(withChild, known)))
    },
    { asOf: query.data?.asOf }
  )
  const children = query.data?.items ?? []
  const failed = query.isError && (
    <ErrorBanner
      title="The runs below this one could not be read."
      requestId={failureOf(query.error)?.requestId}
      action={<Button onClick={() => void query.refetch()}>Retry</Button>}
    >
      {query.data === undefined ? "Whether there are any is not known." : "What is shown of them may be out of date."}
    </ErrorBanner>
  )
  if (children.length === 0) return failed
  return (
    <section aria-label="Runs below this one">
      {failed}
      <SectionHeading aside={<span className="text-text-subtle tabular-nums">{query.data?.hasMore ? `the first ${children.length}` : children.length}</span>}>
        Runs below this one
      </SectionHeading>
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
