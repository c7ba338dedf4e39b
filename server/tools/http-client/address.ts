import ipaddr from "ipaddr.js"
import type { AllowedHost, HostUse } from "../../domain/host-entry"

/** One entry of `SIGNALBOX_ALLOW_HOSTS`, understood. */
type Allowed =
  | { readonly kind: "range"; readonly range: ReturnType<typeof ipaddr.parseCIDR> }
  /** `host` is lower case without a final dot, an address in its shortest form; port null: any. */
  | { readonly kind: "host"; readonly host: string; readonly port: number | null }

/** Which private places may be called all the same. */
export type AllowList = ReadonlyArray<Allowed>

/** `host`, `host:port`, an address of either family, or a CIDR range. What is none of these was refused by the configuration. */
export const parseAllowList = (entries: ReadonlyArray<string>): AllowList =>
  entries.flatMap((entry): ReadonlyArray<Allowed> => {
    if (ipaddr.isValidCIDR(entry)) return [{ kind: "range", range: ipaddr.parseCIDR(entry) }]
    const bracketed = /^\[(?<host>[^\]]+)\](:(?<port>\d+))?$/.exec(entry)?.groups
    const plain = /^(?<host>[^:]+)(:(?<port>\d+))?$/.exec(entry)?.groups
    const { host = entry, port } = bracketed ?? plain ?? {}
    return [{ kind: "host", host: plainHost(host), port: port === undefined ? null : Number(port) }]
  })

/** The hosts that are allowed for this. */
export const allowListFor = (hosts: ReadonlyArray<AllowedHost>, use: HostUse): AllowList =>
  parseAllowList(hosts.filter(({ uses }) => uses.includes(use)).map(({ host }) => host))

/** How a host is compared: no brackets, no final dot, lower case, addresses in their shortest form. */
export const plainHost = (host: string): string => {
  const bare = host
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase()
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare
}

/** Whether a name, or the address it leads to, is listed. */
export const isAllowed = (list: AllowList, { host, address, port }: { readonly host: string; readonly address: string; readonly port: number }): boolean => {
  const names = [plainHost(host), plainHost(address)]
  return list.some((entry) =>
    entry.kind === "range" ? isInRange(address, entry.range) : names.includes(entry.host) && (entry.port === null || entry.port === port)
  )
}

const isInRange = (address: string, [network, bits]: ReturnType<typeof ipaddr.parseCIDR>): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.kind() === network.kind() && parsed.match(network, bits)
}

/** Public by their numbers, but answered by the cloud's own machinery. */
const metadataAddresses = new Set(["168.63.129.16"])
/** What is handed out for the public internet; everything else that version 6 has is special in some way. */
const globalUnicast = ipaddr.parseCIDR("2000::/3")

/**
 * Why an address is not a public one, in a word or two; null for a public one. An address within another (mapped,
 * translated or tunnelled) is no public one: what it leads to depends on the network.
 */
export const privateReason = (address: string): string | null => {
  if (!ipaddr.isValid(address)) return "not an address"
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === "loopback" || range === "unspecified") return "this machine itself"
  if (range === "linkLocal" || metadataAddresses.has(parsed.toString())) return "a link-local or metadata address"
  if (range !== "unicast" || (parsed.kind() === "ipv6" && !parsed.match(globalUnicast[0], globalUnicast[1]))) return "a private or reserved address"
  return null
}
