import { Deferred, Exit } from "effect"
import type { RunId } from "../domain/ids"
import type { JournalEntry } from "../journal/entry"
import { sealEntry } from "./journal-row"
import { type Finish, type Plan, type Request, textIn } from "./plan"
import type { Sealing } from "./sealed"
import { appendOpening, findOwners, findWishes, takeOwnership, wishCancels } from "./sql/open"

/** Becomes the owner of a run whose owner and journal are as the caller last saw them. False: they are not any more. */
export interface OpenRequest extends Request<boolean, never> {
  readonly _tag: "Open"
  readonly runId: RunId
  readonly owner: string
  readonly expectedOwner: string | null
  readonly length: number
  readonly entries: ReadonlyArray<JournalEntry>
}

export const planOpens = (plan: Plan, requests: ReadonlyArray<OpenRequest>, sealing: Sealing): Finish => {
  plan.over(
    takeOwnership,
    requests.map(({ runId, owner, expectedOwner, length }) => ({ runId, owner, expectedOwner, length }))
  )
  plan.over(
    appendOpening,
    requests.flatMap(({ runId, owner, length, entries }) =>
      entries.map((entry, index) => ({ runId, owner, seq: length + index, type: entry._tag, value: sealEntry(sealing, runId, length + index, entry) }))
    )
  )
  const owners = plan.over(
    findOwners,
    requests.map(({ runId }) => ({ runId }))
  )
  return (results) => {
    const ownerOf = new Map(owners(results).map((row) => [textIn(row, "id"), row["owner"]]))
    for (const { runId, owner, done } of requests) Deferred.doneUnsafe(done, Exit.succeed(ownerOf.get(runId) === owner))
  }
}

/** Records that somebody wants the run to stop. False: it is over, or somebody else did before. */
export interface WishRequest extends Request<boolean, never> {
  readonly _tag: "Wish"
  readonly runId: RunId
  /** JSON; says who and why and when, so that one wish is not taken for another. */
  readonly wish: string
}

export const planWishes = (plan: Plan, requests: ReadonlyArray<WishRequest>): Finish => {
  plan.over(
    wishCancels,
    requests.map(({ runId, wish }) => ({ runId, wish }))
  )
  const found = plan.over(
    findWishes,
    requests.map(({ runId }) => ({ runId }))
  )
  return (results) => {
    const wishOf = new Map(found(results).map((row) => [textIn(row, "id"), row["wish"]]))
    for (const { runId, wish, done } of requests) Deferred.doneUnsafe(done, Exit.succeed(wishOf.get(runId) === wish))
  }
}
