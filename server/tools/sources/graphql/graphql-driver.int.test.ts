import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, sendJson } from "../../../../test/fixtures/api-upstream"
import { graphqlAnswer } from "../../../../test/fixtures/graphql-upstream"
import { call, keptOf, teamId } from "../../../../test/fixtures/mcp-source"
import { allowing, upstream } from "../../../../test/fixtures/outgoing"
import { HttpClient, type HttpClientOptions } from "../../http-client/http-client"
import type { Credentials } from "../credentials"
import { makeGraphqlDriver } from "./graphql-driver"

const reading = (
  answer: Answer,
  { auth, path = "/graphql?key=canary-in-the-url", http = {} }: { auth?: Credentials; path?: string; http?: Partial<HttpClientOptions> } = {}
) =>
  Effect.gen(function* () {
    const open = yield* upstream(answer)
    const driver = yield* HttpClient.use((client) => Effect.sync(() => makeGraphqlDriver(client))).pipe(Effect.provide(allowing(open, http)))
    const url = `${open.origin}${path}`
    return { driver, open, read: driver.read("src_1", { url, ...(auth !== undefined && { auth }) }) }
  })

const opened = (answer: Answer, auth?: Credentials) =>
  Effect.gen(function* () {
    const { driver, read } = yield* reading(answer, auth === undefined ? {} : { auth })
    const kept = keptOf("graphql", "shop", yield* read)
    return { kept, driver, source: yield* driver.open(kept, Effect.void) }
  })

describe("a GraphQL endpoint", () => {
  it.live("has one tool for each query and mutation, with variables as the schema types them", () =>
    Effect.gen(function* () {
      const { kept, source } = yield* opened(graphqlAnswer([]))
      expect(kept.source).toMatchObject({ toolCount: 8, problemCount: 1 })
      expect(kept.source.url).not.toContain("canary")
      const tools = yield* source.tools(teamId)
      expect(tools.map(({ path, effect, repeatable }) => [path, effect, repeatable])).toEqual([
        ["shop.queries.boxes", "read", true],
        ["shop.queries.user", "read", true],
        ["shop.queries.things", "read", true],
        ["shop.queries.version", "read", true],
        ["shop.queries.broken", "read", true],
        ["shop.queries.old", "read", true],
        ["shop.mutations.paint", "write", false],
        ["shop.mutations.explode", "write", false]
      ])
      expect(tools[0]).toMatchObject({
        description: "Finds boxes.",
        inputSchema: {
          required: [],
          properties: { filter: { anyOf: [{ $ref: "#/$defs/Filter" }, { type: "null" }] }, limit: { type: "integer" }, select: { type: "string" } },
          $defs: { Color: { enum: ["RED", "GREEN"] }, Filter: { properties: { nested: { anyOf: [{ $ref: "#/$defs/Filter" }, { type: "null" }] } } } }
        }
      })
      expect(tools[5]?.description).toContain("Deprecated: use version")
    })
  )

  it.live("is asked with variables, never with values in the document, and for the fields close to the result", () =>
    Effect.gen(function* () {
      const heard: Parameters<typeof graphqlAnswer>[0] = []
      const { source } = yield* opened(graphqlAnswer(heard))
      expect(yield* call(source, "shop.queries.boxes", { filter: { color: "RED" } })).toEqual([
        { id: "b1", color: "RED", price: 9.5, owner: { id: "u1", name: "Ann" } }
      ])
      expect(yield* call(source, "shop.queries.user", { id: 'u1") { id } evil: user(id: "u2' })).toBeNull()
      expect(yield* call(source, "shop.queries.user", { id: "u1", select: "{ name boxes { color } }" })).toEqual({ name: "Ann", boxes: [{ color: "RED" }] })
      expect(yield* call(source, "shop.queries.version")).toBe("7")
      expect(yield* call(source, "shop.queries.things")).toMatchObject([
        { __typename: "User", name: "Ann" },
        { __typename: "Box", color: "RED" }
      ])
      expect(yield* call(source, "shop.mutations.paint", { id: "b1", color: "GREEN", select: "color" })).toEqual({ color: "GREEN" })
      expect(yield* call(source, "shop.mutations.explode", { select: "an argument of its own" })).toBe(true)
      expect(heard[0]).toMatchObject({
        query: "query($filter: Filter) { boxes(filter: $filter) { id color price owner { id name } } }",
        variables: { filter: { color: "RED" } }
      })
    })
  )

  it.live.each(["id } evil: version x: user(id: 1) { id", "id } } mutation { explode", "...Named", `${"a { ".repeat(20)}b${" }".repeat(20)}`, "id ("])(
    "does not take %j for a selection",
    (select) =>
      Effect.gen(function* () {
        const heard: Parameters<typeof graphqlAnswer>[0] = []
        const { source } = yield* opened(graphqlAnswer(heard))
        expect(yield* Effect.flip(call(source, "shop.queries.user", { id: "u1", select }))).toMatchObject({ code: "invalid_tool_arguments" })
        expect(heard).toEqual([])
      })
  )

  it.live("fails a call with its own errors and what data there is, without the credentials that it repeats", () =>
    Effect.gen(function* () {
      const canary = "canary-7d1c-of-the-shop"
      const { kept, source } = yield* opened(graphqlAnswer([], canary), { type: "bearer", token: canary })
      expect(yield* call(source, "shop.queries.version")).toBe("7")
      const error = yield* Effect.flip(call(source, "shop.queries.broken"))
      expect(error).toMatchObject({
        code: "graphql_error",
        message: "shop.queries.broken: the shelf fell down on [redacted]",
        details: { data: { broken: null }, errors: [{ message: "the shelf fell down on [redacted]" }] }
      })
      expect(JSON.stringify({ ...kept, content: { ...kept.content, secret: "" } })).not.toContain("canary")
    })
  )

  it.live("answers a test, or says why not", () =>
    Effect.gen(function* () {
      const { driver, kept } = yield* opened(graphqlAnswer([]))
      expect(yield* driver.test(kept)).toMatchObject({ answers: true })
      const url = JSON.stringify({ url: "http://127.0.0.1:9/", auth: null })
      expect(yield* driver.test({ ...kept, content: { ...kept.content, secret: url } })).toMatchObject({ answers: false })
    })
  )
})

