import { Effect } from "effect"
import { authBasePath } from "../auth/auth"
import { authorizePath, resourceOf } from "../auth/oauth-provider"
import { AppConfig } from "../config/config"
import { clientScopes, offersClientSignIn, renewalScope } from "../domain/authorization-request"
import { NotFound } from "../http/request-errors"
import { json, respond } from "../http/respond"

const resourcePath = "/api/mcp"
const resourceDocument = "/.well-known/oauth-protected-resource"
const serverDocument = "/.well-known/oauth-authorization-server"

/** Where a client that was refused learns how to be let in. */
export const metadataUrl = (publicUrl: string): string => `${publicUrl}${resourceDocument}${resourcePath}`

/** What a client is told to ask for. */
export const challengeScopes = clientScopes.join(" ")

/** The authorization server's name for itself, which its answers carry. */
const issuerOf = (publicUrl: string): string => `${publicUrl}${authBasePath}`

/**
 * RFC 9728, for the endpoint; also without its path, where some clients look. Where people reach this server over a line
 * that others can listen in on, no authorization server is named: tokens are made by admins and given to clients by hand.
 */
export const handleProtectedResource = (request: Request): Promise<Response> =>
  respond(
    request,
    AppConfig.use(({ publicUrl }) => {
      const { pathname } = new URL(request.url)
      if (pathname !== resourceDocument && pathname !== `${resourceDocument}${resourcePath}`) return Effect.fail(new NotFound({ what: "resource" }))
      return Effect.succeed(
        json({
          resource: resourceOf(publicUrl),
          resource_name: "Signalbox",
          ...(offersClientSignIn(publicUrl) && { authorization_servers: [issuerOf(publicUrl)] }),
          bearer_methods_supported: ["header"],
          scopes_supported: clientScopes
        })
      )
    })
  )

/**
 * RFC 8414, below the issuer's path; also without it, where clients of 2025-03-26 look. It names what is open here and
 * nothing else of what the plugin can do.
 */
export const handleAuthorizationServer = (request: Request): Promise<Response> =>
  respond(
    request,
    AppConfig.use(({ publicUrl }) => {
      const { pathname } = new URL(request.url)
      const isHere = pathname === serverDocument || pathname === `${serverDocument}${authBasePath}`
      if (!isHere || !offersClientSignIn(publicUrl)) return Effect.fail(new NotFound({ what: "resource" }))
      const issuer = issuerOf(publicUrl)
      return Effect.succeed(
        json({
          issuer,
          authorization_endpoint: `${publicUrl}${authorizePath}`,
          token_endpoint: `${issuer}/oauth2/token`,
          registration_endpoint: `${issuer}/oauth2/register`,
          revocation_endpoint: `${issuer}/oauth2/revoke`,
          scopes_supported: [...clientScopes, renewalScope],
          response_types_supported: ["code"],
          response_modes_supported: ["query"],
          grant_types_supported: ["authorization_code", "refresh_token"],
          token_endpoint_auth_methods_supported: ["none"],
          revocation_endpoint_auth_methods_supported: ["none"],
          code_challenge_methods_supported: ["S256"],
          authorization_response_iss_parameter_supported: true
        })
      )
    })
  )
