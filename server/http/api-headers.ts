/**
 * Headers of every answer below `/api`; pages get theirs from the proxy, which leaves `/api` out because it would keep
 * only the first 10 MB of a body.
 */
const apiHeaders: ReadonlyArray<readonly [string, string]> = [
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Cache-Control", "no-store"]
]

/** The same answer with the API's headers, as far as it does not set them itself. */
export const withApiHeaders = (response: Response, requestId?: string): Response => {
  // Answers of fetch handlers may have immutable headers.
  const headers = new Headers(response.headers)
  for (const [name, value] of apiHeaders) if (!headers.has(name)) headers.set(name, value)
  if (requestId !== undefined) headers.set("X-Request-Id", requestId)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
