import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../../config/config"
import { HostTable } from "../../store/host-table"
import { type AllowList, allowListFor, isAllowed, parseAllowList, privateReason } from "./address"
import { exchange, type HttpAnswer, type OpenAnswer, openExchange } from "./exchange"
import { HttpFailed, isHttpFailed } from "./http-failure"
import { headerFault, redirectOf, retryAfterMs } from "./http-rules"

export interface HttpRequest {
  readonly method: string
  /** http or https, without user name and password. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that are for this origin alone: they do not follow a redirect to another one. */
  readonly credentials?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | null
  /** May be sent again when it fails; follows redirects to anywhere. */
  readonly isRead: boolean
  readonly timeoutMs?: number
  readonly answerBytes?: number
  /** Where it may go, redirects included; anywhere public without it. Asked anew for every place. */
  readonly within?: Effect.Effect<AllowList>
  /** Only the first `answerBytes` of the answer are wanted. */
  readonly isCut?: boolean
}

export interface HttpClientOptions {
  readonly allow: AllowList
  /** What an admin allows beside it; looked up only for a private place. */
  readonly also: Effect.Effect<AllowList>
  /** All addresses of a name, or none. */
  readonly resolve: (host: string) => Promise<ReadonlyArray<string>>
  readonly timeoutMs: number
  readonly connectMs: number
  readonly answerBytes: number
  readonly mostRedirects: number
  /** Pauses before a read is tried again. */
  readonly retryAfterMs: ReadonlyArray<number>
}

const defaults: HttpClientOptions = {
  allow: [],
  also: Effect.succeed([]),
  resolve: async (host) => (await lookup(host, { all: true, order: "ipv4first" })).map(({ address }) => address),
  timeoutMs: 60_000,
  connectMs: 10_000,
  answerBytes: 8 << 20,
  mostRedirects: 5,
  retryAfterMs: [250, 1_000]
}

/** An upstream that says when to come back is waited for this long. */
const longestWaitMs = 5_000
/** A name may have many addresses, and all of them may be down. */
const mostAddresses = 3

/**
 * The only way out. Every request is resolved, its addresses judged, and the connection made to exactly the address
 * that was judged; a redirect is a new request and is judged anew.
 */
export class HttpClient extends Context.Service<
  HttpClient,
  {
    /** Any status is an answer. Interruption ends the connection. */
    send(request: HttpRequest): Effect.Effect<HttpAnswer, HttpFailed>
    /**
     * One exchange whose answer is read as it comes; no redirect is followed and nothing is tried again. `timeoutMs` is for
     * the head of the answer; from then on the signal alone ends it.
     */
    open(request: Omit<HttpRequest, "isRead" | "isCut" | "answerBytes" | "within">, signal: AbortSignal): Effect.Effect<OpenAnswer, HttpFailed>
    /** Whether such a place may be called now; `unreachable` when its name leads nowhere. */
    check(url: string): Effect.Effect<URL, HttpFailed>
  }
>()("signalbox/tools/HttpClient") {
  static readonly layer: Layer.Layer<HttpClient, never, AppConfig | HostTable> = Layer.effect(
    HttpClient,
    Effect.gen(function* () {
      const { allowHosts } = yield* AppConfig
      const hosts = yield* HostTable
      const also = Effect.map(hosts.list, (all) => allowListFor(all, "private"))
      return make({ ...defaults, allow: parseAllowList(allowHosts), also })
    })
  )

  /** For tests: other names, shorter waits. */
  static readonly layerOf = (options: Partial<HttpClientOptions>): Layer.Layer<HttpClient> => Layer.sync(HttpClient, () => make({ ...defaults, ...options }))
}

