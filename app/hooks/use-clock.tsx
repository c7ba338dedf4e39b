"use client"
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react"
import { answeredAt, clockFault, TabClock } from "./tab-clock"

const ClockContext = createContext<TabClock | null>(null)
const ZoneContext = createContext("UTC")

type Props = {
  /** The server's time at its render. */
  readonly now: number
  /** The zone of the cookie, UTC without one. */
  readonly zone: string
  readonly children: ReactNode
}

/** The first render uses the server's time and zone, so that the markup agrees; the browser's own follow right after. */
export const ClockProvider = ({ now, zone: initialZone, children }: Props) => {
  const [clock] = useState(() => new TabClock(now, clockFault(now, answeredAt())))
  const [zone, setZone] = useState(initialZone)
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return (
    <ClockContext value={clock}>
      <ZoneContext value={zone}>{children}</ZoneContext>
    </ClockContext>
  )
}

export const useTabClock = (): TabClock => {
  const clock = useContext(ClockContext)
  if (clock === null) throw new Error("ClockProvider is missing above this component")
  return clock
}

/** What `read` makes of the time; the component renders again only when that changes. */
export const useTime = <A extends string | number | boolean>(read: (now: number) => A): A => {
  const clock = useTabClock()
  return useSyncExternalStore(
    clock.subscribe,
    () => read(clock.now()),
    () => read(clock.initial)
  )
}

/** Epoch ms, moving each second. */
export const useNow = (): number => useTime((now) => now)

/** The zone that times are written in. */
export const useZone = (): string => useContext(ZoneContext)
