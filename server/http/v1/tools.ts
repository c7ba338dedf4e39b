import { Effect, Schema } from "effect"
import { ToolCatalog } from "../../tools/catalog"
import { noBody } from "./body"
import { endpoint } from "./endpoint"

const Item = Schema.Struct({
  path: Schema.String,
  description: Schema.String,
  source: Schema.String,
  policy: Schema.Literals(["allow", "require_approval", "block"]),
  inputSchema: Schema.Json
})

export const listTools = endpoint({
  method: "GET",
  path: "/api/v1/tools",
  operationId: "listTools",
  permission: "tools:read",
  summary: "The team's tools; with `q` the best matches first.",
  query: Schema.Struct({ q: Schema.optionalKey(Schema.String), source: Schema.optionalKey(Schema.String) }),
  body: noBody,
  answer: Schema.Struct({ items: Schema.Array(Item) }),
  statuses: { 200: "The catalogue" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query }) {
    return { value: { items: yield* ToolCatalog.use((catalog) => catalog.list(principal.teamId, query)) } }
  })
})
