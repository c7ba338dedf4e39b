import { createTRPCClient, httpSubscriptionLink } from "@trpc/client"
import superjson from "superjson"
import type { RunId } from "@/server/domain/ids"
import type { AppRouter, LiveMessage } from "@/server/trpc/router"
import { backoffMs } from "./live-state"

export type ConnectionEvents = {
  readonly onOpened: () => void
  /** A ping or anything else from the server. */
  readonly onHeard: () => void
  readonly onLost: () => void
  readonly onMessage: (id: string, message: LiveMessage) => void
  /** The attempt was refused outright, which a new one may not change. */
  readonly onRefused: () => void
}

export type Connection = {
  /** Starts, or starts again with other runs; `from` is the point up to which everything is known. */
  readonly open: (from: string | undefined, runs: ReadonlyArray<RunId>) => void
  /** Now, without waiting for the backoff. */
  readonly retry: () => void
  readonly close: () => void
}

/** tRPC keeps pings to itself; the chip needs them. */
const listening = (onHeard: () => void) =>
  class extends EventSource {
    constructor(url: string | URL, init?: EventSourceInit) {
      super(url, init)
      for (const type of ["connected", "ping", "message"]) this.addEventListener(type, onHeard)
    }
  }

/**
 * The tab's one subscription to `live.feed`. tRPC reconnects by itself while the server answers at all; after a refusal
 * (a restart behind a proxy, an ended session) we start again, slower each time.
 */
export class LiveConnection implements Connection {
  private subscription: { unsubscribe: () => void } | undefined
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private attempt = 0
  /** Closing a subscription calls its callbacks once more; only the newest one's count. */
  private generation = 0
  private lastEventId: string | undefined
  private runs: ReadonlyArray<RunId> = []
  private readonly client

  constructor(private readonly events: ConnectionEvents) {
    this.client = createTRPCClient<AppRouter>({
      links: [httpSubscriptionLink({ url: "/api/trpc", transformer: superjson, EventSource: listening(events.onHeard) })]
    })
  }

  open(from: string | undefined, runs: ReadonlyArray<RunId>): void {
    this.lastEventId = from
    this.runs = runs
    this.connect()
  }

  retry(): void {
    this.attempt = 0
    this.connect()
  }

  close(): void {
    this.generation += 1
    clearTimeout(this.retryTimer)
    this.subscription?.unsubscribe()
    this.subscription = undefined
  }

  private connect(): void {
    this.close()
    const generation = this.generation
    const current = () => generation === this.generation
    this.subscription = this.client.live.feed.subscribe(
      { ...(this.lastEventId !== undefined && { lastEventId: this.lastEventId }), ...(this.runs.length > 0 && { runs: [...this.runs] }) },
      {
        onConnectionStateChange: ({ state }) => {
          if (!current()) return
          if (state === "connecting") this.events.onLost()
          if (state === "pending") {
            this.attempt = 0
            this.events.onOpened()
          }
        },
        onData: ({ id, data }) => {
          if (!current()) return
          this.lastEventId = id
          this.events.onMessage(id, data)
        },
        onError: () => current() && this.refused(),
        // The server ended the stream in order (a restart): come back.
        onComplete: () => current() && this.refused()
      }
    )
  }

  private refused(): void {
    this.events.onLost()
    this.events.onRefused()
    clearTimeout(this.retryTimer)
    this.retryTimer = setTimeout(() => this.connect(), backoffMs(this.attempt, Math.random()))
    this.attempt += 1
  }
}
