import type { Run } from "@/server/domain/run"

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null | undefined): string | null => (at === null || at === undefined ? null : iso(at))

/** The run as the HTTP API shows it: moments are ISO times. */
export const rawRun = (run: Run) => ({
  ...run,
  startedAt: iso(run.startedAt),
  finishedAt: isoOrNull(run.finishedAt),
  waitingSince: isoOrNull(run.waitingSince),
  logs: run.logs.map((line) => ({ ...line, at: iso(line.at) })),
  toolCalls: run.toolCalls.map((call) => ({ ...call, startedAt: iso(call.startedAt), finishedAt: isoOrNull(call.finishedAt) })),
  interactions: run.interactions.map((question) => ({
    ...question,
    createdAt: iso(question.createdAt),
    expiresAt: isoOrNull(question.expiresAt),
    resolvedAt: isoOrNull(question.resolvedAt),
    appliedAt: isoOrNull(question.appliedAt),
    votes: question.votes.map((vote) => ({ ...vote, at: iso(vote.at) }))
  }))
})
