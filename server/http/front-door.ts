import { subscribe } from "node:diagnostics_channel"
import type { IncomingMessage } from "node:http"
import { readFrontDoorSettings } from "../config/config"
import { askedForHeader } from "../domain/asked-for"
import { clientAddress, trustedBy } from "./client-address"
import { decodablePath } from "./decodable-path"

/*
 * What is put right about a request before Next sees it. Node tells of each request that its servers read, and whoever
 * listens may change it; Next itself gives route handlers and server actions no socket, and takes the client's word for
 * where it is.
 */

/** Where a request below `/api` goes whose path cannot be decoded: Next would answer with a 500 of its own. */
const malformedPath = "/api/malformed-path"

/** From now on `x-forwarded-for` is one address, which the client cannot choose, every path can be decoded, and the address is noted as it was sent. */
export const openFrontDoor = (): void => {
  const isTrusted = trustedBy(readFrontDoorSettings().trustedProxies)
  subscribe("http.server.request.start", (message) => {
    if (!isAboutRequest(message)) return
    const { request } = message
    const forwarded = [request.headers["x-forwarded-for"] ?? ""].flat().join(",")
    request.headers["x-forwarded-for"] = clientAddress(request.socket.remoteAddress ?? "", forwarded, isTrusted)
    const asked = request.url ?? "/"
    const decodable = decodablePath(asked)
    if (decodable !== asked) request.url = asked.startsWith("/api/") ? malformedPath : decodable
    // Before Next has read it, and whatever the client says there. What cannot stand in a header is no part of a true address.
    request.headers[askedForHeader] = decodable.replace(/[^\x21-\x7e]/g, "")
  })
}

const isAboutRequest = (message: unknown): message is { readonly request: IncomingMessage } =>
  typeof message === "object" && message !== null && "request" in message && typeof message.request === "object" && message.request !== null
