import { type DecideRequest, ruleIn } from "./decide-plan"
import type { OpenRequest, WishRequest } from "./open-plan"
import { endsRun, type StepRequest } from "./step-layout"
import type { SubmitRequest } from "./submit-plan"

export type WriteRequest = SubmitRequest | OpenRequest | StepRequest | DecideRequest | WishRequest

/** Of one flush: small enough to keep neither the database nor the event loop long. */
const mostRequests = 500
const mostBytes = 16 << 20

/** A request and roughly how many bytes travel for it. */
export interface Waiting {
  readonly request: WriteRequest
  readonly bytes: number
}

/**
 * What can go into one transaction: one request per run, so that their order need not be kept inside it. Consecutive steps
 * of one owner become one. The rest keeps its order for the next flush.
 */
export const gather = (
  waiting: ReadonlyArray<Waiting>
): { readonly batch: ReadonlyArray<WriteRequest>; readonly bytes: number; readonly rest: ReadonlyArray<Waiting> } => {
  const batch: Array<WriteRequest> = []
  const rest: Array<Waiting> = []
  const taken = new Map<string, { readonly request: WriteRequest; readonly index: number }>()
  const closed = new Set<string>()
  let bytes = 0
  for (const one of waiting) {
    const { request } = one
    const keys = keysOf(request)
    const earlier = keys.map((key) => taken.get(key)).find((found) => found !== undefined)
    const isFull = batch.length >= mostRequests || (bytes > 0 && bytes + one.bytes > mostBytes)
    const joined = earlier === undefined ? request : join(earlier.request, request)
    if (isFull || joined === null || keys.some((key) => closed.has(key))) {
      rest.push(one)
      for (const key of keys) closed.add(key)
      continue
    }
    bytes += one.bytes
    const index = earlier === undefined ? batch.push(joined) - 1 : earlier.index
    batch[index] = joined
    for (const key of keys) taken.set(key, { request: joined, index })
  }
  return { batch, bytes, rest }
}

const join = (earlier: WriteRequest, request: WriteRequest): StepRequest | null =>
  earlier._tag === "Step" && request._tag === "Step" && earlier.owner === request.owner && !endsRun(earlier)
    ? { ...earlier, parts: [...earlier.parts, ...request.parts] }
    : null

/** Requests with a key in common must not be in one flush. */
const keysOf = (request: WriteRequest): ReadonlyArray<string> => {
  // Of two rules of a team in one transaction neither would see the other one fill the last place.
  if (request._tag === "Decide" && ruleIn(request.decision) !== undefined) return [request.runId, `rules of ${request.before.teamId}`]
  if (request._tag !== "Submit") return [request.runId]
  const { id, teamId, actor, idempotencyKey } = request.run
  return idempotencyKey === undefined ? [id] : [id, JSON.stringify([teamId, actor.id, idempotencyKey])]
}

const perRow = 400

export const bytesOf = (request: WriteRequest): number => {
  switch (request._tag) {
    case "Submit":
      return perRow + request.run.code.length + lengthOf(request.run.args)
    case "Open":
      return perRow + request.entries.reduce((sum, entry) => sum + lengthOf(entry), 0)
    case "Step":
      return request.parts.reduce((sum, { step }) => sum + step.writes.reduce((all, write) => all + perRow + lengthOf(write), 0), 0)
    case "Decide":
      // Its audit entry holds what was shown.
      return perRow + lengthOf(request.decision) + lengthOf(request.before.interaction.args)
    case "Wish":
      return perRow
  }
}

/** Length of the texts in a value, without making its JSON. */
const lengthOf = (value: unknown): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return 8
  let sum = 0
  for (const part of Object.values(value)) sum += 8 + lengthOf(part)
  return sum
}
