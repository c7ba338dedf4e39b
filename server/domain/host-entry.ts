import { Schema } from "effect"
import { EpochMs } from "./epoch-ms"
import { Actor } from "./principal"

/** Whether it names a place that may be called although it is private: a host, `host:port` or a CIDR range. */
export const isHostOrRange = (entry: string): boolean => {
  const range = rangeOf(entry)
  if (range) return range.bits <= (range.isV6 ? 128 : 32)
  const hostAndPort = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?)(:\d{1,5})?$/
  const bareIpv6 = /^[0-9a-fA-F]*:[0-9a-fA-F:.]*:[0-9a-fA-F.]*$/
  return hostAndPort.test(entry) || bareIpv6.test(entry)
}

/** The largest private networks there are (10.0.0.0/8, fc00::/7): a wider range is not a place, it is everywhere. */
const widest = { v4: 8, v6: 7 } as const

/** Whether it is a range that takes in more than any private network: it would open this machine and the cloud's metadata to every source. */
export const isTooWide = (entry: string): boolean => {
  const range = rangeOf(entry)
  return range !== null && range.bits < (range.isV6 ? widest.v6 : widest.v4)
}

const rangeOf = (entry: string): { readonly isV6: boolean; readonly bits: number } | null => {
  const range = /^(?<address>[0-9a-fA-F.:]+)\/(?<bits>\d{1,3})$/.exec(entry)
  return range === null ? null : { isV6: entry.includes(":"), bits: Number(range.groups?.["bits"]) }
}

const words = { message: "Write a host, host:port or a CIDR range, such as billing.internal:8080 or 10.1.0.0/16." }

export const HostEntry = Schema.Trim.check(
  Schema.isMaxLength(260, words),
  Schema.makeFilter((entry: string) => isHostOrRange(entry) || words.message)
)

/**
 * What a host is allowed for. `private`: sources, webhooks and programs reach it although its addresses are private.
 * `fetch`: programs may call it with `http.fetch`.
 */
export const HostUse = Schema.Literals(["private", "fetch"])
export type HostUse = typeof HostUse.Type

const useWords = { message: "Choose at least one thing that it is allowed for." }

/** Follows the name of such a range. */
export const tooWide = "takes in more than any private network; name the networks that are meant, at most as wide as 10.0.0.0/8 or fc00::/7"

export const NewAllowedHost = Schema.Struct({ host: HostEntry, uses: Schema.Array(HostUse).check(Schema.isMinLength(1, useWords)) }).check(
  Schema.makeFilter(({ host, uses }) => (uses.includes("private") && isTooWide(host) ? { path: ["host"], issue: `${host} ${tooWide}` } : undefined))
)
export type NewAllowedHost = typeof NewAllowedHost.Type

/** A place that calls may reach. `by`: null for those of `SIGNALBOX_ALLOW_HOSTS`. */
export const AllowedHost = Schema.Struct({ host: Schema.String, uses: Schema.Array(HostUse), by: Schema.NullOr(Actor), at: Schema.NullOr(EpochMs) })
export type AllowedHost = typeof AllowedHost.Type
