"use client"
import { useQuery } from "@tanstack/react-query"
import { failureOf, useTRPC } from "@/app/hooks/trpc"
import { Button } from "@/app/ui/button"
import { ErrorBanner } from "@/app/ui/error-banner"
import { ProgramDiff } from "@/app/ui/program-diff"
import type { RunId } from "@/server/domain/ids"

/** What is other in this program than in that of the run which it runs again. */
export const OriginalDiff = ({ of, code }: { readonly of: RunId; readonly code: string }) => {
  const trpc = useTRPC()
  const query = useQuery({ ...trpc.runs.get.queryOptions({ id: of }), select: ({ run }) => run.code, gcTime: 0 })
  if (query.isError)
    return (
      <ErrorBanner
        title="The original could not be read."
        requestId={failureOf(query.error)?.requestId}
        action={<Button onClick={() => void query.refetch()}>Retry</Button>}
      >
        It may have been deleted since.
      </ErrorBanner>
    )
  return query.data === undefined ? (
    <p className="px-4 py-3 text-text-muted">Reading the original</p>
  ) : (
    <ProgramDiff before={query.data} after={code} label="Changes to the original" />
  )
}
