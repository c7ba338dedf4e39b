import type { Interaction } from "@/server/domain/interaction"

/** At most so many receipts stay: the Approvals tab has all of them. */
const mostReceipts = 3

/** Open questions in the order in which they were asked, then what was decided meanwhile, newest first. */
export const pinnedQuestions = (all: ReadonlyArray<Interaction>, seen: ReadonlySet<string>): ReadonlyArray<Interaction> => {
  const pending = all.filter((question) => question.status === "pending").toSorted((a, b) => a.createdAt - b.createdAt)
  const decided = all
    .filter((question) => question.status !== "pending" && seen.has(question.id))
    .toSorted((a, b) => (b.resolvedAt ?? 0) - (a.resolvedAt ?? 0))
    .slice(0, mostReceipts)
  return [...pending, ...decided]
}
