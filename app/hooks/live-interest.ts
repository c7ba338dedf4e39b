import type { RunId } from "@/server/domain/ids"
import { isOlder } from "./live-log"

/** What a handler of the feed wants to hear. */
export type LiveInterest = {
  /** The resume point that came with the data which the handler keeps up to date. */
  readonly asOf: string | undefined
  /** Runs whose every event is wanted. */
  readonly runs: ReadonlyArray<RunId>
}

/** Whether events are wanted from before a subscription's beginning. */
export const beginsBefore = (interest: LiveInterest | undefined, from: string | undefined): boolean =>
  interest?.asOf !== undefined && interest.runs.length > 0 && from !== undefined && isOlder(interest.asOf, from)
