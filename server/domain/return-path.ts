const home = "/runs"
const base = "http://signalbox.invalid"

/**
 * Where to go after signing in: a path of this console and nothing else. What a browser would read as another host
 * (`//host`, `/\host`, control characters in between) leads home.
 */
export const safeReturnPath = (wanted: unknown): string => {
  if (typeof wanted !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted) || !URL.canParse(wanted, base)) return home
  const url = new URL(wanted, base)
  const leads = `${url.pathname}${url.search}${url.hash}`
  return url.origin !== base || leads.startsWith("//") || /^\/(api|sign-in|setup|invite)(\/|$)/.test(url.pathname) ? home : leads
}
