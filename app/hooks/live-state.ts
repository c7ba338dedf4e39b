import type { Ending } from "./live-ending"

/**
 * What the console may claim about being live. Pure: every input carries its time, by a clock that is never set (`performance.now()`):
 * the browser's time of day may be wrong, or be put back while the page is open.
 *
 * I1 `live` is said only between an opened connection and the first doubt about it.
 * I2 Silence is doubt: after two missed pings the chip says so, after 15 s it says offline, whatever the socket believes.
 * I3 A lost connection outranks a pause: the held changes are then not all there are.
 */
export type LiveState = {
  readonly open: boolean
  /** When the server was last heard, by the steady clock: a ping, a message, or the page itself. */
  readonly heardAt: number
  readonly paused: boolean
  /** Changes that came during the pause and are not shown yet. */
  readonly held: number
  /** Why no retry helps: the session has ended, or it is somebody else's by now. */
  readonly ended: Ending | null
}

export type LiveInput =
  | { readonly type: "opened" | "heard"; readonly at: number }
  | { readonly type: "lost" }
  | { readonly type: "ended"; readonly how: Ending }
  | { readonly type: "pause-toggled" }
  | { readonly type: "held"; readonly count: number }

export type LiveStatus = "connecting" | "live" | "paused" | "reconnecting" | "offline"

/** Pings come every 5 s: two are missing. */
export const doubtMs = 11_000
export const offlineMs = 15_000

export const initialLive = (at: number): LiveState => ({ open: false, heardAt: at, paused: false, held: 0, ended: null })

export const step = (state: LiveState, input: LiveInput): LiveState => {
  switch (input.type) {
    case "opened":
      return { ...state, open: true, heardAt: Math.max(state.heardAt, input.at), ended: null }
    case "heard":
      return { ...state, heardAt: Math.max(state.heardAt, input.at) }
    case "lost":
      return state.open ? { ...state, open: false } : state
    case "ended":
      return { ...state, open: false, ended: input.how }
    case "pause-toggled":
      return { ...state, paused: !state.paused, held: 0 }
    case "held":
      return state.held === input.count ? state : { ...state, held: input.count }
  }
}

/** `everOpen`: a page that has just come is connecting, not reconnecting. */
export const statusOf = (state: LiveState, now: number, everOpen: boolean): LiveStatus => {
  const silentMs = now - state.heardAt
  if (state.ended !== null || silentMs >= offlineMs) return "offline"
  if (!state.open || silentMs >= doubtMs) return everOpen ? "reconnecting" : "connecting"
  return state.paused ? "paused" : "live"
}

/** When silence alone will change the status next; null when it cannot any more. */
export const nextDoubtAt = ({ heardAt }: LiveState, now: number): number | null => [heardAt + doubtMs, heardAt + offlineMs].find((at) => at > now) ?? null

/** Waits between attempts: at once, then slower, and never all tabs in the same moment. `random` is from 0 to 1. */
export const backoffMs = (attempt: number, random: number): number => Math.round(Math.min(15_000, 500 * 2 ** attempt) * (0.75 + random / 2))
