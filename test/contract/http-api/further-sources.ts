import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Run } from "../../../server/domain/run"
import { Source, SourceDetail } from "../../../server/domain/source"
import { type ApiUpstream, apiUpstream } from "../../fixtures/api-upstream"
import { graphqlAnswer } from "../../fixtures/graphql-upstream"
import { type Credentials, get, post, read } from "../../fixtures/http-world"
import { earlierUpstream, type McpUpstream } from "../../fixtures/mcp-upstream"
import { readSse } from "../../fixtures/sse"
import { Answered, ended, failure, submit } from "./shared"

const secret = "canary-5e1d07ab-of-the-notes"

/** MCP servers and GraphQL endpoints that the team adds. */
export const furtherSourcesOfTheApi = (name: string, admin: () => Credentials) =>
  describe("sources of the other kinds", () => {
    let notes: McpUpstream
    let shop: ApiUpstream
    beforeAll(async () => {
      notes = await earlierUpstream("streamable", secret)
      shop = await apiUpstream(graphqlAnswer([]))
    })
    afterAll(async () => {
      await notes.close()
      await shop.close()
    })

    const add = (called: string, more: object) => post("/api/v1/sources", { name: called, ...more }, admin())
    const pending = (run: Run) => run.interactions.find(({ status }) => status === "pending") ?? expect.fail("nothing is asked")
    const answer = async (run: Run, more: object = {}) =>
      read(await post(`/api/v1/interactions/${pending(run).id}/answer`, { action: "accept", ...more }, admin()), 200, Answered)

    it("an MCP server's call is approved, asks a person in the middle, and goes on with the answer", async () => {
      const source = await read(await add("notes", { kind: "mcp", url: notes.url, auth: { type: "bearer", token: secret } }), 201, Source)
      expect(source).toMatchObject({ kind: "mcp", status: "ready", toolCount: 18, credentials: "bearer token", trustsHints: false, baseUrl: notes.url })
      const run = await submit("return await tools.notes.ask_name({})")
      expect(pending(run)).toMatchObject({ kind: "approval", toolPath: "notes.ask_name" })
      await answer(run)
      const question = await askingInCall(run)
      expect(pending(question)).toMatchObject({ kind: "form", toolPath: "notes.ask_name", toolCallId: "call_1", message: "What is your name?" })
      expect(question.toolCalls[0]).toMatchObject({ status: "waiting" })
      expect(
        (await failure(await post(`/api/v1/interactions/${pending(question).id}/answer`, { action: "accept", content: {} }, admin()), 422)).issues
      ).toMatchObject([{ path: "name" }])
      await answer(question, { content: { name: "Ann" } })
      expect(await ended(run.id)).toMatchObject({ status: "completed", result: "Hello, Ann!" })
    })

    it("a server's hints count once an admin trusts them, and that is in the audit log", async () => {
      expect((await submit("return await tools.notes.list_notes({})")).status).toBe("waiting_for_interaction")
      expect(await read(await post("/api/v1/sources/notes/hints", { trust: true }, admin()), 200, Source)).toMatchObject({ trustsHints: true })
      expect(await submit("return await tools.notes.list_notes({})")).toMatchObject({ status: "completed", result: { notes: [] } })
      expect((await submit("return await tools.notes.wipe({})")).status).toBe("waiting_for_interaction")
      await read(await post("/api/v1/sources/notes/hints", { trust: false }, admin()), 200, Source)
      expect((await submit("return await tools.notes.list_notes({})")).status).toBe("waiting_for_interaction")
      const audit = await (await get("/api/v1/audit?limit=100", admin())).text()
      expect(audit).toContain("source.hints_trusted")
      expect(audit).toContain("source.hints_distrusted")
    })

    it("what a tool returns besides text is put out by the run", async () => {
      const run = await submit("return await tools.notes.picture({})")
      await answer(run)
      const done = await ended(run.id)
      expect(done.status).toBe("completed")
      expect(done.output).toMatchObject([
        { type: "file", name: "image-1.png" },
        { type: "file", name: "all.txt" }
      ])
    })

    it("a GraphQL endpoint's queries are called at once, its mutations after a person has approved", async () => {
      expect(await read(await add("shop", { kind: "graphql", url: `${shop.origin}/graphql` }), 201, Source)).toMatchObject({
        kind: "graphql",
        toolCount: 8,
        problemCount: 1
      })
      expect(await read(await get("/api/v1/sources/shop", admin()), 200, SourceDetail)).toMatchObject({ problems: [{ operation: "subscriptions" }] })
      expect(await submit("return await tools.shop.queries.version({})")).toMatchObject({ status: "completed", result: "7" })
      const run = await submit('return await tools.shop.mutations.paint({ id: "b1", color: "GREEN", select: "color" })')
      expect(run.status).toBe("waiting_for_interaction")
      await answer(run)
      expect(await ended(run.id)).toMatchObject({ status: "completed", result: { color: "GREEN" } })
    })

    it.each<readonly [string, object, string, string]>([
      ["a command where commands are off", { kind: "mcp", command: "true" }, "command", "SIGNALBOX_ALLOW_STDIO=1"],
      ["neither address nor command", { kind: "mcp" }, "url", "Give either"],
      ["an address without a server", { kind: "mcp", url: "http://127.0.0.1:9/mcp" }, "url", "refuses connections"],
      ["the metadata address", { kind: "mcp", url: "http://169.254.169.254/" }, "url", "metadata"],
      ["a private endpoint", { kind: "graphql", url: "http://10.0.0.1/graphql" }, "url", "private"],
      [
        "credentials that are no header",
        { kind: "graphql", url: "https://example.com/", auth: { type: "apiKey", value: "x", name: "k", in: "query" } },
        "auth",
        "headers"
      ]
    ])("%s is refused in words, and nothing is stored", async (_, given, path, words) => {
      const refused = await failure(await add("refused", given), 400)
      expect(refused).toMatchObject({ code: "invalid_source", issues: [{ path }] })
      expect(refused.message).toContain(words)
      expect((await get("/api/v1/sources/refused", admin())).status).toBe(404)
    })

    it("a test says whether it answers, hints are for MCP servers alone, and one that is gone leaves the others alone", async () => {
      expect(await (await post("/api/v1/sources/notes/test", {}, admin())).json()).toMatchObject({ answers: true })
      expect((await failure(await post("/api/v1/sources/shop/hints", { trust: true }, admin()), 400)).code).toBe("invalid_source")
      await notes.close()
      expect(await (await post("/api/v1/sources/notes/test", {}, admin())).json()).toMatchObject({ answers: false })
      expect(await read(await post("/api/v1/sources/notes/refresh", {}, admin()), 200, Source)).toMatchObject({ status: "error", toolCount: 18 })
      // The other sources go on.
      expect(await submit("return await tools.shop.queries.version({})")).toMatchObject({ status: "completed" })
    })

    it.runIf(name === "SQLite")("no file of the store holds the server's credential", async () => {
      const folder = process.env["SIGNALBOX_DATA_DIR"] ?? ""
      const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)))
      expect(files.some((bytes) => bytes.includes("ask_name"))).toBe(true)
      expect(files.some((bytes) => bytes.includes(secret))).toBe(false)
    })

    /** The run once its call asks, which is a moment after it was let out. */
    const askingInCall = async (run: Run): Promise<Run> => {
      const stream = readSse(await get(`/api/v1/runs/${run.id}/events`))
      for (let told = ""; !told.includes('"kind":"form"'); ) told = JSON.stringify((await stream.next()).data)
      await stream.close()
      return read(await get(`/api/v1/runs/${run.id}`), 200, Run)
    }
  })
