import type { InteractionId, RunId } from "@/server/domain/ids"
import type { LiveMessage, Looking } from "@/server/trpc/router"
import type { Connection, ConnectionEvents } from "./live-connection"
import { beginsBefore, type LiveInterest } from "./live-interest"
import { after, append, broken, emptyLog, isOlder, type LiveLog, olderOf, startedFrom } from "./live-log"
import { type LiveSnapshot, looksTheSame } from "./live-snapshot"
import { initialLive, type LiveInput, type LiveState, nextDoubtAt, offlineMs, statusOf, step } from "./live-state"
import { ScreenQuestions } from "./screen-questions"
import { serverTimeFrom } from "./server-time"

export type LiveHandler = (messages: ReadonlyArray<LiveMessage>) => void

export type LiveFeedOptions = {
  /** The server's time, pending count and resume point at its render of the frame. */
  readonly now: number
  readonly pendingCount: number
  readonly asOf: string | undefined
  readonly connect: (events: ConnectionEvents) => Connection
}

/** Messages kept for components that appear later, and for a pause. */
const capacity = 1000
/** A burst of messages is applied in one go: rows change together, and React renders once. */
const gatherMs = 40
const noLooking: ReadonlyArray<Looking> = []

/**
 * What the tab knows of the feed, and who in it wants what. Handlers must ignore what they already have (a lower `version` of a run, a known `seq`):
 * after a new subscription the server may repeat.
 *
 * I1 A handler gets everything after its `asOf`, or a `refetch`.
 * I2 During a pause, and while the tab is hidden, nothing reaches a handler; the pending count goes on being true, and hearers hear.
 * I3 While something older than `lastId` is still on its way, that is where a new subscription begins.
 */
export class LiveFeedStore {
  private state: LiveState
  private readonly serverTime: () => number
  /** `state.heardAt` by the server's clock: what is shown to people. */
  private heardTime: number
  private everOpen = false
  private pendingCount: number
  private looking: ReadonlyArray<Looking> = noLooking
  private readonly screen = new ScreenQuestions(
    () => this.hidden,
    (at) => this.connection?.look(at)
  )
  private log: LiveLog<LiveMessage> = emptyLog
  private waiting: Array<LiveMessage> = []
  private overflowed = false
  private gather: ReturnType<typeof setTimeout> | undefined
  private doubt: ReturnType<typeof setTimeout> | undefined
  private reopen: ReturnType<typeof setTimeout> | undefined
  private connection: Connection | undefined
  private readonly interests = new Map<LiveHandler, LiveInterest>()
  /** Handlers that the open subscription has not been told about yet. */
  private readonly uncovered = new Set<LiveHandler>()
  private readonly hearers = new Set<(message: LiveMessage) => void>()
  private readonly listeners = new Set<() => void>()
  private snapshot: LiveSnapshot
  private lastId: string | undefined
  /** From where the open subscription began, until it has caught up. */
  private unsettled: string | undefined
  private hidden = false
  private openRuns = ""
  /** From where the open subscription has the events of its runs. */
  private openFrom: string | undefined

  constructor(private readonly options: LiveFeedOptions) {
    this.serverTime = serverTimeFrom(options.now)
    this.heardTime = options.now
    this.state = initialLive(performance.now())
    this.pendingCount = options.pendingCount
    this.snapshot = this.shot(performance.now())
  }

  read = (): LiveSnapshot => this.snapshot
  /** Not in the snapshot while live: it moves every few seconds. */
  heardAt = (): number => this.heardTime
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  start = (): (() => void) => {
    this.heard("heard")
    this.connection = this.options.connect({
      onOpened: (silentMs = 0) => {
        this.everOpen = true
        this.heard("opened", silentMs)
      },
      onHeard: () => this.heard("heard"),
      onLost: () => {
        this.looking = noLooking
        this.input({ type: "lost" })
      },
      onPresence: (looking) => {
        this.looking = looking
        this.publish()
      },
      onMessage: this.receive,
      onCaughtUp: (id) => {
        this.unsettled = undefined
        this.reached(id)
      },
      onEnded: (how) => {
        this.looking = noLooking
        this.input({ type: "ended", how })
      },
      onResume: () => this.openConnection()
    })
    this.openConnection()
    this.screen.say()
    return this.stop
  }

  /** Before signing out, since the stream would only be refused from then on. A page that stays all the same says soon that it is offline. */
  leave = (): void => {
    this.stop()
    this.doubt = setTimeout(this.publish, offlineMs)
  }

  private stop = (): void => {
    this.connection?.close()
    this.connection = undefined
    for (const timer of [this.gather, this.doubt, this.reopen]) clearTimeout(timer)
    this.screen.stop()
    this.gather = undefined
    this.openRuns = ""
  }

  retry = (): void => {
    if (this.connection === undefined) this.start()
    else this.connection.retry()
  }

  /** An answer said that nobody is signed in. A stream stays open after that: asked for anew, it is refused, and all tabs learn why. */
  doubtSession = (): void => {
    if (this.state.ended === null) this.retry()
  }

  /** After a sleep the timers are late; somebody who looks again should not wait for them. */
  lookAgain = (): void => {
    if (this.snapshot.status !== "live" && this.snapshot.status !== "paused") this.retry()
  }

  togglePause = (): void => {
    this.input({ type: "pause-toggled" })
    if (this.flows()) this.flush()
  }

