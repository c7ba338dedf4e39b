import { json } from "../http/respond"

/** JSON-RPC's codes; the range below -32000 is for what goes wrong before a method is reached. */
export const rpcCodes = { server: -32_000, parse: -32_700 } as const

/** A refusal in the shape that MCP clients read, for what never reached a tool. */
export const rpcFailure = (
  status: number,
  message: string,
  options: { readonly code?: number; readonly headers?: Readonly<Record<string, string>> } = {}
): Response => json({ jsonrpc: "2.0", id: null, error: { code: options.code ?? rpcCodes.server, message } }, status, options.headers)
