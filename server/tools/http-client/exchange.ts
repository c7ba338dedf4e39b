import { request as httpRequest, type IncomingMessage } from "node:http"
import { request as httpsRequest } from "node:https"
import { isIP } from "node:net"
import { pipeline, type Readable } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import { HttpFailed, isHttpFailed } from "./http-failure"

/** One request to one address, already checked. */
export interface Exchange {
  readonly url: URL
  /** Where the connection goes, whatever the name resolves to by now. */
  readonly address: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  readonly connectMs: number
  /** Of the answer's body, as sent and as unpacked. */
  readonly answerBytes: number
  /** What is longer is cut off there and is no failure. */
  readonly isCut: boolean
}

export interface HttpAnswer {
  readonly status: number
  /** Names in lower case; of repeated ones the values joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** What was asked at last, after redirects. */
  readonly url: URL
}

const unpackers = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress } as const
const acceptedEncodings = "gzip, deflate, br"

const isPacked = (encoding: string): encoding is keyof typeof unpackers => Object.hasOwn(unpackers, encoding)

/** Sends it and reads the whole answer. Rejects with `HttpFailed`. */
export const exchange = async (sent: Exchange, signal: AbortSignal): Promise<HttpAnswer> => {
  const progress = { isConnected: false }
  try {
    const answer = await headOf(sent, signal, progress)
    const body = await bodyOf(answer, sent)
    return { status: answer.statusCode ?? 0, headers: headersOf(answer), body, url: sent.url }
  } catch (cause) {
    throw isHttpFailed(cause) ? cause : failedBy(cause, sent.url, progress.isConnected)
  }
}

export interface OpenAnswer extends Omit<HttpAnswer, "body"> {
  /** Unpacked; ends with an `HttpFailed` when the connection breaks. Whoever has it reads or destroys it. */
  readonly body: Readable
}

/** Sends it and comes back with the head of the answer. Rejects with `HttpFailed`. The signal ends the answer's body too. */
export const openExchange = async (sent: Exchange, signal: AbortSignal): Promise<OpenAnswer> => {
  const progress = { isConnected: false }
  try {
    const answer = await headOf(sent, signal, progress)
    return { status: answer.statusCode ?? 0, headers: headersOf(answer), body: unpacked(answer, sent.url), url: sent.url }
  } catch (cause) {
    throw isHttpFailed(cause) ? cause : failedBy(cause, sent.url, progress.isConnected)
  }
}

const headOf = (sent: Exchange, signal: AbortSignal, progress: { isConnected: boolean }): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { url, address, method, body } = sent
    const isTls = url.protocol === "https:"
    const host = url.hostname.replace(/^\[|\]$/g, "")
    const request = (isTls ? httpsRequest : httpRequest)({
      host: address,
      port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...sent.headers, host: url.host, "accept-encoding": acceptedEncodings, ...(body !== null && { "content-length": String(body.byteLength) }) },
      // The certificate has to be the name's, not the address's.
      ...(isTls && isIP(host) === 0 && { servername: host.replace(/\.$/, "") }),
      agent: false,
      signal
    })
    const connecting = setTimeout(
      () => request.destroy(new HttpFailed({ fault: "unreachable", reason: `${url.host} could not be reached within ${sent.connectMs} ms` })),
      sent.connectMs
    )
    const connected = () => {
      progress.isConnected = true
      clearTimeout(connecting)
    }
    request.once("socket", (socket) => socket.once(isTls ? "secureConnect" : "connect", connected))
    request.once("close", () => clearTimeout(connecting))
    request.once("response", resolve)
    request.once("error", reject)
    request.end(body ?? undefined)
  })

const bodyOf = async (answer: IncomingMessage, { url, answerBytes, isCut }: Exchange): Promise<Uint8Array> => {
  const tooLarge = () => new HttpFailed({ fault: "too_large", reason: `the answer of ${url.host} is larger than ${answerBytes} bytes` })
  if (!isCut && Number(answer.headers["content-length"] ?? 0) > answerBytes) {
    answer.destroy()
    throw tooLarge()
  }
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  // Counted after unpacking: a few packed bytes may be gigabytes. Leaving the loop destroys the stream, and the connection with it.
  for await (const chunk of unpacked(answer, url)) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.byteLength
    if (bytes > answerBytes && !isCut) throw tooLarge()
    chunks.push(chunk)
    if (bytes >= answerBytes && isCut) break
  }
  return isCut ? Buffer.concat(chunks).subarray(0, answerBytes) : Buffer.concat(chunks)
}

const unpacked = (answer: IncomingMessage, url: URL): Readable => {
  const encoding = (answer.headers["content-encoding"] ?? "identity").trim().toLowerCase()
  if (encoding === "identity" || encoding === "" || answer.statusCode === 204 || answer.statusCode === 304) return answer
  if (!isPacked(encoding)) {
    answer.destroy()
    throw new HttpFailed({ fault: "broken", reason: `${url.host} answered in the encoding "${encoding.slice(0, 40)}", which was not asked for` })
  }
  return pipeline(answer, unpackers[encoding](), () => undefined)
}

const headersOf = (answer: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(answer.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]))
  )

const plainReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ECONNRESET: "ended the connection",
  EPIPE: "ended the connection",
  ETIMEDOUT: "did not answer in time",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
  HPE_HEADER_OVERFLOW: "answered with too many headers",
  Z_DATA_ERROR: "answered with a damaged body",
  Z_BUF_ERROR: "answered with a body that is cut off"
}

const failedBy = (cause: unknown, url: URL, isConnected: boolean): HttpFailed => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  if (code === "ERR_INVALID_CHAR" || code === "ERR_UNESCAPED_CHARACTERS" || code === "ERR_INVALID_HTTP_TOKEN") {
    return new HttpFailed({ fault: "malformed", reason: `the request to ${url.host} has characters that HTTP does not allow` })
  }
  const tls = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code) ? `has no valid certificate (${code})` : null
  const what = tls ?? plainReasons[code] ?? (code.startsWith("HPE_") ? "does not speak HTTP" : "broke the connection")
  return new HttpFailed({ fault: isConnected ? "broken" : "unreachable", reason: `${url.host} ${what}` })
}