  /** A hidden tab does nothing but count what waits for a person; what it missed is applied when somebody looks. */
  setHidden = (hidden: boolean): void => {
    this.hidden = hidden
    this.screen.say()
    if (this.flows()) this.flush()
    if (!hidden) this.lookAgain()
  }

  /** A question is on the screen, until the returned function is called. */
  look = (id: InteractionId): (() => void) => this.screen.add(id)

  private flows = (): boolean => !this.state.paused && !this.hidden

  /** A page that was read from the server knows the count better than an old message. */
  setPendingCount = (count: number): void => {
    this.pendingCount = count
    this.publish()
  }

  register = (handler: LiveHandler, interest: LiveInterest): (() => void) => {
    this.interests.set(handler, interest)
    this.uncovered.add(handler)
    if (interest.asOf !== undefined && this.connection !== undefined) {
      const missed = after(this.log, interest.asOf)
      // Later, not now: a handler that is called while it registers would set state during a render of its effects.
      if (missed === null) queueMicrotask(() => this.interests.has(handler) && handler([{ type: "refetch" }]))
      else if (missed.length > 0) queueMicrotask(() => this.interests.has(handler) && handler(missed.map(({ message }) => message)))
    }
    this.reopenIfNeeded()
    return () => {
      this.interests.delete(handler)
      this.uncovered.delete(handler)
      this.reopenIfNeeded()
    }
  }

  /** For what draws nothing: each message as it comes, also while nobody looks. */
  hear = (hearer: (message: LiveMessage) => void): (() => void) => {
    this.hearers.add(hearer)
    return () => this.hearers.delete(hearer)
  }

  private wantedRuns = (): ReadonlyArray<RunId> => [...new Set([...this.interests.values()].flatMap(({ runs }) => runs))].sort().slice(0, 50)

  private openConnection = (): void => {
    const runs = this.wantedRuns()
    this.openRuns = runs.join()
    // Where a handler's data is older than the stream, its runs' events have to come once more from there.
    const points = [...this.uncovered].flatMap((handler) => {
      const { asOf, runs: named } = this.interests.get(handler) ?? { asOf: undefined, runs: [] }
      return asOf !== undefined && (this.lastId === undefined || named.length > 0) ? [asOf] : []
    })
    this.uncovered.clear()
    const from = points.reduce<string | undefined>(olderOf, olderOf(this.unsettled, this.lastId ?? this.options.asOf))
    this.unsettled = from
    this.openFrom = from
    this.log = startedFrom(this.log, from)
    this.connection?.open(from, runs)
  }

  /** A tick later: going from one run to the next is one change, not two. */
  private reopenIfNeeded = (): void => {
    if (this.connection === undefined) return
    clearTimeout(this.reopen)
    this.reopen = setTimeout(() => {
      if (this.wantedRuns().join() !== this.openRuns || this.startsTooLate()) this.openConnection()
    }, 0)
  }

  /** Another page of a run that is followed already may have data from before: what came in between was told without its events. */
  private startsTooLate = (): boolean => [...this.uncovered].some((handler) => beginsBefore(this.interests.get(handler), this.openFrom))

  private receive = (id: string, message: LiveMessage): void => {
    this.reached(id)
    if (message.type === "refetch") {
      // Also when it lies behind what was heard: the data was replaced by older data.
      this.lastId = id
      this.log = startedFrom(broken<LiveMessage>(), id)
      this.waiting = [message]
    } else {
      this.log = append(this.log, { id, message }, capacity)
      if (this.waiting.length < capacity) this.waiting.push(message)
      else this.overflowed = true
      if (message.pendingCount !== this.pendingCount) this.setPendingCount(message.pendingCount)
    }
    for (const hearer of this.hearers) hearer(message)
    if (this.state.paused) this.input({ type: "held", count: this.waiting.length })
    else if (this.flows()) this.gather ??= setTimeout(this.flush, gatherMs)
  }

  /** What is sent again for a newly opened run lies before it. */
  private reached = (id: string): void => {
    if (this.lastId === undefined || isOlder(this.lastId, id)) this.lastId = id
  }

  private flush = (): void => {
    clearTimeout(this.gather)
    this.gather = undefined
    if (!this.flows()) return
    const messages: ReadonlyArray<LiveMessage> = this.overflowed ? [{ type: "refetch" }] : this.waiting
    this.waiting = []
    this.overflowed = false
    if (messages.length > 0) for (const handler of [...this.interests.keys()]) handler(messages)
  }

  private heard = (type: "opened" | "heard", silentMs = 0): void => {
    this.heardTime = Math.max(this.heardTime, this.serverTime() - silentMs)
    this.input({ type, at: performance.now() - silentMs })
  }

  private input = (input: LiveInput): void => {
    this.state = step(this.state, input)
    this.publish()
  }

  private publish = (): void => {
    const now = performance.now()
    clearTimeout(this.doubt)
    const due = nextDoubtAt(this.state, now)
    if (due !== null && this.connection !== undefined) this.doubt = setTimeout(this.publish, due - now)
    const next = this.shot(now)
    if (looksTheSame(this.snapshot, next)) return
    this.snapshot = next
    for (const listener of this.listeners) listener()
  }

  private shot = (now: number): LiveSnapshot => ({
    status: statusOf(this.state, now, this.everOpen),
    held: this.state.held,
    heardAt: this.heardTime,
    ended: this.state.ended,
    pendingCount: this.pendingCount,
    looking: this.looking
  })
}
