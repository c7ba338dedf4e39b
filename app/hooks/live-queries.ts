"use client"
import type { QueryClient } from "@tanstack/react-query"
import type { RunId } from "@/server/domain/ids"
import type { Interaction } from "@/server/domain/interaction"
import type { Run, RunSummary } from "@/server/domain/run"
import type { LiveMessage } from "@/server/trpc/router"
import { endsUntold, type KnownRun, withInteraction, withMessage, withSummary } from "./run-changes"
import type { useTRPC } from "./trpc"

type Trpc = ReturnType<typeof useTRPC>

/** What an answer says goes into every copy that the page shows of the question and its run. */
export const rememberAnswer = (client: QueryClient, trpc: Trpc, interaction: Interaction, summary: RunSummary | null): void => {
  const key = trpc.runs.get.queryKey({ id: interaction.runId })
  const known = client.getQueryData(key)
  const isUntold = known !== undefined && summary !== null && endsUntold(known.run, summary)
  const withBoth = (run: Run): Run => withInteraction(summary === null ? run : withSummary(run, summary), interaction)
  client.setQueryData(key, (known) => (known === undefined ? undefined : { ...known, run: withBoth(known.run) }))
  client.setQueryData(trpc.interactions.get.queryKey({ id: interaction.id }), (known) =>
    known === undefined ? undefined : { ...known, interaction: newer(known.interaction, interaction), run: withBoth(known.run) }
  )
  if (isUntold) void client.invalidateQueries({ queryKey: key })
}

/** A decision never changes again; that the run acted upon it comes later. Before it, votes and edits count up. */
export const newer = (known: Interaction, next: Interaction): Interaction =>
  known.status === "pending" ? (next.status === "pending" && (known.revision ?? 0) > (next.revision ?? 0) ? known : next) : decided(known, next)

const decided = (known: Interaction, next: Interaction): Interaction =>
  next.status === "pending" || ((known.appliedAt ?? null) !== null && (next.appliedAt ?? null) === null) ? known : next

/** Messages in order on one run; null when it has to be read again. */
export const followed = (known: KnownRun, messages: ReadonlyArray<LiveMessage>): KnownRun | null => {
  let state = known
  for (const message of messages) {
    const next = withMessage(state, message)
    if (next === "refetch") return null
    state = next
  }
  return state
}

/** Among the runs below one, oldest first; `hasMore`: later ones are left out, and stay so. */
export const withChild = <Below extends { readonly items: ReadonlyArray<RunSummary>; readonly hasMore: boolean }>(below: Below, run: RunSummary): Below => {
  const before = below.items.find(({ id }) => id === run.id)
  if (before === undefined) return below.hasMore ? below : { ...below, items: [...below.items, run].sort((a, b) => a.startedAt - b.startedAt) }
  return before.version >= run.version ? below : { ...below, items: below.items.map((one) => (one.id === run.id ? run : one)) }
}

/** The runs whose every event is worth having: one that is over has none left. */
export const stillToCome = (run: Run | undefined): ReadonlyArray<RunId> => (run === undefined || run.finishedAt !== null ? [] : [run.id])
