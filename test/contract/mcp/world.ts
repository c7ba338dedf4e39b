import { Schema } from "effect"
import type { Answered, Connection, McpTestClient } from "../../fixtures/mcp-clients"

export const asking = '// Opens a ticket\nconst ticket = await tools.demo.tickets.create({ title: "Broken" })\nreturn ticket.title'

/** A server behind a real socket, and the people and tokens of its team. */
export interface McpWorld {
  /** The bootstrap token's, or that of another token. */
  readonly connection: (token?: string) => Connection
  /** What a person does in the console. */
  readonly answerAs: (id: string, action: "accept" | "decline", comment?: string) => Promise<Response>
  readonly asAdmin: (method: "POST" | "DELETE", path: string, body?: unknown) => Promise<Response>
  /** The secret of a new token with these scopes. */
  readonly makeToken: (name: string, scopes: ReadonlyArray<string>) => Promise<string>
}

const Paused = Schema.Struct({ executionId: Schema.String, runId: Schema.String, approvalUrl: Schema.String })
export const paused = ({ structured }: Answered) => Schema.decodeUnknownSync(Paused)(structured)

export const withClient = async (make: () => Promise<McpTestClient>, body: (client: McpTestClient) => Promise<void>): Promise<void> => {
  const client = await make()
  try {
    await body(client)
  } finally {
    await client.close()
  }
}
