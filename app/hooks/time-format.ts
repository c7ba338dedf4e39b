/** Everything the console writes about time, in one place. Pure: the zone and "now" come in. */

const two = (value: number): string => String(value).padStart(2, "0")

/** `0.6 s`, `38.2 s`, `6 m 41 s`, `24 h 00 m`, `2 d 03 h`. `whole` leaves the tenths out, for timers that run. */
export const formatDuration = (durationMs: number, { whole = false }: { readonly whole?: boolean } = {}): string => {
  const ms = Math.max(0, durationMs)
  // 59.96 s would round up to "60.0 s".
  if (ms < 59_950) return whole ? `${Math.floor(ms / 1000)} s` : ms < 95 && ms > 0 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`
  const seconds = whole ? Math.floor(ms / 1000) : Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} m`
  const hours = Math.floor(minutes / 60)
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`
}

/** `3 s`, `7 min`, `1 h`, `4 d`: how long ago, coarse. A time that lies ahead counts as now. */
export const formatAgo = (at: number, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

const partsIn = (zone: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", ...options })

/** `14:03:22` */
export const formatClock = (at: number, zone: string): string => partsIn(zone, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(at)

/** `28 Nov 2026` */
export const formatDay = (at: number, zone: string): string => partsIn(zone, { day: "numeric", month: "short", year: "numeric" }).format(at)

/** `28 Nov 2026, 14:03:22` */
export const formatDateTime = (at: number, zone: string): string => `${formatDay(at, zone)}, ${formatClock(at, zone)}`

/** `14:03` today, `28 Nov, 14:03` otherwise: for the chip of a time range. `seconds`: where minutes would not tell two times apart. */
export const formatShort = (at: number, now: number, zone: string, { seconds = false }: { readonly seconds?: boolean } = {}): string => {
  const clock = seconds ? formatClock(at, zone) : partsIn(zone, { hour: "2-digit", minute: "2-digit" }).format(at)
  return formatDay(at, zone) === formatDay(now, zone) ? clock : `${partsIn(zone, { day: "numeric", month: "short" }).format(at)}, ${clock}`
}

export const formatIso = (at: number): string => new Date(at).toISOString()

/** `Europe/Zurich (UTC+1)`; the offset is the one that holds at that moment, so it is right across DST. */
export const zoneLabel = (zone: string, at: number): string => {
  const offset =
    partsIn(zone, { timeZoneName: "shortOffset" })
      .formatToParts(at)
      .find((part) => part.type === "timeZoneName")?.value ?? "GMT"
  return zone === "UTC" ? "UTC" : `${zone} (${offset.replace("GMT", "UTC")})`
}

/** Whether the runtime knows the zone; a cookie may hold anything. */
export const isZone = (zone: string): boolean => {
  try {
    partsIn(zone, {})
    return zone !== ""
  } catch {
    return false
  }
}
