import { Effect } from "effect"
import { AppConfig } from "../config/config"
import { Scope } from "../domain/principal"
import { NotFound } from "../http/request-errors"
import { json, respond } from "../http/respond"

const resourcePath = "/api/mcp"
const wellKnown = "/.well-known/oauth-protected-resource"

/** Where a client that was refused learns how to be let in. */
export const metadataUrl = (publicUrl: string): string => `${publicUrl}${wellKnown}${resourcePath}`

/**
 * RFC 9728, for the endpoint; also without its path, where some clients look. No authorization server is named, because
 * there is none: tokens are made by admins and given to clients by hand.
 */
export const handleProtectedResource = (request: Request): Promise<Response> =>
  respond(
    request,
    AppConfig.use(({ publicUrl }) => {
      const { pathname } = new URL(request.url)
      if (pathname !== wellKnown && pathname !== `${wellKnown}${resourcePath}`) return Effect.fail(new NotFound({ what: "resource" }))
      return Effect.succeed(
        json({
          resource: `${publicUrl}${resourcePath}`,
          resource_name: "Signalbox",
          bearer_methods_supported: ["header"],
          scopes_supported: Scope.literals.filter((scope) => scope.startsWith("runs:"))
        })
      )
    })
  )
