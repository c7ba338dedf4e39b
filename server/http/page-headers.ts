/**
 * Scripts run with the nonce of their page or because one with it loaded them. Styles come from our own files or carry the
 * nonce; attributes may be styled, which is how virtual rows and floating panels are placed.
 * Next's development server evaluates code, adds styles of its own and pushes changes over a socket.
 */
export const contentSecurityPolicy = (nonce: string, isDevelopment: boolean): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws: wss:" : ""}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; ")

/** Headers of every page besides its policy. `no-referrer` would make browsers send `Origin: null`, which actions refuse. */
export const pageHeaders: ReadonlyArray<readonly [string, string]> = [
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "same-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"]
]

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether a page was asked for under another spelling of the loopback address than people's: cookies of `127.0.0.1` are
 * not those of `localhost`, and its `Origin` is another. False where the public address is elsewhere: a proxy may well ask
 * for 127.0.0.1 then, and a redirect would never end.
 */
export const isMisspelt = (host: string | null, publicUrl: string): boolean => {
  const url = new URL(publicUrl)
  const asked = /^(?<name>\[[^\]]+\]|[^:]*)(:(?<port>\d+))?$/.exec(host ?? "")?.groups
  if (asked === undefined || !loopback.test(asked["name"] ?? "") || !loopback.test(url.hostname)) return false
  const defaultPort = url.protocol === "https:" ? "443" : "80"
  return asked["name"] !== url.hostname && (asked["port"] ?? defaultPort) === (url.port || defaultPort)
}
