"use client"
import { useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react"
import type { InteractionId, RunId } from "@/server/domain/ids"
import type { LiveMessage, Looking } from "@/server/trpc/router"
import type { Viewer } from "./live-connection"
import { LiveFeedStore, type LiveHandler } from "./live-feed-store"
import type { LiveSnapshot } from "./live-snapshot"
import { SharedConnection } from "./shared-connection"
import { failureOf, onUnauthenticated, useTRPCClient } from "./trpc"
import { useTabClock, useTime } from "./use-clock"
import { useHotkeys } from "./use-hotkeys"

const FeedContext = createContext<LiveFeedStore | null>(null)
const ViewerContext = createContext<Viewer | null>(null)

type Props = {
  /** The server's time, count and resume point at its render of the frame. */
  readonly now: number
  readonly pendingCount: number
  readonly asOf: string | undefined
  /** Whom the frame was made for. */
  readonly viewer: Viewer
  readonly children: ReactNode
}

/** Keeps the tab up to date, over one stream that all tabs of the browser share; sits in the console's frame. `p` pauses and goes on. */
export const LiveFeedProvider = ({ now, pendingCount, asOf, viewer, children }: Props) => {
  const client = useTRPCClient()
  const [store] = useState(
    () =>
      new LiveFeedStore({
        now,
        pendingCount,
        asOf,
        connect: (events) =>
          new SharedConnection(events, {
            viewer,
            look: ({ stream, looking }) => client.live.look.mutate({ stream, looking: [...looking] }),
            checkSession: () =>
              client.me.get.query().then(
                ({ user, team }) => (user.id === viewer.userId && team.id === viewer.teamId ? ("ok" as const) : ("another-account" as const)),
                (error: unknown) => (failureOf(error)?.code === "unauthenticated" ? ("signed-out" as const) : ("unknown" as const))
              )
          })
      })
  )
  const queries = useQueryClient()
  useEffect(() => onUnauthenticated(queries, store.doubtSession), [queries, store])
  useEffect(() => {
    const visible = () => store.setHidden(document.hidden)
    addEventListener("online", store.lookAgain)
    document.addEventListener("visibilitychange", visible)
    const stop = store.start()
    visible()
    return () => {
      stop()
      removeEventListener("online", store.lookAgain)
      document.removeEventListener("visibilitychange", visible)
    }
  }, [store])
  return (
    <ViewerContext value={viewer}>
      <FeedContext value={store}>
        <FrozenTimers />
        {children}
      </FeedContext>
    </ViewerContext>
  )
}

const useStore = (): LiveFeedStore => {
  const store = useContext(FeedContext)
  if (store === null) throw new Error("LiveFeedProvider is missing above this component")
  return store
}

/** Who looks at the page. */
export const useViewer = (): Viewer => {
  const viewer = useContext(ViewerContext)
  if (viewer === null) throw new Error("LiveFeedProvider is missing above this component")
  return viewer
}

const useSnapshot = (): LiveSnapshot => {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}

export type LiveFeed = LiveSnapshot & { readonly togglePause: () => void; readonly retry: () => void }

/** How live the tab is, and the levers of it. */
export const useLiveFeed = (): LiveFeed => {
  const store = useStore()
  return { ...useSnapshot(), togglePause: store.togglePause, retry: store.retry }
}

/** How many interactions of the team wait for a person; true also during a pause. */
export const usePendingCount = (): number => useSnapshot().pendingCount

/** When the server was last heard, looked at each second. */
export const useHeardAt = (): number => {
  const store = useStore()
  return useTime(() => store.heardAt())
}

/** The same, asked for now and then. */
export const useReadHeardAt = (): (() => number) => useStore().heardAt

/** Ends the feed of this tab: for whoever is about to sign out. */
export const useLeaveFeed = (): (() => void) => useStore().leave

/** For a page that has just read the count. */
export const useSetPendingCount = (): ((count: number) => void) => useStore().setPendingCount

/**
 * Hands over every message after `asOf` (the resume point of the data that the component shows), several at once, none
 * during a pause. A `refetch` among them: read the data again. Messages may repeat: a run with a `version` that is not
 * higher, an event with a known `seq`, is old. `runs`: whose events are wanted, while they can still come.
 */
export const useLiveMessages = (
  onMessages: LiveHandler,
  { asOf, runs = [] }: { readonly asOf: string | undefined; readonly runs?: ReadonlyArray<RunId> }
): void => {
  const store = useStore()
  const apply = useEffectEvent(onMessages)
  const wanted = useEffectEvent(() => runs)
  const named = runs.join()
  useEffect(
    // `asOf` alone changes when the data was read again: what came meanwhile is in the log.
    () => store.register((messages) => apply(messages), { asOf, runs: named === "" ? [] : wanted() }),
    [store, asOf, named]
  )
}

/** Hands over each message as it comes, also while the tab is hidden: for what draws nothing. Messages may repeat. */
export const useEveryMessage = (onMessage: (message: LiveMessage) => void): void => {
  const store = useStore()
  const hear = useEffectEvent(onMessage)
  useEffect(() => store.hear((message) => hear(message)), [store])
}

const nobody: Looking["people"] = []

/** Says to the others of the team that this question is on the screen, while it is and waits for somebody. */
export const useLookingAt = (id: InteractionId, isPending: boolean): void => {
  const store = useContext(FeedContext)
  useEffect(() => (isPending ? store?.look(id) : undefined), [store, id, isPending])
}

/** Who else has this question on the screen. */
export const useLookers = (id: InteractionId): Looking["people"] => useSnapshot().looking.find(({ interactionId }) => interactionId === id)?.people ?? nobody

/** Timers stand still while nobody can vouch for what they count, during a pause, and while nobody sees them. */
const FrozenTimers = () => {
  const clock = useTabClock()
  const { togglePause, status } = useLiveFeed()
  const hidden = useHidden()
  const frozen = hidden || status === "reconnecting" || status === "offline" || status === "paused"
  useEffect(() => clock.freeze(frozen), [clock, frozen])
  useHotkeys({ p: togglePause })
  return null
}

const onVisibility = (listener: () => void): (() => void) => {
  document.addEventListener("visibilitychange", listener)
  return () => document.removeEventListener("visibilitychange", listener)
}
const useHidden = (): boolean =>
  useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false
  )
