import type { HttpRequest } from "../../http-client/http-client"
import type { Credentials } from "../credentials"
import { authorizationFor } from "./authorize"
import type { CompiledApi } from "./compiled"

const probeMs = 15_000

/** A request that only asks whether the API is there, with what its calls would carry. */
export const probeOf = (baseUrl: string, api: Pick<CompiledApi, "schemes">, credentials: Credentials | null): HttpRequest => {
  const sent = authorizationFor(credentials, api.schemes, { security: null })
  const { headers, query, cookies } = "fault" in sent ? { headers: {}, query: [], cookies: [] } : sent
  const url = new URL(baseUrl)
  for (const [name, value] of query) url.searchParams.append(name, value)
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join("; ")
  return {
    method: "GET",
    url: url.href,
    isRead: true,
    timeoutMs: probeMs,
    headers: { accept: "*/*", "user-agent": "signalbox" },
    credentials: { ...headers, ...(cookie !== "" && { cookie }) }
  }
}
