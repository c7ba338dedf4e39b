import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { TeamId } from "../../../server/domain/ids"
import { ExecutionEngine } from "../../../server/engine/execution-engine"
import { appRuntime } from "../../../server/runtime/runtime"
import { call, get, origin, read, signInAdmin } from "../../fixtures/http-world"
import { earlierClient } from "../../fixtures/mcp-clients"
import { rawCall, rawEarlier, rawPost } from "./raw"
import { asking, type McpWorld, paused, withClient } from "./world"

const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })

/** Who and what is let in, and what is told to everybody else. */
export const doorOfMcp = (world: McpWorld) =>
  describe("the door", () => {
    it("asks for a token, and says where that is explained", async () => {
      for (const authorization of [null, "Bearer signalbox_unknown", "Bearer", "Basic YTpi"]) {
        const answer = await rawPost(world, list, { authorization })
        expect(answer.status).toBe(401)
        expect(answer.headers.get("www-authenticate")).toBe(
          `Bearer realm="signalbox", resource_metadata="${origin}/.well-known/oauth-protected-resource/api/mcp", scope="runs:submit runs:read"`
        )
        expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: null, error: { message: expect.any(String) } })
      }
    })

    it("takes nobody's cookie for a token", async () => {
      const { cookie = "" } = await signInAdmin()
      expect((await rawPost(world, list, { authorization: null, cookie, origin })).status).toBe(401)
    })

    it("describes itself to clients that were refused", async () => {
      for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/api/mcp"]) {
        expect(await read(await get(path, {}), 200, Schema.Unknown)).toMatchObject({
          resource: `${origin}/api/mcp`,
          authorization_servers: [`${origin}/api/auth`],
          bearer_methods_supported: ["header"]
        })
      }
      expect((await get("/.well-known/oauth-protected-resource/elsewhere", {})).status).toBe(404)
    })

    it("refuses pages of other sites and names that were pointed here", async () => {
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: "http://localhost:3001" },
        { host: "evil.example" },
        { host: "localhost.evil.example:3000" }
      ]) {
        const request = new Request(`${origin}/api/mcp`, {
          method: "POST",
          headers: { authorization: `Bearer ${world.connection().token}`, "content-type": "application/json", ...headers },
          body: list
        })
        expect((await call(request)).status, JSON.stringify(headers)).toBe(403)
      }
      expect((await rawPost(world, list, { origin })).status).toBe(200)
    })

    it("has no sessions to listen to or to end", async () => {
      for (const method of ["GET", "DELETE"]) {
        const answer = await call(
          new Request(`${origin}/api/mcp`, { method, headers: { authorization: `Bearer ${world.connection().token}`, accept: "text/event-stream" } })
        )
        expect(answer.status).toBe(405)
        expect(answer.headers.get("allow")).toBe("POST")
      }
      expect((await rawPost(world, list)).headers.get("mcp-session-id")).toBeNull()
    })

    it("reads 4 MB and no more, JSON and nothing else, and none that nests too deep", async () => {
      const tooLarge = await rawPost(world, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { filler: "x".repeat(4 << 20) } }))
      expect(tooLarge.status).toBe(413)
      expect((await rawPost(world, list, { "content-type": "text/plain" })).status).toBe(415)
      for (const body of ["{", "", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${"[".repeat(5000)}${"]".repeat(5000)}}`]) {
        expect(await rawPost(world, body)).toMatchObject({ status: 400, body: { error: { code: -32_700 } } })
      }
    })

    it("tells proxies to pass a stream on as it comes", async () => {
      const answer = await rawEarlier(world, "tools/call", { name: "execute", arguments: { code: "return 1" }, _meta: { progressToken: 1 } })
      expect(answer.headers.get("content-type")).toContain("text/event-stream")
      expect(answer.headers.get("x-accel-buffering")).toBe("no")
      expect(answer.headers.get("cache-control")).toContain("no-transform")
    })

    it("is a wrong call and no harm when the arguments are wrong", async () => {
      const wrong: ReadonlyArray<readonly [string, unknown]> = [
        ["execute", {}],
        ["execute", { code: "" }],
        ["execute", { code: 7 }],
        ["execute", { code: "return 1", waitMs: 45_001 }],
        ["execute", { code: "return 1", actor: { kind: "user", id: "somebody" } }],
        ["execute", { code: "x".repeat((1 << 20) + 1) }],
        ["resume", { executionId: "int_1", action: "approve" }],
        ["resume", { executionId: "int_1", action: "accept", content: "[1]" }],
        ["wait", {}],
        ["wait", { runId: "a", executionId: "b" }],
        ["wait", { runId: "a", after: -1 }],
        ["search", { limit: 0 }],
        ["skills", { name: 3 }]
      ]
      for (const [name, args] of wrong) {
        const { body, status } = await rawCall(world, { name, arguments: args })
        expect({ status, body }, `${name} ${JSON.stringify(args).slice(0, 100)}`).toMatchObject({
          status: 200,
          body: { result: { isError: true, structuredContent: { status: "error", error: { code: "malformed_request" } } } }
        })
      }
      expect((await rawCall(world, { name: "no-such-tool", arguments: {} })).body).toMatchObject({ error: { code: -32_602 } })
      expect((await rawEarlier(world, "resources/list", {})).body).toMatchObject({ error: { code: -32_601 } })
    })

    it("gives a token what its scopes give it", async () => {
      const reader = await world.makeToken("reader", ["runs:read"])
      const submitter = await world.makeToken("submitter", ["runs:submit"])
      const forbidden = { result: { isError: true, structuredContent: { status: "error", error: { code: "forbidden" } } } }
      expect((await rawCall(world, { name: "execute", arguments: { code: "return 1" } }, { token: reader })).body).toMatchObject(forbidden)
      expect((await rawCall(world, { name: "search", arguments: { query: "ticket" } }, { token: submitter })).body).toMatchObject(forbidden)
      expect((await rawCall(world, { name: "execute", arguments: { code: "return 1" } }, { token: submitter })).body).toMatchObject({
        result: { structuredContent: { result: 1 } }
      })
    })

    it("leaves another agent's run and question alone", async () => {
      const other = await world.makeToken("onlooker", ["runs:read", "runs:submit"])
      await withClient(
        () => earlierClient(world.connection()),
        async (mine) => {
          const { executionId, runId } = paused(await mine.call("execute", { code: asking }))
          // One that may not read has not even heard of it.
          const blind = await world.makeToken("blind", ["runs:submit"])
          const answer = { name: "resume", arguments: { executionId, action: "accept" } }
          expect((await rawCall(world, answer, { token: blind })).body).toMatchObject({ result: { structuredContent: { status: "execution_not_found" } } })
          await withClient(
            () => earlierClient(world.connection(other)),
            async (theirs) => {
              for (const action of ["accept", "decline", "cancel"])
                expect((await theirs.call("resume", { executionId, action })).structured).toMatchObject({ status: "user_approval_required" })
              expect((await theirs.call("cancel", { runId })).structured).toMatchObject({ error: { code: "forbidden" } })
              expect((await theirs.call("wait", { runId, timeoutMs: 0 })).structured).toMatchObject({ status: "waiting_for_interaction", executionId })
            }
          )
          await mine.call("cancel", { runId })
        }
      )
    })

    it("does not find another team's run", async () => {
      const runtime = await appRuntime()
      const actor = { kind: "agent", id: "bootstrap", label: "bootstrap" } as const
      const outcome = await runtime.runPromise(
        ExecutionEngine.use((engine) => engine.executeWithPause({ code: asking, teamId: TeamId.make("another-team"), actor, trigger: "mcp" }))
      )
      if (outcome._tag !== "Paused") expect.fail("the other team's run asks")
      const { runId, interaction } = outcome
      const { id: executionId } = interaction
      await withClient(
        () => earlierClient(world.connection()),
        async (client) => {
          expect((await client.call("wait", { runId, timeoutMs: 0 })).structured).toMatchObject({ error: { code: "run_not_found" } })
          expect((await client.call("cancel", { runId })).structured).toMatchObject({ error: { code: "run_not_found" } })
          expect((await client.call("wait", { executionId, timeoutMs: 0 })).structured).toMatchObject({ status: "execution_not_found", executionId })
          for (const action of ["accept", "decline"])
            expect(await client.call("resume", { executionId, action })).toMatchObject({
              isError: true,
              structured: { status: "execution_not_found", executionId }
            })
        }
      )
      await runtime.runPromise(ExecutionEngine.use((engine) => engine.cancel(runId, actor, "the test is over")))
    })
  })
