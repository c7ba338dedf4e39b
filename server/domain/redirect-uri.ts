/*
 * Where a client that registered itself wants people to be sent back to. Anybody may register, so what is allowed here is
 * what a link of a stranger could send a signed-in person to, with a code that only the client can use.
 */

export const redirectUriLimits = { count: 10, characters: 500 } as const

/** Schemes without a dot that MCP clients really have; all others have to be the reverse of a domain name (RFC 8252, 7.1). */
const knownSchemes: ReadonlySet<string> = new Set([
  "antigravity:",
  "claude:",
  "cursor:",
  "goose:",
  "kiro:",
  "raycast:",
  "trae:",
  "vscode:",
  "vscode-insiders:",
  "vscodium:",
  "warp:",
  "windsurf:",
  "zed:"
])

const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

const isLoopback = (url: URL): boolean => url.protocol === "http:" && loopbackNames.has(url.hostname)

/** What is wrong with it, as the end of a sentence; null: a client may have it. */
export const redirectUriFault = (uri: string): string | null => {
  if (uri.length > redirectUriLimits.characters) return `is longer than ${redirectUriLimits.characters} characters`
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) return "is not an absolute address"
  const url = new URL(uri)
  if (uri.includes("#")) return "has a fragment"
  if (url.username !== "" || url.password !== "" || /^[a-z][a-z0-9+.-]*:[/\\]{2,}[^/?\\]*@/i.test(uri)) return "has a user name or a password in it"
  if (url.protocol === "https:" || isLoopback(url)) return null
  if (url.protocol === "http:") return "has to be https, or http on localhost, 127.0.0.1 or [::1]"
  if (knownSchemes.has(url.protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)) return null
  return `has the scheme ${url.protocol} which is not that of a known client nor the reverse of a domain name`
}

/** A client on this machine takes whichever port is free; all else has to be as it was registered (RFC 8252, 7.3). */
export const isRegisteredRedirect = (registered: ReadonlyArray<string>, asked: string): boolean => {
  if (redirectUriFault(asked) !== null) return false
  const anyPort = withoutLoopbackPort(asked)
  return registered.some((uri) => uri === asked || (anyPort !== null && withoutLoopbackPort(uri) === anyPort))
}

const withoutLoopbackPort = (uri: string): string | null => {
  if (!isLoopback(new URL(uri))) return null
  return uri.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d+(?=[/?]|$)/i, "$1")
}

/** The part of it by which a person can tell where they will be sent. */
export const redirectTarget = (uri: string): { readonly kind: "site" | "this computer" | "app"; readonly name: string } => {
  const url = new URL(uri)
  if (url.protocol === "https:") return { kind: "site", name: url.host }
  if (url.protocol === "http:") return { kind: "this computer", name: url.host }
  return { kind: "app", name: url.protocol }
}
