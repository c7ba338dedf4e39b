import { createTRPCClient, httpSubscriptionLink } from "@trpc/client"
import superjson from "superjson"
import type { RunId } from "@/server/domain/ids"
import type { AppRouter, LiveMessage } from "@/server/trpc/router"
import type { Ending } from "./live-ending"
import { backoffMs } from "./live-state"

export type ConnectionEvents = {
  /** `heardAt`: when the server was last heard, where that is not now. */
  readonly onOpened: (heardAt?: number) => void
  /** A ping or anything else from the server. */
  readonly onHeard: () => void
  readonly onLost: () => void
  readonly onMessage: (id: string, message: LiveMessage) => void
  /** Everything up to `id` has come that was missing when it was opened. */
  readonly onCaughtUp: (id: string) => void
  /** Retries have ended. */
  readonly onEnded: (how: Ending) => void
  /** Who holds the stream has changed: `open` again, from what is known by now. */
  readonly onResume: () => void
}

export type Connection = {
  /** Starts, or starts again with other runs; `from` is the point up to which everything is known. */
  readonly open: (from: string | undefined, runs: ReadonlyArray<RunId>) => void
  /** Now, without waiting for the backoff. */
  readonly retry: () => void
  readonly close: () => void
}

/** For whom the page was made: the stream is refused when somebody else is signed in by now. */
export type Viewer = { readonly userId: string; readonly teamId: string }

export type StreamEvents = Omit<ConnectionEvents, "onResume">

/** tRPC keeps pings to itself; the chip needs them. */
const listening = (onHeard: (type: string) => void) =>
  class extends EventSource {
    constructor(url: string | URL, init?: EventSourceInit) {
      super(url, init)
      for (const type of ["connected", "ping", "message"]) this.addEventListener(type, () => onHeard(type))
    }
  }

type Options = {
  readonly viewer: Viewer
  /** Asks whether the session still stands and whose it is, after a refusal. */
  readonly checkSession: () => Promise<Ending | "ok" | "unknown">
}

/**
 * One subscription to `live.feed`. A browser would try a lost stream again every three seconds for ever; it is closed
 * instead, and opened anew, slower each time.
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

  constructor(
    private readonly events: StreamEvents,
    private readonly options: Options
  ) {
    const onHeard = (type: string): void => {
      // Not already when it opens: a server that accepts and dies again must not be asked twice a second.
      if (type === "ping") this.attempt = 0
      this.events.onHeard()
    }
    this.client = createTRPCClient<AppRouter>({
      links: [httpSubscriptionLink({ url: "/api/trpc", transformer: superjson, EventSource: listening(onHeard) })]
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
      {
        viewer: this.options.viewer,
        ...(this.lastEventId !== undefined && { lastEventId: this.lastEventId }),
        ...(this.runs.length > 0 && { runs: [...this.runs] })
      },
      {
        onConnectionStateChange: ({ state, error }) => {
          if (!current()) return
          if (state === "pending") this.events.onOpened()
          // Without an error it only begins.
          if (state === "connecting" && error !== null) this.lost()
        },
        onData: ({ id, data }) => {
          if (!current()) return
          this.lastEventId = id
          if (data.type === "caught-up") this.events.onCaughtUp(id)
          else this.events.onMessage(id, data)
        },
        onError: () => current() && this.refused(),
        // The server ended the stream in order (a restart): come back.
        onComplete: () => current() && this.lost()
      }
    )
  }

  private lost(): void {
    this.close()
    this.events.onLost()
    this.retryTimer = setTimeout(() => this.connect(), backoffMs(this.attempt, Math.random()))
    this.attempt += 1
  }

  /** An answer that is no stream: the session may have ended, which no retry mends. */
  private refused(): void {
    this.lost()
    const generation = this.generation
    void this.options.checkSession().then((session) => {
      if (generation !== this.generation || session === "ok" || session === "unknown") return
      this.close()
      this.events.onEnded(session)
    })
  }
}