const make = (options: HttpClientOptions) => {
  const judged = Effect.fn("HttpClient.judge")(function* (url: URL, within: HttpRequest["within"]) {
    const host = url.hostname.replace(/^\[|\]$/g, "")
    const unknown = () => new HttpFailed({ fault: "unreachable", reason: `there is no host ${url.hostname}` })
    const addresses = isIP(host) === 0 ? yield* Effect.tryPromise({ try: () => options.resolve(host), catch: unknown }) : [host]
    if (addresses.length === 0) return yield* unknown()
    const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)
    const only = within === undefined ? null : yield* within
    for (const address of addresses) {
      const reason = privateReason(address)
      // One private address among public ones is no accident, so the name as a whole is refused.
      const place = { host, address, port }
      if (only !== null && !isAllowed(only, place)) {
        return yield* new HttpFailed({ fault: "refused", reason: `programs may not call ${url.host}; they may once an admin allows it under Settings, Hosts` })
      }
      if (reason !== null && !isAllowed(options.allow, place) && !isAllowed(yield* options.also, place)) {
        return yield* new HttpFailed({
          fault: "refused",
          reason: `${url.host} is ${reason}${host === address ? "" : ` (${address})`}; it may be called once an admin allows it under Settings, Hosts, or SIGNALBOX_ALLOW_HOSTS lists it`
        })
      }
    }
    return addresses.slice(0, mostAddresses)
  })

  const exchangeWith = (request: HttpRequest, url: URL, headers: Readonly<Record<string, string>>, address: string) =>
    Effect.tryPromise({
      try: (signal) =>
        exchange(
          {
            url,
            address,
            headers,
            method: request.method,
            body: request.body ?? null,
            connectMs: options.connectMs,
            answerBytes: request.answerBytes ?? options.answerBytes,
            isCut: request.isCut ?? false
          },
          signal
        ),
      catch: (cause) => (isHttpFailed(cause) ? cause : new HttpFailed({ fault: "broken", reason: `the request to ${url.host} failed` }))
    })

  /** To the first of the addresses that takes the connection. */
  const toAnAddress = Effect.fnUntraced(function* <A>(url: URL, within: HttpRequest["within"], exchangeAt: (address: string) => Effect.Effect<A, HttpFailed>) {
    const [first = "", ...others] = yield* judged(url, within)
    return yield* others.reduce(
      (tried, address) =>
        Effect.catchIf(
          tried,
          ({ fault }) => fault === "unreachable",
          () => exchangeAt(address)
        ),
      exchangeAt(first)
    )
  })

  const exchanged = (request: HttpRequest, url: URL, headers: Readonly<Record<string, string>>) =>
    toAnAddress(url, request.within, (address) => exchangeWith(request, url, headers, address))

  /** Comes back with the first answer that leads no further. */
  const followed = Effect.fnUntraced(function* (request: HttpRequest, start: URL) {
    let url = start
    let credentials = request.credentials ?? {}
    for (let hops = 0; ; hops++) {
      const answer = yield* exchanged(request, url, { ...request.headers, ...credentials })
      const next = redirectOf(answer, request.isRead)
      if (next === null) return answer
      if (hops >= options.mostRedirects)
        return yield* new HttpFailed({ fault: "broken", reason: `${start.host} redirects more than ${options.mostRedirects} times` })
      if ("fault" in next) return yield* new HttpFailed({ fault: "refused", reason: `${url.host} ${next.fault}` })
      if (next.url.origin !== url.origin) credentials = {}
      url = next.url
    }
  })

  const patiently = (request: HttpRequest, url: URL, pauses: ReadonlyArray<number>): Effect.Effect<HttpAnswer, HttpFailed> => {
    const [pause, ...later] = pauses
    if (!request.isRead || pause === undefined) return followed(request, url)
    const again = (ms: number) => Effect.andThen(Effect.sleep(ms), patiently(request, url, later))
    return followed(request, url).pipe(
      Effect.flatMap((answer) => {
        const wait = retryAfterMs(answer, pause)
        return wait === null || wait > longestWaitMs ? Effect.succeed(answer) : again(wait)
      }),
      Effect.catchIf(
        ({ fault }) => fault === "unreachable" || fault === "broken",
        () => again(pause)
      )
    )
  }

  const send = Effect.fn("HttpClient.send")(function* (request: HttpRequest) {
    const url = yield* readUrl(request.url)
    const fault = headerFault({ ...request.headers, ...request.credentials })
    if (fault !== null) return yield* new HttpFailed({ fault: "malformed", reason: fault })
    const timeoutMs = request.timeoutMs ?? options.timeoutMs
    return yield* patiently(request, url, options.retryAfterMs).pipe(
      Effect.timeoutOrElse({
        duration: timeoutMs,
        orElse: () => Effect.fail(new HttpFailed({ fault: "timed_out", reason: `${url.host} did not answer within ${timeoutMs} ms` }))
      })
    )
  })

  const open = Effect.fn("HttpClient.open")(function* (request: Omit<HttpRequest, "isRead" | "isCut" | "answerBytes" | "within">, signal: AbortSignal) {
    const { method, body = null, timeoutMs = options.timeoutMs } = request
    const url = yield* readUrl(request.url)
    const headers = { ...request.headers, ...request.credentials }
    const fault = headerFault(headers)
    if (fault !== null) return yield* new HttpFailed({ fault: "malformed", reason: fault })
    const { connectMs, answerBytes } = options
    return yield* toAnAddress(url, undefined, (address) =>
      Effect.tryPromise({
        try: (interrupted) => openExchange({ url, address, headers, method, body, connectMs, answerBytes, isCut: false }, untilOpen(signal, interrupted)),
        catch: (cause) => (isHttpFailed(cause) ? cause : new HttpFailed({ fault: "broken", reason: `the request to ${url.host} failed` }))
      })
    ).pipe(
      Effect.timeoutOrElse({
        duration: timeoutMs,
        orElse: () => Effect.fail(new HttpFailed({ fault: "timed_out", reason: `${url.host} did not answer within ${timeoutMs} ms` }))
      })
    )
  })

  const check = Effect.fn("HttpClient.check")(function* (text: string) {
    const url = yield* readUrl(text)
    yield* judged(url, undefined)
    return url
  })

  return HttpClient.of({ send, open, check })
}

/** Ends with the caller's signal, or with the effect as long as it runs. */
const untilOpen = (signal: AbortSignal, interrupted: AbortSignal): AbortSignal => AbortSignal.any([signal, interrupted])

/** The parser that browsers have: `0x7f.1`, `017700000001` and `2130706433` are 127.0.0.1 for it, before anything is judged. */
const readUrl = (text: string): Effect.Effect<URL, HttpFailed> => {
  const malformed = (reason: string) => Effect.fail(new HttpFailed({ fault: "malformed", reason }))
  if (!URL.canParse(text)) return malformed("this is not an address such as https://api.example.com")
  const url = new URL(text)
  if (url.protocol !== "http:" && url.protocol !== "https:") return malformed(`only http and https can be called, not ${url.protocol.replace(":", "")}`)
  if (url.username !== "" || url.password !== "") return malformed("an address must not hold a user name or password; give them as credentials")
  return Effect.succeed(url)
}
