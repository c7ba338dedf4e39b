import { apiKey } from "@better-auth/api-key"
import { betterAuth } from "better-auth"
import { prismaAdapter } from "better-auth/adapters/prisma"
import { createAccessControl } from "better-auth/plugins/access"
import { organization } from "better-auth/plugins/organization"
import { defaultStatements } from "better-auth/plugins/organization/access"
import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig, type AppConfigValues } from "../config/config"
import { passwordCharacters } from "../domain/account"
import { Database } from "../store/database"
import type { Dialect } from "../store/sql/statement"
import { type AccessChanges, makeAccessChanges } from "./access-changes"
import { type AuthClient, openAuthClient } from "./auth-client"
import { authorizationServer, knownResource } from "./oauth-provider"

export const authBasePath = "/api/auth"

/** What better-auth itself answers below `/api/auth`; everything else that it and its plugins bring is closed. */
export const libraryPaths: ReadonlySet<string> = new Set(["/sign-in/email", "/sign-out", "/get-session", "/oauth2/token"])
/** What is answered there by us in the plugin's place: with limits, and with the audit entry. */
export const ownPaths: ReadonlySet<string> = new Set(["/oauth2/register", "/oauth2/revoke"])

const sessionSeconds = 7 * 24 * 3600
export const tokenPrefix = "signalbox_"

const access = createAccessControl({ ...defaultStatements, apiKey: ["create", "read", "update", "delete"] })
/**
 * better-auth asks these for its own verbs only, all of them behind ours; who may do what in Signalbox is in
 * `permissions.ts`.
 */
const roles = {
  viewer: access.newRole({}),
  operator: access.newRole({}),
  admin: access.newRole({
    organization: ["update"],
    member: ["create", "update", "delete"],
    invitation: ["create", "cancel"],
    apiKey: ["create", "read", "update", "delete"]
  })
}

interface Parts {
  readonly config: AppConfigValues
  readonly client: AuthClient
  readonly log: (level: "debug" | "info" | "success" | "warn" | "error", message: string, details: ReadonlyArray<unknown>) => void
  readonly disabledPaths: ReadonlyArray<string>
}

const makeBetterAuth = ({ config, client, log, disabledPaths }: Parts) =>
  betterAuth({
    appName: "Signalbox",
    baseURL: config.publicUrl,
    basePath: authBasePath,
    trustedOrigins: [config.publicUrl],
    secret: Redacted.value(config.secret),
    // Named SQLite for both: it is told nothing but whether lists are kept as JSON, as our models do in either store.
    database: prismaAdapter(client, { provider: "sqlite", transaction: false }),
    // Accounts come from the set-up link, the environment or an invitation.
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: passwordCharacters.least, maxPasswordLength: passwordCharacters.most },
    // A refresh would be a write behind a read, and its cookie would not reach the browser from most places that read.
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true },
    advanced: {
      cookiePrefix: "signalbox",
      useSecureCookies: config.publicUrl.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" }
    },
    // Ours counts failures per account and address; this one would refuse three good sign-ins in ten seconds.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: "error", disableColors: true, log: (level, message, ...details) => log(level, message, details) },
    disabledPaths: [...disabledPaths],
    plugins: [
      organization({ ac: access, roles, creatorRole: "admin", allowUserToCreateOrganization: false, disableOrganizationDeletion: true }),
      // Its own rate limit would allow ten requests a day.
      apiKey({
        references: "organization",
        rateLimit: { enabled: false },
        defaultPrefix: tokenPrefix,
        requireName: true,
        maximumNameLength: 100,
        startingCharactersConfig: { charactersLength: tokenPrefix.length + 4 }
      }),
      authorizationServer()
    ]
  })
export type BetterAuth = ReturnType<typeof makeBetterAuth>

/** Every path that better-auth would serve with these plugins, open or not. */
export const registeredPaths = (auth: Pick<BetterAuth, "api">): ReadonlyArray<string> =>
  Object.values(auth.api).flatMap((endpoint) => ("path" in endpoint && typeof endpoint.path === "string" ? [endpoint.path] : []))

/** Accounts, sessions, teams, roles and keys. */
export class Auth extends Context.Service<
  Auth,
  {
    readonly betterAuth: BetterAuth
    readonly client: AuthClient
    /** What the client speaks, for the few statements that are written by hand. */
    readonly dialect: Dialect
    readonly changes: AccessChanges
  }
>()("signalbox/auth/Auth") {
  static readonly layer: Layer.Layer<Auth, never, AppConfig | Database> = Layer.effect(
    Auth,
    Effect.gen(function* () {
      const config = yield* AppConfig
      // Not for its client: it stands for the store being migrated, and locked by this process.
      yield* Database
      const client = yield* openAuthClient
      const services = yield* Effect.context<never>()
      // better-auth logs from callbacks. Of its details only causes are kept; others may hold what people typed.
      const log: Parts["log"] = (level, message, details) => {
        const causes = details.filter((detail) => detail instanceof Error)
        // allow run: a callback of the library, outside every effect
        Effect.runForkWith(services)(level === "error" ? Effect.logError(`better-auth: ${message}`, ...causes) : Effect.logDebug(`better-auth: ${message}`))
      }
      yield* knownResource(client, config.publicUrl)
      // Which paths there are is known only to an instance; the first one is asked and dropped.
      const all = registeredPaths(makeBetterAuth({ config, client, log, disabledPaths: [] }))
      return Auth.of({
        client,
        dialect: config.database.kind,
        changes: makeAccessChanges(),
        betterAuth: makeBetterAuth({ config, client, log, disabledPaths: all.filter((path) => !libraryPaths.has(path)) })
      })
    })
  )
}
