import { basename } from "node:path"
import { Effect, type Scope } from "effect"
import { AppConfig } from "../../../config/config"
import { ToolError } from "../../../engine/tool-invoker"
import { checkPlace, shownUrl } from "../../check-place"
import { HttpClient } from "../../http-client/http-client"
import type { SourceDriver } from "../../source-driver"
import { SourceInvalid } from "../../source-fault"
import { credentialsLabel, secretsOf } from "../credentials"
import { headersOf } from "../header-credentials"
import { makeScrub, type Scrub } from "../scrub"
import { catalogueOf, type McpCatalogue, mcpFormat } from "./catalogue"
import { type McpTarget, openConnection } from "./connection"
import { isConnectionLost, McpFailed } from "./mcp-failure"
import { type McpLimits, mcpLimits } from "./mcp-limits"
import { type McpPool, makeMcpPool } from "./mcp-pool"
import { type McpPlace, type NewMcp, openPlace, sealedPlace } from "./mcp-settings"
import { makeMcpSource, scrubbed } from "./mcp-source"
import { secretArguments } from "./secret-arguments"

/** More than these are no tools that anybody chooses from. */
const mostTools = 2_000

const commandsAreOff = "MCP servers that are commands are off on this server; SIGNALBOX_ALLOW_STDIO=1 turns them on."

export const makeMcpDriver = Effect.gen(function* () {
  const http = yield* HttpClient
  const config = yield* AppConfig
  return yield* mcpDriverOf({ http, ...config, limits: mcpLimits })
})

interface DriverParts extends Pick<AppConfig["Service"], "allowStdio" | "commandEnvironment" | "version"> {
  readonly http: HttpClient["Service"]
  readonly limits: McpLimits
}

interface OpenSource {
  readonly pool: McpPool
  /** What is to be done when it says that its tools changed; the source that was opened last says. */
  changed: Effect.Effect<void>
}

