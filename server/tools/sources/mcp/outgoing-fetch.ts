import type { Readable } from "node:stream"
import type { FetchLike } from "@modelcontextprotocol/client"
import { Effect } from "effect"
import type { HttpClient } from "../../http-client/http-client"
import { HttpFailed, isHttpFailed } from "../../http-client/http-failure"

export interface OutgoingFetchParts {
  readonly http: HttpClient["Service"]
  /** The only one that is called: the server says where its messages go, and may not send our credentials elsewhere. */
  readonly origin: string
  readonly credentials: Readonly<Record<string, string>>
  /** Of one answer, or of one event of a stream. */
  readonly mostBytes: number
  /** There was no answer, or it broke off. */
  readonly onFailure: (failure: HttpFailed, method: string) => void
  /** Told of every answer, whatever becomes of it. */
  readonly onStatus: (status: number) => void
}

/** The `fetch` that the SDK's transports take; it goes through the only way out. */
export const outgoingFetch = (parts: OutgoingFetchParts): FetchLike => {
  const { http, origin, credentials, onFailure } = parts
  return async (input, init = {}) => {
    const method = init.method ?? "GET"
    const failed = (failure: HttpFailed): HttpFailed => {
      onFailure(failure, method)
      return failure
    }
    const url = new URL(String(input))
    if (url.origin !== origin)
      throw failed(new HttpFailed({ fault: "refused", reason: `${new URL(origin).host} leads to another place, which is not followed` }))
    const { headers, body } = sentOf(init)
    const signal = init.signal ?? new AbortController().signal
    const opened = http.open({ method, url: url.href, headers: { ...headers, "user-agent": "signalbox" }, credentials, body }, signal)
    const answer = await Effect.runPromise(Effect.result(opened)) // allow run: the SDK's transports take a function that returns a promise
    if (answer._tag === "Failure") {
      if (signal.aborted) throw answer.failure
      throw failed(answer.failure)
    }
    const { status } = answer.success
    parts.onStatus(status)
    const response = { status, headers: headersOf(answer.success.headers) }
    if (method === "HEAD" || [101, 204, 205, 304].includes(status) || status < 200) {
      answer.success.body.destroy()
      return new Response(null, status < 200 ? { ...response, status: 502 } : response)
    }
    const isStream = (answer.success.headers["content-type"] ?? "").includes("text/event-stream")
    return new Response(streamOf(answer.success.body, { mostBytes: parts.mostBytes, fail: failed, isStream, host: url.host, signal }), response)
  }
}

const sentOf = (init: RequestInit): { readonly headers: Record<string, string>; readonly body: Uint8Array | null } => {
  const headers: Record<string, string> = {}
  new Headers(init.headers).forEach((value, name) => {
    headers[name] = value
  })
  return { headers, body: typeof init.body === "string" ? Buffer.from(init.body) : null }
}

/** What was unpacked is not packed any more. */
const headersOf = (given: Readonly<Record<string, string>>): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (!["content-encoding", "content-length", "transfer-encoding"].includes(name)) headers.set(name, value)
  return headers
}

interface StreamParts extends Pick<OutgoingFetchParts, "mostBytes"> {
  readonly fail: (failure: HttpFailed) => HttpFailed
  readonly isStream: boolean
  readonly host: string
  readonly signal: AbortSignal
}

const streamOf = (body: Readable, { mostBytes, fail, isStream, host, signal }: StreamParts): ReadableStream<Uint8Array> => {
  const chunks = body[Symbol.asyncIterator]()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await chunks.next()
        if (done === true) return controller.close()
        const chunk: unknown = value
        if (!(chunk instanceof Uint8Array)) return
        const ended = isStream ? endOfEvents(chunk) : 0
        bytes = ended === 0 ? bytes + chunk.byteLength : chunk.byteLength - ended
        if (bytes > mostBytes) throw new HttpFailed({ fault: "too_large", reason: `${host} answered with more than ${mostBytes} bytes` })
        controller.enqueue(chunk)
      } catch (cause) {
        const failure = isHttpFailed(cause) ? cause : new HttpFailed({ fault: "broken", reason: `${host} broke the connection` })
        body.destroy()
        if (!signal.aborted) fail(failure)
        controller.error(failure)
      }
    },
    cancel: () => void body.destroy()
  })
}

/** Where the last event that ends in this chunk ends; 0: none does. */
const endOfEvents = (chunk: Uint8Array): number => {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const at = Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\r\n\r\n"), text.lastIndexOf("\r\r"))
  return at < 0 ? 0 : at + 2
}
