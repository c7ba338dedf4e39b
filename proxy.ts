import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { askedForHeader, queryAskedFor } from "./server/domain/asked-for"
import { isOneTimePath, oneTimeCookieFor } from "./server/http/one-time-cookie"
import { contentSecurityPolicy, isMisspelt, pageHeaders } from "./server/http/page-headers"
import { pageSettings } from "./server/http/page-settings"

/** In front of every page: the right address, the policy with its nonce, and the one-time link's token out of the address. */
export const proxy = (request: NextRequest): NextResponse => {
  const { publicUrl, isDevelopment } = pageSettings()
  const { pathname, search, searchParams } = request.nextUrl
  const reads = request.method === "GET" || request.method === "HEAD"
  const headers = new Headers(request.headers)
  // A layout is not told which page it is for, but must know where to come back to after signing in.
  headers.set(askedForHeader, `${pathname}${queryAskedFor(headers.get(askedForHeader), search)}`)

  // Not Next's own request for the page that an action leads to: it goes to the address that is listened on, and being sent to
  // another name it would lose the session.
  const navigates = (request.headers.get("sec-fetch-mode") ?? "navigate") === "navigate"
  if (reads && navigates && isMisspelt(request.headers.get("host"), publicUrl)) {
    return withHeaders(NextResponse.rewrite(new URL("/api/right-address", request.url), { request: { headers } }))
  }

  const token = reads ? searchParams.get("token") : null
  if (token !== null && isOneTimePath(pathname)) {
    const response = NextResponse.redirect(`${publicUrl}${pathname}`, 303)
    response.headers.append("Set-Cookie", oneTimeCookieFor(pathname, token, publicUrl))
    response.headers.set("Cache-Control", "no-store")
    return withHeaders(response)
  }

  const nonce = randomBytes(16).toString("base64")
  const policy = contentSecurityPolicy(nonce, isDevelopment)
  // Next takes the nonce for its own scripts from the request's policy; the layout reads `x-nonce`.
  headers.set("Content-Security-Policy", policy)
  headers.set("x-nonce", nonce)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set("Content-Security-Policy", policy)
  return withHeaders(response)
}

const withHeaders = (response: NextResponse): NextResponse => {
  for (const [name, value] of pageHeaders) response.headers.set(name, value)
  return response
}

export const config = {
  // Not /api: with a proxy in front Next keeps only the first 10 MB of a body. Not files, which are the same for everybody.
  matcher: ["/((?!api/|_next/|\\.well-known/|favicon\\.svg$|favicon-waiting\\.svg$|logo\\.svg$).*)"]
}
