import { Effect, Schema } from "effect"
import type { Principal } from "../../domain/principal"
import { Source } from "../../domain/source"
import { NewSource, type SourceEditor, SourceRegistry } from "../../tools/source-registry"
import { body, noBody } from "./body"
import { endpoint, noQuery } from "./endpoint"

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
  summary: "Adds a tool source: an OpenAPI document by `url` or as `spec`. A document that cannot be read is a 400 that says why, and nothing is stored.",
  query: noQuery,
  body: body(NewSource, sourceBytes),
  answer: Source,
  statuses: { 201: "The source" },
  failures: [409],
  run: Effect.fnUntraced(function* ({ principal, body: wanted }) {
    return { status: 201, value: yield* SourceRegistry.use((sources) => sources.add(editor(principal), wanted)) }
  })
})

export const postRefresh = endpoint({
  method: "POST",
  path: "/api/v1/sources/{id}/refresh",
  operationId: "refreshSource",
  permission: "sources:manage",
  summary: "Reads the source's document again; `id` is its name. When that fails, `status` is `error` and its tools stay as they were.",
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
