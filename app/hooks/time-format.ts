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

/** Whether both lie in one year there: where they do not, a day without its year says nothing. */
export const isSameYear = (one: number, other: number, zone: string): boolean => {
  const year = partsIn(zone, { year: "numeric" })
  return year.format(one) === year.format(other)
}

/** `28 Nov`, and with its year where that is not the current one. */
export const formatNearDay = (at: number, now: number, zone: string): string =>
  isSameYear(at, now, zone) ? partsIn(zone, { day: "numeric", month: "short" }).format(at) : formatDay(at, zone)

type ShortOptions = {
  /** Where minutes would not tell two times apart. */
  readonly seconds?: boolean
  /** Whether the year is written; without it, where it is not the current one. */
  readonly year?: boolean
}

/** `14:03` today, `28 Nov, 14:03` otherwise, `28 Nov 2024, 14:03` of another year: where there is little room. */
export const formatShort = (at: number, now: number, zone: string, { seconds = false, year }: ShortOptions = {}): string => {
  const clock = seconds ? formatClock(at, zone) : partsIn(zone, { hour: "2-digit", minute: "2-digit" }).format(at)
  if (year !== true && formatDay(at, zone) === formatDay(now, zone)) return clock
  return `${year === true ? formatDay(at, zone) : formatNearDay(at, year === false ? at : now, zone)}, ${clock}`
}

/** Both ends of a range: when they lie in two years, each says which. */
export const formatRange = (from: number, to: number, now: number, zone: string, { seconds = false }: { readonly seconds?: boolean } = {}): string => {
  const options = isSameYear(from, to, zone) ? { seconds } : { seconds, year: true }
  return `${formatShort(from, now, zone, options)} to ${formatShort(to, now, zone, options)}`
}

/** Marks in order along an axis: the year stands at the first one, unless it is the current one, and wherever it changes. */
export const formatMarks = (times: ReadonlyArray<number>, now: number, zone: string, { seconds = false }: { readonly seconds?: boolean } = {}) =>
  times.map((at, index) => formatShort(at, now, zone, { seconds, year: !isSameYear(at, times[index - 1] ?? now, zone) }))

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
