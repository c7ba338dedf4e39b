import type { InteractionId, RunId } from "@/server/domain/ids"
import type { LiveMessage, Looking } from "@/server/trpc/router"
import type { Connection, StreamEvents } from "./live-connection"
import type { Ending } from "./live-ending"
import { after, append, broken, emptyLog, isOlder, type LiveLog, olderOf, startedFrom } from "./live-log"

export type TabId = string
export type RelayItem = { readonly id: string; readonly message: LiveMessage }

/** What the leader says. `to`: only to these tabs; without it, to all. */
export type Relay =
  | { readonly type: "items"; readonly items: ReadonlyArray<RelayItem>; readonly to?: ReadonlyArray<TabId> }
  | { readonly type: "caught-up"; readonly id: string; readonly to: ReadonlyArray<TabId> }
  | { readonly type: "opened"; readonly silentMs: number; readonly to?: ReadonlyArray<TabId> }
  | { readonly type: "lost"; readonly to?: ReadonlyArray<TabId> }
  | { readonly type: "heard" }
  | { readonly type: "presence"; readonly looking: ReadonlyArray<Looking>; readonly to?: ReadonlyArray<TabId> }
  | { readonly type: "ended"; readonly how: Ending; readonly to?: ReadonlyArray<TabId> }

export type Wish = { readonly from: string | undefined; readonly runs: ReadonlyArray<RunId> }

/** Messages kept for tabs that appear later. */
const capacity = 1000
/** What the server takes. Beyond it a run's changes are read anew instead. */
const mostRuns = 100
const mostQuestions = 100
/** Several tabs that say what they want at the same time cost one subscription; all of them do when a leader is new. */
const gatherMs = { later: 20, first: 80 }
/** Pings of a stream that talks anyway are not worth repeating. */
const heardEveryMs = 1000

/**
 * What the one tab does that holds the browser's stream: it asks for all that the tabs want and hands out what comes.
 *
 * I1 A tab gets everything after the point it named, with every event of the runs it named, or a `refetch`.
 * I2 What is sent again for one tab's sake is heard by that tab alone.
 * I3 Wanting less never costs a subscription: what nobody wants any more is left out of the next one.
 */
export class LiveLeader {
  /** In the order of their last wish. */
  private readonly tabs = new Map<TabId, ReadonlySet<RunId>>()
  private log: LiveLog<LiveMessage> = emptyLog
  /** Where the stream stands; behind `highest` while it repeats. */
  private position: string | undefined
  private highest: string | undefined
  /** The runs of the open subscription, each with the point from which its events are complete. */
  private named = new Map<RunId, string | undefined>()
  private readonly catchingUp = new Set<TabId>()
  /** From a subscription's beginning until it has caught up. */
  private repeats = false
  /** Wishes that the open subscription does not cover. */
  private waiting: { readonly tabs: Set<TabId>; from: string | undefined } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private started = false
  /** What is on the screen of each tab, and who else looks at what. */
  private readonly screens = new Map<TabId, ReadonlyArray<InteractionId>>()
  private looking: ReadonlyArray<Looking> = []
  private state: "opened" | "lost" | Ending = "lost"
  /** By this tab's steady clock, which means nothing to another tab. */
  private heardAt: number
  private heardSaidAt = Number.NEGATIVE_INFINITY
  private readonly stream: Connection

  constructor(
    connect: (events: StreamEvents) => Connection,
    private readonly send: (relay: Relay) => void
  ) {
    this.heardAt = performance.now()
    this.stream = connect({
      onOpened: () => this.opened(),
      onHeard: () => this.heard(),
      onLost: () => {
        this.state = "lost"
        this.looking = []
        this.send({ type: "lost" })
      },
      onMessage: (id, message) => this.receive(id, message),
      onCaughtUp: (id) => this.caughtUp(id),
      onPresence: (looking) => this.see(looking),
      onEnded: (how) => {
        this.state = how
        this.looking = []
        this.send({ type: "ended", how })
      }
    })
  }
  want(tab: TabId, { from, runs }: Wish): void {
    this.tabs.delete(tab)
    this.tabs.set(tab, new Set(runs))
    if (this.started) this.tell(tab)
    const missed = this.covers(from, runs) ? (from === undefined ? [] : after(this.log, from)) : null
    if (missed !== null) {
      if (missed.length > 0) this.send({ type: "items", items: missed, to: [tab] })
      // What it still repeats of these runs was told before without its events.
      if (this.repeats && runs.length > 0) this.catchingUp.add(tab)
      // While the stream repeats for this tab's sake, the mark is still to come.
      if (!this.catchingUp.has(tab) && this.waiting?.tabs.has(tab) !== true) this.send({ type: "caught-up", id: this.highest ?? from ?? "", to: [tab] })
      return
    }
    this.waiting ??= { tabs: new Set(), from: undefined }
    this.waiting.tabs.add(tab)
    this.waiting.from = olderOf(this.waiting.from, from)
    this.timer ??= setTimeout(() => this.open(), this.started ? gatherMs.later : gatherMs.first)
  }

