import { Schema } from "effect"
import type { McpWorld } from "./world"

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The JSON, or the last message of the stream. */
  readonly body: unknown
}

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

const bodyOf = (text: string, headers: Headers): unknown => {
  const type = headers.get("content-type") ?? ""
  if (type.startsWith("application/json")) return parse(text)
  const last = text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .at(-1)
  return last === undefined ? null : parse(last.slice(6))
}

/** Sends what no client would, or looks at what a client hides. `null` as a header leaves it out. */
export const rawPost = async (world: McpWorld, body: string, headers: Readonly<Record<string, string | null>> = {}, token?: string): Promise<RawAnswer> => {
  const { url, token: bearer } = world.connection(token)
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", authorization: `Bearer ${bearer}`, ...headers }
  const sent = Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null))
  const answer = await fetch(`${url}/api/mcp`, { method: "POST", headers: sent, body })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, body: bodyOf(text, answer.headers) }
}

interface CallOptions {
  readonly token?: string
  readonly meta?: Readonly<Record<string, unknown>>
}

const revision = "2026-07-28"

/** One `tools/call` of the 2026 revision, as it is on the wire. */
export const rawCall = (
  world: McpWorld,
  params: { readonly name: string; readonly [key: string]: unknown },
  { token, meta = {} }: CallOptions = {}
): Promise<RawAnswer> => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
    ...meta
  }
  const headers = { "mcp-protocol-version": revision, "mcp-method": "tools/call", "mcp-name": params.name }
  return rawPost(world, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, _meta } }), headers, token)
}

/** One request of the revisions of 2025. */
export const rawEarlier = (
  world: McpWorld,
  method: string,
  params: object,
  headers: Readonly<Record<string, string | null>> = {},
  token?: string
): Promise<RawAnswer> => rawPost(world, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), { "mcp-protocol-version": "2025-11-25", ...headers }, token)
