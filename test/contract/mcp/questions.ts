import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Interaction } from "../../../server/domain/interaction"
import { Run } from "../../../server/domain/run"
import { get, read } from "../../fixtures/http-world"
import { modernClient } from "../../fixtures/mcp-clients"
import { type RawAnswer, rawCall } from "./raw"
import { asking, type McpWorld, withClient } from "./world"

const linked = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {} } } }

const Asked = Schema.Struct({
  resultType: Schema.Literal("input_required"),
  requestState: Schema.String,
  inputRequests: Schema.Struct({
    approval: Schema.Struct({
      method: Schema.Literal("elicitation/create"),
      params: Schema.Struct({ mode: Schema.Literal("url"), url: Schema.String, message: Schema.String })
    })
  })
})
const asked = ({ body }: RawAnswer) => Schema.decodeUnknownSync(Schema.Struct({ result: Asked }))(body).result
const interactionIn = (url: string) => url.slice(url.lastIndexOf("/") + 1)
const accepted = { approval: { action: "accept" } }

/** Questions that a client of 2026 asks its user by itself. */
export const questionsInTheClient = (world: McpWorld) =>
  describe("a client that can ask its user", () => {
    it("is led to the approval page, and the retried call goes on with the same run", async () => {
      const seen: Array<string> = []
      const onElicit = (params: Readonly<Record<string, unknown>>) => {
        expect(params["mode"]).toBe("url")
        const url = String(params["url"])
        seen.push(url)
        // The person decides on the page while the client's call is under way again.
        void world.answerAs(interactionIn(url), "accept")
        return "accept" as const
      }
      await withClient(
        () => modernClient(world.connection(), { elicitation: { url: {} }, onElicit }),
        async (client) => {
          const done = await client.call("execute", { code: asking })
          expect(done.structured).toMatchObject({ status: "completed", result: "Broken" })
          expect(seen).toHaveLength(1)
          const run = await read(await get(`/api/v1/runs/${done.structured["runId"]}`), 200, Run)
          expect(run.interactions.map(({ id, resolvedVia }) => [id, resolvedVia])).toEqual([[interactionIn(seen[0] ?? ""), "api"]])
          expect(run.toolCalls).toHaveLength(1)
        }
      )
    })

    it("decides nothing by opening the page or not", async () => {
      await withClient(
        () => modernClient(world.connection(), { elicitation: { url: {} }, onElicit: () => "decline" }),
        async (client) => {
          const waiting = await client.call("execute", { code: asking })
          expect(waiting).toMatchObject({ isError: false, structured: { status: "waiting_for_interaction" } })
          expect(await read(await get(`/api/v1/interactions/${waiting.structured["executionId"]}`), 200, Interaction)).toMatchObject({ status: "pending" })
          await client.call("cancel", { runId: waiting.structured["runId"] })
        }
      )
    })

    it("gets the paused result when it can show forms alone, since its side may not decide", async () => {
      await withClient(
        () => modernClient(world.connection(), { elicitation: {}, onElicit: () => expect.fail("asked for what does not count") }),
        async (client) => {
          const { structured } = await client.call("execute", { code: asking })
          expect(structured).toMatchObject({ status: "waiting_for_interaction" })
          await client.call("cancel", { runId: structured["runId"] })
        }
      )
    })

    it("runs nothing a second time, whatever program comes with the state", async () => {
      const first = asked(await rawCall(world, { name: "execute", arguments: { code: asking } }, { meta: linked }))
      const { requestState, inputRequests } = first
      const id = interactionIn(inputRequests.approval.params.url)
      await world.answerAs(id, "accept")
      const params = { name: "execute", arguments: { code: "return 'another program'" }, requestState, inputResponses: accepted }
      const again = await rawCall(world, params, { meta: linked })
      expect(again.body).toMatchObject({ result: { structuredContent: { status: "completed", result: "Broken" } } })
    })

    it("is asked again when it comes back without a response", async () => {
      const first = asked(await rawCall(world, { name: "execute", arguments: { code: asking } }, { meta: linked }))
      const params = { name: "execute", arguments: { code: asking }, requestState: first.requestState }
      expect(asked(await rawCall(world, params, { meta: linked })).inputRequests).toEqual(first.inputRequests)
    })

    it("is refused with a state that was changed, that is another token's, or that nobody sealed", async () => {
      const { requestState } = asked(await rawCall(world, { name: "execute", arguments: { code: asking } }, { meta: linked }))
      const other = await world.makeToken("another agent", ["runs:submit", "runs:read"])
      const refusal = { error: { code: -32_602, data: { reason: "invalid_request_state" } } }
      const attempt = (state: string, token?: string) =>
        rawCall(
          world,
          { name: "execute", arguments: { code: asking }, requestState: state, inputResponses: accepted },
          { meta: linked, ...(token === undefined ? {} : { token }) }
        )
      const [version, payload = "", mac] = requestState.split(".")
      const forged = Buffer.from(Buffer.from(payload, "base64url").toString().replace('"link"', '"confirm"')).toString("base64url")
      expect((await attempt([version, forged, mac].join("."))).body).toMatchObject(refusal)
      expect((await attempt(requestState, other)).body).toMatchObject(refusal)
      expect((await attempt("v1.e30.AAAA")).body).toMatchObject(refusal)
    })
  })
