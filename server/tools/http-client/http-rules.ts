import type { HttpAnswer } from "./exchange"

/** What the connection itself says, and nobody else may. */
const ownHeaders = new Set([
  "host",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "te",
  "trailer",
  "upgrade",
  "proxy-authorization",
  "expect"
])

/** Why these headers cannot be sent, or null. */
export const headerFault = (headers: Readonly<Record<string, string>>): string | null => {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return `"${name.slice(0, 40)}" is not a header's name`
    if (ownHeaders.has(name.toLowerCase())) return `the header ${name} is set by the connection itself`
    // Line breaks would begin a header of their own.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) return `the value of the header ${name} has characters that HTTP does not allow`
  }
  return null
}

/**
 * Where a redirect leads; null when the answer is none, or is one that is not followed. What writes is not sent to
 * another place than the one that was asked for.
 */
export const redirectOf = (answer: HttpAnswer, isRead: boolean): { readonly url: URL } | { readonly fault: string } | null => {
  const location = answer.headers["location"]
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return null
  if (!URL.canParse(location, answer.url)) return { fault: "redirects to something that is not an address" }
  const url = new URL(location, answer.url)
  if (!isRead && !(answer.status >= 307 && url.origin === answer.url.origin)) return null
  if (url.protocol !== "https:" && url.protocol !== "http:") return { fault: `redirects to ${url.protocol.slice(0, 40)}` }
  if (answer.url.protocol === "https:" && url.protocol === "http:") return { fault: "redirects from https to http" }
  if (url.username !== "" || url.password !== "") return { fault: "redirects to an address with a user name" }
  return { url }
}

/** How long to wait before a read is tried again; null: the answer stands. */
export const retryAfterMs = (answer: HttpAnswer, otherwise: number): number | null => {
  if (![429, 502, 503, 504].includes(answer.status)) return null
  const given = answer.headers["retry-after"]
  return given !== undefined && /^\d{1,6}$/.test(given.trim()) ? Math.max(otherwise, Number(given) * 1000) : otherwise
}
