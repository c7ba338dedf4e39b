/** Local times of forms. Pure: the zone comes in, so that server and browser write the same. */

const two = (value: number): string => String(value).padStart(2, "0")

/** How far the zone's clock is ahead of UTC at that moment, in minutes. */
const offsetMinutes = (at: number, zone: string): number => {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(at)
  const found = /([+-])(\d\d):(\d\d)/.exec(parts.find((part) => part.type === "timeZoneName")?.value ?? "")
  return found === null ? 0 : (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]))
}

/** `2026-11-29T22:00` in that zone as RFC 3339 with its offset; null when it is no local time. */
export const localToIso = (local: string, zone: string): string | null => {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(\.\d+)?$/.exec(local)
  if (found === null) return null
  const seconds = `${found[1]}T${found[2]}${found[3] ?? ":00"}`
  const asUtc = Date.parse(`${seconds}Z`)
  if (Number.isNaN(asUtc)) return null
  // The offset depends on the moment that it is needed for: the second look is right except inside the hour that a clock skips.
  const guess = offsetMinutes(asUtc, zone)
  const offset = offsetMinutes(asUtc - guess * 60_000, zone)
  const size = Math.abs(offset)
  return `${seconds}${offset === 0 ? "Z" : `${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`}`
}

/** The other way round, for a control of type datetime-local. */
export const isoToLocal = (iso: string, zone: string): string => {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return ""
  return new Date(at + offsetMinutes(at, zone) * 60_000).toISOString().slice(0, 16)
}
