import { isOver } from "@/app/ui/run-status"
import type { RunSummary } from "@/server/domain/run"
import type { LiveMessage } from "@/server/trpc/router"

/*
 * What a screen reader is told of the live feed: what came and ended within some seconds, in one sentence. Pure.
 */

/** What was heard since the last sentence. */
export interface Heard {
  readonly began: ReadonlySet<string>
  readonly ended: ReadonlyMap<string, RunSummary["status"]>
}

export const nothingHeard: Heard = { began: new Set(), ended: new Map() }

export interface Known {
  /** Runs that began before are not news. */
  readonly since: number
  /** Said already; the feed may repeat. */
  readonly began: ReadonlySet<string>
  readonly ended: ReadonlySet<string>
}

export const heardWith = (heard: Heard, messages: ReadonlyArray<LiveMessage>, known: Known): Heard => {
  const began = new Set(heard.began)
  const ended = new Map(heard.ended)
  for (const message of messages) {
    if (message.type !== "run") continue
    const { id, status, startedAt } = message.run
    if (startedAt > known.since && !known.began.has(id)) began.add(id)
    if (isOver(status) && !known.ended.has(id)) ended.set(id, status)
  }
  return { began, ended }
}

const runs = (count: number): string => (count === 1 ? "1 run" : `${count} runs`)

/** `3 new runs, 2 runs completed, 1 run failed, 1 question waits for an answer`; empty when there is nothing to say. */
export const sentenceOf = ({ began, ended }: Heard, pending: { readonly before: number; readonly now: number }): string => {
  const statuses = [...ended.values()]
  const completed = statuses.filter((status) => status === "completed").length
  const failed = statuses.filter((status) => status === "failed").length
  const stopped = statuses.length - completed - failed
  return [
    began.size === 0 ? "" : `${began.size} new ${began.size === 1 ? "run" : "runs"}`,
    completed === 0 ? "" : `${runs(completed)} completed`,
    failed === 0 ? "" : `${runs(failed)} failed`,
    stopped === 0 ? "" : `${runs(stopped)} stopped`,
    pending.now === pending.before
      ? ""
      : pending.now === 0
        ? "nothing waits any more"
        : `${pending.now} ${pending.now === 1 ? "question waits" : "questions wait"} for an answer`
  ]
    .filter((part) => part !== "")
    .join(", ")
}

/** The first sentence gathers for a moment; the next ones come no faster than somebody can listen. */
export const gatherMs = 2000
export const betweenMs = 6000

export const dueIn = (now: number, saidAt: number | null): number => Math.max(gatherMs, saidAt === null ? 0 : saidAt + betweenMs - now)
