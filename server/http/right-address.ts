import { Effect } from "effect"
import { AppConfig } from "../config/config"
import { askedForHeader } from "../domain/asked-for"
import { respond } from "./respond"

/** Where the path asked for is at the public address; never at another one. */
export const atPublicUrl = (publicUrl: string, askedFor: string | null): string => {
  const path = askedFor?.startsWith("/") ? askedFor : "/"
  return `${publicUrl}${path}`
}

/**
 * The proxy sends pages here that were asked for under another spelling of the loopback address. A redirect of its own
 * would go round in circles: Next takes 127.0.0.1 and localhost for one host and writes the Location without it.
 */
export const handleRightAddress = (request: Request): Promise<Response> =>
  respond(
    request,
    AppConfig.use(({ publicUrl }) =>
      Effect.succeed(new Response(null, { status: 307, headers: { Location: atPublicUrl(publicUrl, request.headers.get(askedForHeader)) } }))
    )
  )