/** The driver with other limits than the usual ones. */
export const mcpDriverOf = Effect.fnUntraced(function* ({
  http,
  limits,
  version,
  allowStdio,
  commandEnvironment
}: DriverParts): Effect.fn.Return<SourceDriver<NewMcp>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const services = yield* Effect.context<never>()
  const open = new Map<string, OpenSource>()

  const targetOf = (place: McpPlace): McpTarget =>
    place.via === "http"
      ? { via: "http", url: place.url, credentials: headersOf(place.auth) ?? {} }
      : { ...place, env: { ...commandEnvironment, ...place.env } }

  /** The connections of a source outlive a refresh: only its catalogue is another one then. */
  const openedFor = Effect.fnUntraced(function* (id: string, place: McpPlace) {
    const known = open.get(id)
    if (known !== undefined) return known
    const onChanged = () => {
      const source = open.get(id)
      if (source !== undefined) Effect.runForkWith(services)(source.changed) // allow run: the SDK calls back
    }
    const pool = yield* makeMcpPool(place.via, openConnection({ target: targetOf(place), http, limits, version, onChanged }), scope)
    const opened: OpenSource = { pool, changed: Effect.void }
    open.set(id, opened)
    return opened
  })

  const listed = Effect.fnUntraced(function* (id: string, place: McpPlace) {
    const { pool } = yield* openedFor(id, place)
    return yield* pool.use((connection) =>
      Effect.flatMap(connection.tools, (tools) =>
        tools.length > mostTools
          ? Effect.fail(new McpFailed({ fault: "too_large", reason: `it has ${tools.length} tools, more than ${mostTools}` }))
          : Effect.succeed(catalogueOf({ title: connection.title, description: connection.description, tools }))
      )
    )
  })

  const readAt = (id: string, place: McpPlace) =>
    listed(id, place).pipe(
      Effect.map((catalogue) => {
        const { title, description, tools, problems } = catalogue
        return { title, description, problems, toolCount: tools.length, content: { text: "", compiled: JSON.stringify(catalogue), format: mcpFormat } }
      }),
      Effect.mapError((failure) => invalid(place, scrubbed(failure, scrubOf(place))))
    )

  return {
    read: Effect.fn("McpDriver.read")(function* (id: string, given: NewMcp) {
      const place = yield* placeOf(given)
      if (place.via === "stdio" && !allowStdio) return yield* new SourceInvalid({ path: "command", reason: commandsAreOff })
      if (place.via === "http") yield* checkPlace(http, "url", place.url)
      const read = yield* readAt(id, place)
      const shown = place.via === "http" ? shownUrl(place.url) : null
      return {
        ...read,
        url: shown,
        baseUrl: shown ?? `command ${basename(place.via === "stdio" ? place.command : "")}`,
        origins: place.via === "http" ? [new URL(place.url).origin] : [],
        credentials: place.via === "http" ? credentialsLabel(place.auth) : Object.keys(place.env).length > 0 ? "its own environment" : null,
        secret: sealedPlace(place)
      }
    }),

    readAgain: Effect.fn("McpDriver.readAgain")(function* ({ source, content }) {
      const place = openPlace(content.secret)
      if (place.via === "stdio" && !allowStdio) return yield* new SourceInvalid({ path: "command", reason: commandsAreOff })
      return yield* readAt(source.id, place)
    }),

    open: Effect.fn("McpDriver.open")(function* ({ source, content, connection }, changed) {
      const place = openPlace(content.secret)
      const { id, name, description, baseUrl, trustsHints } = source
      if (place.via === "stdio" && !allowStdio) return yield* new ToolError({ code: "source_unavailable", message: `${name}: ${commandsAreOff}` })
      const opened = yield* openedFor(id, place)
      opened.changed = changed
      const catalogue: McpCatalogue = JSON.parse(content.compiled)
      return makeMcpSource({ name, description, connection, trustsHints, catalogue, place: baseUrl, scrub: scrubOf(place), pool: opened.pool })
    }),

    test: Effect.fn("McpDriver.test")(function* ({ source, content }) {
      const place = openPlace(content.secret)
      if (place.via === "stdio" && !allowStdio) return { answers: false, message: commandsAreOff }
      return yield* listed(source.id, place).pipe(
        Effect.map(({ tools }) => ({ answers: true, message: `${source.title} answers: ${tools.length === 1 ? "1 tool" : `${tools.length} tools`}.` })),
        Effect.catch((failure) => Effect.succeed({ answers: false, message: sentence(scrubbed(failure, scrubOf(place)).reason) }))
      )
    }),

    close: (id) =>
      Effect.suspend(() => {
        const opened = open.get(id)
        open.delete(id)
        return opened?.pool.close ?? Effect.void
      })
  }
})

const placeOf = Effect.fnUntraced(function* ({
  url,
  auth = { type: "none" },
  command,
  args = [],
  env = {}
}: NewMcp): Effect.fn.Return<McpPlace, SourceInvalid> {
  if ((url === undefined) === (command === undefined))
    return yield* new SourceInvalid({ path: "url", reason: "Give either the url of the server or the command that starts it." })
  if (command !== undefined) return { via: "stdio", command, args, env }
  if (headersOf(auth) === null)
    return yield* new SourceInvalid({ path: "auth", reason: "Give a bearer token, a user and password, or headers: an MCP server takes nothing else." })
  return { via: "http", url: url ?? "", auth: auth.type === "none" ? null : auth }
})

/** What a server says must not hold what it was given. */
const scrubOf = (place: McpPlace): Scrub =>
  makeScrub(
    place.via === "http"
      ? [...secretsOf(place.auth), ...new URL(place.url).searchParams.values()]
      : [...Object.values(place.env), ...secretArguments(place.args)]
  )

const invalid = (place: McpPlace, failure: McpFailed): SourceInvalid =>
  new SourceInvalid({
    path: place.via === "http" ? (failure.status === 401 || failure.status === 403 ? "auth" : "url") : "command",
    reason: isConnectionLost(failure) ? `There is no MCP server to be reached: ${failure.reason}.` : `The server does not list its tools: ${failure.reason}.`
  })

const sentence = (reason: string): string => `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`
