import { createTRPCClient, httpSubscriptionLink } from "@trpc/client"
import type { InteractionId, RunId } from "@/server/domain/ids"
import type { AppRouter, LiveMessage, Looking } from "@/server/trpc/router"
import type { Ending } from "./live-ending"
import { backoffMs } from "./live-state"
import { plainJson } from "./plain-json"

export type ConnectionEvents = {
  /** `silentMs`: how long the server has not been heard, where it was not just now. */
  readonly onOpened: (silentMs?: number) => void
  /** A ping or anything else from the server. */
  readonly onHeard: () => void
  readonly onLost: () => void
  readonly onMessage: (id: string, message: LiveMessage) => void
  /** Everything up to `id` has come that was missing when it was opened. */
  readonly onCaughtUp: (id: string) => void
  /** Who else looks at what: all there is to say of it. */
  readonly onPresence: (looking: ReadonlyArray<Looking>) => void
  /** Retries have ended. */
  readonly onEnded: (how: Ending) => void
  /** Who holds the stream has changed: `open` again, from what is known by now. */
  readonly onResume: () => void
}

export type Connection = {
  /** Starts, or starts again with other runs; `from` is the point up to which everything is known. */
  readonly open: (from: string | undefined, runs: ReadonlyArray<RunId>) => void
  /** The questions on the screen: others are told. */
  readonly look: (at: ReadonlyArray<InteractionId>) => void
  /** Now, without waiting for the backoff. */
  readonly retry: () => void
  readonly close: () => void
}

/** A stream that was asked for and is not answered: a line that died without saying so would otherwise be waited for as long as the system does. */
const unansweredMs = 30_000

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

export type ConnectionOptions = {
  readonly viewer: Viewer
  /** Asks whether the session still stands and whose it is, after a refusal. */
  readonly checkSession: () => Promise<Ending | "ok" | "unknown">
  /** Tells the server what is on the screen of an open stream; a failure costs nobody anything. */
  readonly look: (input: { readonly stream: string; readonly looking: ReadonlyArray<InteractionId> }) => Promise<unknown>
}

/**
 * One subscription to `live.feed`. A browser would try a lost stream again every three seconds for ever; it is closed
 * instead, and opened anew, slower each time.
 */
export class LiveConnection implements Connection {
  private subscription: { unsubscribe: () => void } | undefined
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private unanswered: ReturnType<typeof setTimeout> | undefined
  private attempt = 0
  /** Closing a subscription calls its callbacks once more; only the newest one's count. */
  private generation = 0
  private lastEventId: string | undefined
  private runs: ReadonlyArray<RunId> = []
  private looking: ReadonlyArray<InteractionId> = []
  private stream = ""
  private readonly client

  constructor(
    private readonly events: StreamEvents,
    private readonly options: ConnectionOptions
  ) {
    const onHeard = (type: string): void => {
      // Not already when it opens: a server that accepts and dies again must not be asked twice a second.
      if (type === "ping") this.attempt = 0
      this.events.onHeard()
    }
    this.client = createTRPCClient<AppRouter>({
      links: [httpSubscriptionLink({ url: "/api/trpc", transformer: plainJson, EventSource: listening(onHeard) })]
    })
  }

  open(from: string | undefined, runs: ReadonlyArray<RunId>): void {
    this.lastEventId = from
    this.runs = runs
    this.connect()
  }

  look(at: ReadonlyArray<InteractionId>): void {
    if (at.join() === this.looking.join()) return
    this.looking = at
    // One that is still to be opened is opened with it.
    if (this.subscription !== undefined) this.sayLooking()
  }

  private sayLooking(): void {
    this.options.look({ stream: this.stream, looking: this.looking }).catch(() => undefined)
  }

  retry(): void {
    this.attempt = 0
    this.connect()
  }

  close(): void {
    this.generation += 1
    clearTimeout(this.retryTimer)
    clearTimeout(this.unanswered)
    this.subscription?.unsubscribe()
    this.subscription = undefined
  }

  private connect(): void {
    this.close()
    const generation = this.generation
    this.stream = crypto.getRandomValues(new Uint32Array(4)).join("-")
    const told = this.looking
    const current = () => generation === this.generation
    this.unanswered = setTimeout(() => this.lost(), unansweredMs)
    this.subscription = this.client.live.feed.subscribe(
      {
        viewer: this.options.viewer,
        stream: this.stream,
        ...(this.looking.length > 0 && { looking: [...this.looking] }),
        ...(this.lastEventId !== undefined && { lastEventId: this.lastEventId }),
        ...(this.runs.length > 0 && { runs: [...this.runs] })
      },
      {
        onConnectionStateChange: ({ state, error }) => {
          if (!current()) return
          if (state === "pending") {
            clearTimeout(this.unanswered)
            // Said while it was being opened, it would have been said of no stream.
            if (told !== this.looking) this.sayLooking()
            this.events.onOpened()
          }
          // Without an error it only begins.
          if (state === "connecting" && error !== null) this.lost()
        },
        onData: ({ id, data }) => {
          if (!current()) return
          this.lastEventId = id
          if (data.type === "caught-up") this.events.onCaughtUp(id)
          else if (data.type === "presence") this.events.onPresence(data.looking)
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
