/** Carries the token of the one-time link from the link to the form, out of the address and its history. */
export const setupCookie = "signalbox_setup"

const attributes = (publicUrl: string): string =>
  // Lax, because the link may be followed from a mail or a chat; only below /setup.
  `Path=/setup; HttpOnly; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`

export const setupCookieFor = (token: string, publicUrl: string): string =>
  `${setupCookie}=${encodeURIComponent(token)}; Max-Age=3600; ${attributes(publicUrl)}`

export const clearedSetupCookie = (publicUrl: string): string => `${setupCookie}=; Max-Age=0; ${attributes(publicUrl)}`