  leave(tab: TabId): void {
    this.tabs.delete(tab)
    this.catchingUp.delete(tab)
    if (this.screens.has(tab)) this.look(tab, [])
  }

  look(tab: TabId, at: ReadonlyArray<InteractionId>): void {
    if (at.length === 0) this.screens.delete(tab)
    else this.screens.set(tab, at)
    this.stream.look([...new Set([...this.screens.values()].flat())].sort().slice(0, mostQuestions))
  }

  retry(): void {
    if (this.started) this.stream.retry()
  }

  close(): void {
    clearTimeout(this.timer)
    this.stream.close()
  }

  private covers(from: string | undefined, runs: ReadonlyArray<RunId>): boolean {
    if (!this.started) return false
    return runs.every((run) => {
      if (!this.named.has(run)) return false
      const since = this.named.get(run)
      return since === undefined ? from === undefined : from === undefined || !isOlder(from, since)
    })
  }

  private wanted(): ReadonlyArray<RunId> {
    // The newest wishes first: what is looked at now matters most.
    const all = new Set([...this.tabs.values()].reverse().flatMap((runs) => [...runs]))
    return [...all].slice(0, mostRuns).sort()
  }

  private open(): void {
    this.timer = undefined
    const wishes = this.waiting
    this.waiting = undefined
    const from = olderOf(this.position, wishes?.from)
    const runs = this.wanted()
    const known = this.named
    // What was followed already stays complete from where it was, as long as the new subscription joins it.
    this.named = new Map(runs.map((run) => [run, known.has(run) ? olderOf(known.get(run), from) : from]))
    for (const tab of wishes?.tabs ?? []) this.catchingUp.add(tab)
    this.log = startedFrom(this.log, from)
    this.highest ??= from
    // Already now: another wish may take its place before it has said a word, and what it was to repeat would come to nobody.
    this.position = from
    this.started = true
    this.repeats = true
    this.stream.open(from, runs)
  }

  private opened(): void {
    this.state = "opened"
    this.heardAt = performance.now()
    this.send({ type: "opened", silentMs: 0 })
  }

  private tell(tab: TabId): void {
    const to = [tab]
    if (this.state === "opened") this.send({ type: "opened", silentMs: performance.now() - this.heardAt, to })
    else if (this.state === "lost") this.send({ type: "lost", to })
    else this.send({ type: "ended", how: this.state, to })
    if (this.looking.length > 0) this.send({ type: "presence", looking: this.looking, to })
  }

  private see(looking: ReadonlyArray<Looking>): void {
    if (looking.length === 0 && this.looking.length === 0) return
    this.looking = looking
    this.send({ type: "presence", looking })
  }

  private heard(): void {
    this.heardAt = performance.now()
    if (this.heardAt - this.heardSaidAt < heardEveryMs) return
    this.heardSaidAt = this.heardAt
    this.send({ type: "heard" })
  }

  private receive(id: string, message: LiveMessage): void {
    this.position = id
    // Behind what was heard, everything anew: the data was replaced by older data, where the ids begin again.
    if (message.type === "refetch" && this.highest !== undefined && isOlder(id, this.highest)) this.highest = undefined
    const isRepeated = this.highest !== undefined && !isOlder(this.highest, id)
    this.log = message.type === "refetch" ? startedFrom(broken<LiveMessage>(), id) : append(this.log, { id, message }, capacity)
    if (!isRepeated) this.highest = id
    const items = [{ id, message }, ...this.unnamed(id, message)]
    if (isRepeated) this.send({ type: "items", items, to: [...this.catchingUp] })
    else this.send({ type: "items", items })
  }

  /** A run that is wanted beyond what one subscription takes: its details have to be read. */
  private unnamed(id: string, message: LiveMessage): ReadonlyArray<RelayItem> {
    if (message.type !== "run" || this.named.has(message.run.id) || this.named.size < mostRuns) return []
    const { id: run } = message.run
    return [...this.tabs.values()].some((runs) => runs.has(run)) ? [{ id, message: { type: "refetch" } }] : []
  }

  private caughtUp(id: string): void {
    this.position = id
    this.repeats = false
    if (this.highest === undefined || isOlder(this.highest, id)) this.highest = id
    // Not to those who have wished for more meanwhile: their mark comes with the next subscription.
    const to = [...this.catchingUp].filter((tab) => this.waiting?.tabs.has(tab) !== true)
    this.catchingUp.clear()
    if (to.length > 0) this.send({ type: "caught-up", id, to })
  }
}
