import { Client, type ClientOptions, SSEClientTransport, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client"
import { Effect, type Scope } from "effect"
import type { HttpClient } from "../../http-client/http-client"
import type { HttpFailed } from "../../http-client/http-failure"
import { type CallMade, heard, type McpCall } from "./call"
import { type Command, CommandTransport } from "./command-transport"
import { failureOf } from "./foreign-failure"
import { McpFailed } from "./mcp-failure"
import type { McpLimits } from "./mcp-limits"
import { outgoingFetch } from "./outgoing-fetch"

export type McpTarget =
  | { readonly via: "http"; readonly url: string; readonly credentials: Readonly<Record<string, string>> }
  | ({ readonly via: "stdio" } & Command)

export interface McpConnectionParts {
  readonly target: McpTarget
  readonly http: HttpClient["Service"]
  readonly limits: McpLimits
  readonly version: string
  /** It says that its tools are others now. */
  readonly onChanged: () => void
}

/** A server that answers. One call at a time, so that whatever it asks is asked by that call. */
export interface McpConnection {
  readonly title: string
  readonly description: string | null
  /** As it lists them: untrusted. */
  readonly tools: Effect.Effect<ReadonlyArray<unknown>, McpFailed>
  readonly call: (call: McpCall) => Effect.Effect<unknown, McpFailed>
}

/** What the connection and the SDK's callbacks share. */
interface Shared {
  made: CallMade | null
  /** Said last by what carries the messages; it knows more than the SDK's own error. */
  lost: McpFailed | null
  status: number | null
}

/** The list that a lying server never ends. */
const mostPages = 16

/** Checked by ourselves, with patterns that cannot be made to run for ever. */
const anyResult: NonNullable<ClientOptions["jsonSchemaValidator"]> = {
  getValidator: () => (input) => ({ valid: true, data: Object(input), errorMessage: undefined })
}

/** Connects, as long as the scope is open: Streamable HTTP, else the older SSE; or a command. */
export const openConnection = Effect.fn("mcp connect")(function* (parts: McpConnectionParts): Effect.fn.Return<McpConnection, McpFailed, Scope.Scope> {
  const { target } = parts
  if (target.via === "stdio") {
    const asCommand = (mode: Mode) =>
      connected(
        parts,
        mode,
        (shared) => new CommandTransport(target, parts.limits.mostBytes, (reason) => lose(shared, new McpFailed({ fault: "too_large", reason })))
      )
    // An older server may end at what it does not know.
    return yield* asCommand("auto").pipe(
      Effect.catchIf(
        ({ fault }) => fault === "ended",
        () => asCommand("legacy")
      )
    )
  }
  const url = new URL(target.url)
  const streamable = connected(parts, "auto", (shared) => new StreamableHTTPClientTransport(url, { fetch: fetchOf(parts, target, shared, "streamable") }))
  const withEvents = connected(parts, "legacy", (shared) => {
    const fetch = fetchOf(parts, target, shared, "sse")
    return new SSEClientTransport(url, { fetch, eventSourceInit: { fetch } })
  })
  return yield* streamable.pipe(Effect.catchIf(mayBeOlder, (first) => Effect.mapError(withEvents, () => first)))
})

type Mode = "auto" | "legacy"

/** Servers of the first revision know no POST at this address. */
const mayBeOlder = ({ fault, status }: McpFailed): boolean => fault === "http" && status !== undefined && [400, 404, 405, 406, 415, 501].includes(status)

const fetchOf = ({ http, limits }: McpConnectionParts, target: Extract<McpTarget, { via: "http" }>, shared: Shared, kind: "streamable" | "sse") =>
  outgoingFetch({
    http,
    origin: new URL(target.url).origin,
    credentials: target.credentials,
    mostBytes: limits.mostBytes,
    onStatus: (status) => {
      shared.status = status
    },
    onFailure: (failure, method) => {
      // Listening for what comes unasked is a favour of newer servers; older ones answer there and nowhere else.
      if (method === "POST" || kind === "sse") lose(shared, fromHttp(failure))
    }
  })

const fromHttp = ({ fault, reason }: HttpFailed): McpFailed => new McpFailed({ fault, reason })

const lose = (shared: Shared, failure: McpFailed): void => {
  shared.lost ??= failure
  shared.made?.lost(failure)
}

const connected = Effect.fnUntraced(function* <T extends Transport>(
  parts: McpConnectionParts,
  mode: Mode,
  transportOf: (shared: Shared) => T
): Effect.fn.Return<McpConnection, McpFailed, Scope.Scope> {
  const { limits, version, onChanged, target } = parts
  const shared: Shared = { made: null, lost: null, status: null }
  const client = new Client(
    { name: "signalbox", version },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode, probe: { timeoutMs: Math.min(5_000, limits.openMs) } },
      jsonSchemaValidator: anyResult,
      listMaxPages: mostPages,
      listChanged: { tools: { autoRefresh: false, onChanged: () => onChanged() } }
    }
  )
  client.setRequestHandler("elicitation/create", ({ params }) => (shared.made === null ? { action: "cancel" } : shared.made.ask(params)))
  const transport = transportOf(shared)
  const place = target.via === "http" ? new URL(target.url).host : "the command"
  const why = (cause: unknown): McpFailed => shared.lost ?? failureOf(cause, { place, status: shared.status, lastWords: lastWordsOf(transport) })
  yield* Effect.addFinalizer(() =>
    Effect.ignore(
      Effect.timeout(
        Effect.promise(() => ended(client, transport)),
        5_000
      )
    )
  )
  yield* Effect.tryPromise({ try: (signal) => client.connect(transport, { signal, timeout: limits.openMs }), catch: why }).pipe(inTime(limits.openMs, place))
  client.onclose = () => lose(shared, why(new Error("it has ended")))
  const tools = Effect.tryPromise({ try: (signal) => client.listTools(undefined, { signal, timeout: limits.openMs, cacheMode: "bypass" }), catch: why }).pipe(
    inTime(limits.openMs, place),
    Effect.map((listed): ReadonlyArray<unknown> => listed.tools)
  )
  const use = (made: CallMade | null) =>
    Effect.sync(() => {
      shared.made = made
    })
  const call = (wanted: McpCall) => heard({ client, limits, place, why, wanted, use })
  const { name = place, title } = client.getServerVersion() ?? {}
  return { title: title ?? name, description: client.getInstructions() ?? null, tools, call }
})

const inTime =
  (ms: number, place: string) =>
  <A>(effect: Effect.Effect<A, McpFailed>): Effect.Effect<A, McpFailed> =>
    Effect.timeoutOrElse(effect, {
      duration: ms,
      orElse: () => Effect.fail(new McpFailed({ fault: "timed_out", reason: `${place} did not answer within ${ms / 1_000} seconds` }))
    })

const lastWordsOf = (transport: Transport): string => ("lastWords" in transport ? String(transport.lastWords) : "")

/** A server that remembers us is told that it need not any more. */
const ended = async (client: Client, transport: Transport): Promise<void> => {
  if ("terminateSession" in transport && typeof transport.terminateSession === "function")
    await Promise.resolve(transport.terminateSession()).catch(() => undefined)
  client.onclose = () => undefined
  await client.close()
  await transport.close()
}