const types = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    kind: "OBJECT",
    name: at === 0 ? "Query" : `T${at}`,
    fields: [{ name: "f", args: [], type: { kind: "SCALAR", name: "String" }, isDeprecated: false }],
    interfaces: []
  }))
const schemaOf = (all: ReadonlyArray<object>) => ({
  data: { __schema: { queryType: { name: "Query" }, types: [...all, { kind: "SCALAR", name: "String" }], directives: [] } }
})

const lies: ReadonlyArray<readonly [string, Answer, RegExp]> = [
  ["nothing of GraphQL", (_, response) => void response.end("<html>hello</html>"), /not in the way of GraphQL/],
  ["no schema", (_, response) => sendJson(response, 200, { errors: [{ message: "introspection is off" }] }), /introspection is off/],
  ["a schema of another kind", (_, response) => sendJson(response, 200, { data: { __schema: [] } }), /not a schema/],
  [
    "types that are not there",
    (_, response) => sendJson(response, 200, { data: { __schema: { queryType: { name: "Query" }, types: [], directives: [] } } }),
    /contradicts itself/
  ],
  ["too many types", (_, response) => sendJson(response, 200, schemaOf(types(20_010))), /more than 20000/],
  ["another redirect", (_, response) => void response.writeHead(302, { location: "http://10.0.0.1/" }).end(), /private|not in the way/],
  ["a depth that nobody reads", (_, response) => void response.end(`{"data":${"[".repeat(5_000)}`), /not in the way of GraphQL/],
  ["no credentials taken", (_, response) => sendJson(response, 403, {}), /other credentials/]
]

describe("an endpoint that lies", () => {
  it.live.each(lies)("by %s is refused in words", ([, answer, words]) =>
    Effect.gen(function* () {
      const { read } = yield* reading(answer)
      expect((yield* Effect.flip(read)).reason).toMatch(words)
    })
  )

  it.live("by a schema that is too large to be read is refused in words", () =>
    Effect.gen(function* () {
      const { read } = yield* reading((_, response) => void response.writeHead(200, { "content-length": String(64 << 20) }).end())
      expect((yield* Effect.flip(read)).reason).toMatch(/larger than/)
    })
  )
})
