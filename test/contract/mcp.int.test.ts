import { Schema } from "effect"
import { afterAll, beforeAll, describe } from "vitest"
import { type HttpListener, listen } from "../fixtures/http-listener"
import { bootstrapToken, type Credentials, call, openServer, origin, post, read, signInAdmin } from "../fixtures/http-world"
import { requesterMayConfirm } from "./mcp/confirming"
import { doorOfMcp } from "./mcp/door"
import { questionsInTheClient } from "./mcp/questions"
import { shapesOfMcp } from "./mcp/shapes"
import { agentsStory } from "./mcp/story"
import type { McpWorld } from "./mcp/world"

/** The contract of the MCP endpoint, by real clients over a real socket, on the real server. */
describe("MCP", () => {
  let listener: HttpListener
  let close: () => Promise<void> = async () => undefined
  let admin: Credentials = {}
  beforeAll(async () => {
    close = await openServer()
    listener = await listen(call)
    admin = await signInAdmin()
  })
  afterAll(async () => {
    await listener.close()
    await close()
  })

  const world: McpWorld = {
    connection: (token = bootstrapToken) => ({ url: listener.url, token }),
    answerAs: (id, action, comment) => post(`/api/v1/interactions/${id}/answer`, { action, ...(comment === undefined ? {} : { comment }) }, admin),
    asAdmin: (method, path, body) =>
      call(
        new Request(origin + path, {
          method,
          headers: { ...admin, ...(body === undefined ? {} : { "content-type": "application/json" }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      ),
    makeToken: async (name, scopes) => (await read(await post("/api/v1/tokens", { name, scopes }, admin), 201, Schema.Struct({ token: Schema.String }))).token
  }

  agentsStory(world)
  questionsInTheClient(world)
  requesterMayConfirm(world)
  doorOfMcp(world)
  shapesOfMcp(world)
})
