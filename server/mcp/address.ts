/** What of a request's address is checked before anything else is looked at. */
export interface Asked {
  readonly url: string
  readonly headers: Headers
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/**
 * Why the request is refused by where it was sent to and from; null: it is fine. A page that made its own name point here
 * (DNS rebinding) sends that name as Host; a page of another site sends its Origin. Loopback names are those of a proxy on
 * this machine. Agents send no Origin at all.
 */
export const addressFault = ({ url, headers }: Asked, publicUrl: string): string | null => {
  const host = hostnameOf(headers.get("host") ?? new URL(url).host)
  const wanted = new URL(publicUrl).hostname
  if (host === null || (host !== wanted && !loopback.has(host))) return `This server is reached as ${publicUrl}; the request's Host is another one.`
  const origin = headers.get("origin")
  return origin === null || origin === publicUrl ? null : `This request came from another origin than ${publicUrl} and was refused.`
}

const hostnameOf = (host: string): string | null => {
  const address = `http://${host}`
  // Nothing but a host: what would be a path, a user or a query is not one.
  return URL.canParse(address) && /^[^/?#@\\\s]+$/.test(host) ? new URL(address).hostname : null
}
