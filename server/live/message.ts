import type { InteractionId } from "../domain/ids"
import type { Interaction } from "../domain/interaction"
import type { RunSummary } from "../domain/run"
import type { RunEvent } from "../domain/run-event"

export type LiveMessage =
  | {
      readonly type: "run"
      readonly run: RunSummary
      /** Only for the runs that the subscriber named. */
      readonly event?: RunEvent
      /** The event's one large value is left out: it is read by itself. */
      readonly isCut?: boolean
      /** When an interaction was opened, decided or closed: as it is now. */
      readonly interaction?: Interaction
      /** Pending interactions of the team. */
      readonly pendingCount: number
    }
  /** The subscriber fell behind, or asked for more than is worth replaying: read everything again, then follow from here. */
  | { readonly type: "refetch" }

/** All that had happened when the subscription began has been sent; what follows happens now. Said once a subscription. */
export interface CaughtUp {
  readonly type: "caught-up"
}

export interface LiveItem<M = LiveMessage> {
  /** The resume point: everything up to here has been sent. */
  readonly id: string
  readonly message: M
}

/** Somebody who looks at a question, as others are told. */
export interface Looker {
  readonly id: string
  readonly label: string
}

export interface Looking {
  readonly interactionId: InteractionId
  readonly people: ReadonlyArray<Looker>
}

/** All that is to be said of who looks at what; takes the place of what was said before. */
export interface PresenceMessage {
  readonly type: "presence"
  readonly looking: ReadonlyArray<Looking>
}
