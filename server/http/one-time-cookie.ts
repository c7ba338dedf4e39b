/** Where one-time links lead. Each carries its token in a cookie of its own, out of the address and its history. */
export const oneTimePaths = ["/setup", "/invite"] as const
export type OneTimePath = (typeof oneTimePaths)[number]

export const isOneTimePath = (path: string): path is OneTimePath => oneTimePaths.some((known) => known === path)

/** The name of the cookie that takes the token from the link to the form. */
export const oneTimeCookie = (path: OneTimePath): string => `signalbox_${path.slice(1)}`

const attributes = (path: OneTimePath, publicUrl: string): string =>
  // Lax, because the link may be followed from a mail or a chat; only below its own page.
  `Path=${path}; HttpOnly; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`

export const oneTimeCookieFor = (path: OneTimePath, token: string, publicUrl: string): string =>
  `${oneTimeCookie(path)}=${encodeURIComponent(token)}; Max-Age=3600; ${attributes(path, publicUrl)}`

export const clearedOneTimeCookie = (path: OneTimePath, publicUrl: string): string => `${oneTimeCookie(path)}=; Max-Age=0; ${attributes(path, publicUrl)}`
