const units = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `30 s`, `1.5h`, `500 ms`, a bare number as seconds; null for nothing, undefined for what is no duration. */
export const parseDuration = (text: string): number | null | undefined => {
  if (text.trim() === "") return null
  const found = /^\s*(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|min|m|h|d)?\s*$/i.exec(text)
  if (found === null) return undefined
  const [, amount = "", unit = "s"] = found
  const size = Object.entries(units).find(([name]) => name === unit.toLowerCase())?.[1]
  const ms = size === undefined ? Number.NaN : Math.round(Number(amount) * size)
  return ms <= 1_000_000_000_000 - 1 ? ms : undefined
}

/** What `parseDuration` reads back, in the largest unit that needs no fraction. */
export const durationText = (ms: number): string => {
  const fitting = (["d", "h", "m", "s"] as const).find((name) => ms > 0 && ms % units[name] === 0) ?? "ms"
  return `${ms / units[fitting]} ${fitting}`
}
