import type { InteractionId, RunId } from "@/server/domain/ids"
import { type Connection, type ConnectionEvents, type ConnectionOptions, LiveConnection } from "./live-connection"
import { LiveLeader, type Relay, type TabId, type Wish } from "./live-leader"

/** What a tab says to the one that leads. */
type Asked =
  | { readonly type: "want"; readonly tab: TabId; readonly wish: Wish }
  | { readonly type: "look"; readonly tab: TabId; readonly at: ReadonlyArray<InteractionId> }
  | { readonly type: "retry" }
  | { readonly type: "leave"; readonly tab: TabId }
/** A new leader: everybody says again what they want. */
type Led = { readonly type: "lead" }
type Word = Asked | Relay | Led

/** A new leader hears first where the others are, so that one subscription begins early enough for all. */
const takeOverMs = 60
/** A leader that has not said a word after this was asked to retry is taken to be stuck. */
const stuckMs = 3000

/**
 * The tab's part in the one stream of the browser: whoever holds the lock leads, and relays to the others by a channel.
 * Both are named for the account and its team, so tabs of different accounts never hear each other. Without locks (a page
 * that came over plain HTTP from another host has none) each tab leads itself.
 */
export class SharedConnection implements Connection {
  private readonly tab: TabId = crypto.getRandomValues(new Uint32Array(4)).join("-")
  private readonly name: string
  private readonly channel: BroadcastChannel | undefined
  private leader: LiveLeader | undefined
  private release: (() => void) | undefined
  private readonly waitsForLock = new AbortController()
  private wish: Wish | undefined
  private looking: ReadonlyArray<InteractionId> = []
  private heardLeaderAt = 0
  private stuck: ReturnType<typeof setTimeout> | undefined
  private gathering: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(
    private readonly events: ConnectionEvents,
    private readonly options: ConnectionOptions
  ) {
    this.name = `signalbox-live:${options.viewer.teamId}:${options.viewer.userId}`
    const shared = typeof BroadcastChannel === "function" && navigator.locks !== undefined
    this.channel = shared ? new BroadcastChannel(this.name) : undefined
    this.channel?.addEventListener("message", ({ data }: MessageEvent<Word>) => this.hear(data))
    addEventListener("pagehide", this.leave)
    addEventListener("pageshow", this.comeBack)
    if (shared) this.stand()
    else this.lead()
  }

  open(from: string | undefined, runs: ReadonlyArray<RunId>): void {
    this.wish = { from, runs }
    // First: a stream that is opened for it already says what is looked at. A new leader hears it with the wish.
    if (this.looking.length > 0) this.sayLooking()
    if (this.leader === undefined) this.say({ type: "want", tab: this.tab, wish: this.wish })
    else if (this.gathering === undefined) this.leader.want(this.tab, this.wish)
  }

  look(at: ReadonlyArray<InteractionId>): void {
    this.looking = at
    this.sayLooking()
  }

  private sayLooking(): void {
    if (this.leader === undefined) this.say({ type: "look", tab: this.tab, at: this.looking })
    else this.leader.look(this.tab, this.looking)
  }

  retry(): void {
    if (this.leader !== undefined) {
      this.leader.retry()
      return
    }
    const askedAt = performance.now()
    this.say({ type: "retry" })
    clearTimeout(this.stuck)
    this.stuck = setTimeout(() => {
      if (this.heardLeaderAt < askedAt && this.leader === undefined && !this.closed) this.stand(true)
    }, stuckMs)
  }

  close(): void {
    this.closed = true
    this.leave()
    removeEventListener("pagehide", this.leave)
    removeEventListener("pageshow", this.comeBack)
    clearTimeout(this.stuck)
    this.waitsForLock.abort()
    this.step()
    this.channel?.close()
  }

  private leave = (): void => this.say({ type: "leave", tab: this.tab })
  private comeBack = (event: PageTransitionEvent): void => {
    if (event.persisted) this.events.onResume()
  }

  private say(word: Word): void {
    // A closed page has nothing left to say.
    this.channel?.postMessage(word)
  }

  /** Waits for its turn to lead; `steal` takes it from a tab that does not move any more. */
  private stand(steal = false): void {
    const hold = (): Promise<void> | undefined => {
      if (this.closed) return
      this.lead()
      return new Promise((resolve) => {
        this.release = resolve
      })
    }
    const options: LockOptions = steal ? { steal: true } : { signal: this.waitsForLock.signal }
    navigator.locks.request(this.name, options, hold).then(
      () => undefined,
      () => {
        // Aborted, or taken away by a tab that took this one for stuck.
        if (this.closed || this.leader === undefined) return
        this.step()
        this.stand()
        this.events.onLost()
        this.events.onResume()
      }
    )
  }

  private lead(): void {
    this.leader = new LiveLeader(
      (events) => new LiveConnection(events, this.options),
      (relay) => {
        this.say(relay)
        this.take(relay)
      }
    )
    if (this.channel === undefined) return
    this.say({ type: "lead" })
    this.gathering = setTimeout(() => {
      this.gathering = undefined
      if (this.wish !== undefined) this.events.onResume()
    }, takeOverMs)
  }

  /** Leads no more. */
  private step(): void {
    clearTimeout(this.gathering)
    this.gathering = undefined
    this.leader?.close()
    this.leader = undefined
    this.release?.()
    this.release = undefined
  }

  private hear(word: Word): void {
    switch (word.type) {
      case "want":
        this.leader?.want(word.tab, word.wish)
        return
      case "look":
        this.leader?.look(word.tab, word.at)
        return
      case "retry":
        this.leader?.retry()
        return
      case "leave":
        this.leader?.leave(word.tab)
        return
      case "lead":
        this.heardLeaderAt = performance.now()
        // What is on its way from the old one will not come: from where this tab knows everything.
        if (this.wish !== undefined) this.events.onResume()
        return
      case "items":
      case "caught-up":
      case "opened":
      case "lost":
      case "heard":
      case "presence":
      case "ended":
        this.heardLeaderAt = performance.now()
        // Between two leaders, the old one's last words are not to be mixed with the new one's.
        if (this.leader === undefined) this.take(word)
        return
    }
  }

  private take(relay: Relay): void {
    if ("to" in relay && relay.to !== undefined && !relay.to.includes(this.tab)) return
    switch (relay.type) {
      case "items":
        for (const { id, message } of relay.items) this.events.onMessage(id, message)
        return
      case "caught-up":
        this.events.onCaughtUp(relay.id)
        return
      case "opened":
        this.events.onOpened(relay.silentMs)
        return
      case "lost":
        this.events.onLost()
        return
      case "heard":
        this.events.onHeard()
        return
      case "presence":
        this.events.onPresence(relay.looking)
        return
      case "ended":
        this.events.onEnded(relay.how)
        return
    }
  }
}
