import { Effect, Schema } from "effect"
import type { Principal } from "../../domain/principal"
import { Source, SourceDetail } from "../../domain/source"
import { NewSource } from "../../tools/new-source"
import type { SourceEditor } from "../../tools/source-editor"
import { SourceRegistry } from "../../tools/source-registry"
import { body, noBody } from "./body"
import { endpoint, noQuery } from "./endpoint"

const SourceTestResult = Schema.Struct({ answers: Schema.Boolean, message: Schema.String })

const editor = ({ teamId, actor }: Principal): SourceEditor => ({ teamId, actor, via: "api" })

/** Descriptions of large APIs have tens of megabytes. */
const sourceBytes = 32 << 20

export const listSources = endpoint({
  method: "GET",
  path: "/api/v1/sources",
  operationId: "listSources",
  permission: "sources:read",
  summary: "The tool sources that the team has added, by name; never their credentials.",
  query: noQuery,
  body: noBody,
  answer: Schema.Struct({ items: Schema.Array(Source) }),
  statuses: { 200: "All of them" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal }) {
    return { value: { items: yield* SourceRegistry.use((sources) => sources.list(principal.teamId)) } }
  })
})

export const postSource = endpoint({
  method: "POST",
  path: "/api/v1/sources",
  operationId: "addSource",
  permission: "sources:manage",
  summary:
    "Adds a tool source: an OpenAPI document by `url` or as `spec`, an MCP server by `url` or `command`, or a GraphQL endpoint by `url`. A source that cannot be read is a 400 that says why, and nothing is stored.",
  query: noQuery,
  body: body(NewSource, sourceBytes),
  answer: Source,
  statuses: { 201: "The source" },
  failures: [409],
  run: Effect.fnUntraced(function* ({ principal, body: wanted }) {
    return { status: 201, value: yield* SourceRegistry.use((sources) => sources.add(editor(principal), wanted)) }
  })
})

export const getSource = endpoint({
  method: "GET",
  path: "/api/v1/sources/{id}",
  operationId: "getSource",
  permission: "sources:read",
  summary: "One source, and what it has that cannot be offered as a tool, with the reasons; `id` is its name.",
  query: noQuery,
  body: noBody,
  answer: SourceDetail,
  statuses: { 200: "The source" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    return { value: yield* SourceRegistry.use((sources) => sources.get(principal.teamId, id)) }
  })
})

export const postSourceTest = endpoint({
  method: "POST",
  path: "/api/v1/sources/{id}/test",
  operationId: "testSource",
  permission: "sources:manage",
  summary: "Asks the source for an answer, with its credentials; changes nothing. `id` is its name.",
  query: noQuery,
  body: noBody,
  answer: SourceTestResult,
  statuses: { 200: "Whether it answers, in one sentence" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    return { value: yield* SourceRegistry.use((sources) => sources.test(principal.teamId, id)) }
  })
})

export const postHints = endpoint({
  method: "POST",
  path: "/api/v1/sources/{id}/hints",
  operationId: "trustHints",
  permission: "sources:manage",
  summary:
    "Whether what an MCP server says of its own tools is believed: with `trust`, those it calls read-only are allowed without a rule, and those it calls idempotent may be repeated after a crash. `id` is its name.",
  query: noQuery,
  body: body(Schema.Struct({ trust: Schema.Boolean })),
  answer: Source,
  statuses: { 200: "The source" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id, body: { trust } }) {
    return { value: yield* SourceRegistry.use((sources) => sources.trustHints(editor(principal), id, trust)) }
  })
})

export const postRefresh = endpoint({
  method: "POST",
  path: "/api/v1/sources/{id}/refresh",
  operationId: "refreshSource",
  permission: "sources:manage",
  summary: "Reads again what the source offers; `id` is its name. When that fails, `status` is `error` and its tools stay as they were.",
  query: noQuery,
  body: noBody,
  answer: Source,
  statuses: { 200: "The source" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    return { value: yield* SourceRegistry.use((sources) => sources.refresh(editor(principal), id)) }
  })
})

export const deleteSource = endpoint({
  method: "DELETE",
  path: "/api/v1/sources/{id}",
  operationId: "removeSource",
  permission: "sources:manage",
  summary: "Removes a source with its tools and credentials; `id` is its name.",
  query: noQuery,
  body: noBody,
  answer: Schema.Struct({ name: Schema.String }),
  statuses: { 200: "It is removed" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    yield* SourceRegistry.use((sources) => sources.remove(editor(principal), id))
    return { value: { name: id } }
  })
})
