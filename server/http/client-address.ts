import { BlockList, isIPv4, isIPv6 } from "node:net"

/** Whether an address is that of a proxy whose word counts. */
export type IsTrusted = (address: string) => boolean

const family = (address: string): "ipv4" | "ipv6" | null => (isIPv4(address) ? "ipv4" : isIPv6(address) ? "ipv6" : null)

/** A socket that listens on both families writes 192.0.2.1 as ::ffff:192.0.2.1. A zone names a link of this machine. */
const plain = (address: string): string =>
  address
    .trim()
    .replace(/^::ffff:(?=\d+\.)/i, "")
    .replace(/%.*$/, "")

/** Addresses and ranges such as `10.0.0.0/8`, as the configuration has checked them. */
export const trustedBy = (proxies: ReadonlyArray<string>): IsTrusted => {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/")
    const kind = family(address)
    if (kind === null) continue
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  return (address) => {
    const kind = family(address)
    return kind !== null && list.check(address, kind)
  }
}

/**
 * Where a request came from: the socket's other end, unless that is a trusted proxy. Then it is the last entry of
 * `X-Forwarded-For` that no trusted proxy wrote about another one: what stands before it, the client may have made up.
 */
export const clientAddress = (socketAddress: string, forwardedFor: string, isTrusted: IsTrusted): string => {
  let address = plain(socketAddress)
  for (const entry of forwardedFor.split(",").toReversed()) {
    const before = plain(entry)
    if (!isTrusted(address) || family(before) === null) break
    address = before
  }
  return address
}
