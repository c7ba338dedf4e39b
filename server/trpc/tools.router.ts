import { Effect, Schema } from "effect"
import { type CatalogEntry, type CatalogItem, ToolCatalog } from "../tools/catalog"
import type { JsonSchema } from "../tools/tool-source"
import { call } from "./call"
import { may, router, valid } from "./init"

const ListInput = Schema.Struct({ q: Schema.optional(Schema.String), source: Schema.optional(Schema.String) })
const OneInput = Schema.Struct({ path: Schema.String })

export const toolsRouter = router({
  /** Short: an API may have thousands of tools, and a page shows them all by name. */
  list: may("tools:read")
    .input(valid(ListInput))
    .query(
      ({ ctx, input }): Promise<{ readonly items: ReadonlyArray<CatalogItem> }> =>
        call(ToolCatalog.use((catalog) => catalog.list(ctx.principal.teamId, input)).pipe(Effect.map((items) => ({ items: items.map(brief) }))))
    ),

  get: may("tools:read")
    .input(valid(OneInput))
    .query(({ ctx, input }): Promise<CatalogEntry> => call(ToolCatalog.use((catalog) => catalog.get(ctx.principal.teamId, input.path))))
})

const shownDescription = 240

const brief = (item: CatalogItem): CatalogItem => ({
  ...item,
  description: item.description.length > shownDescription ? `${item.description.slice(0, shownDescription).trimEnd()}…` : item.description,
  inputSchema: requiredOnly(item.inputSchema)
})

/** What a call needs at least: enough to write one down. */
const requiredOnly = (schema: JsonSchema): JsonSchema => {
  const { type, properties, required } = schema
  if (type === undefined || !Array.isArray(required) || typeof properties !== "object" || properties === null) return type === undefined ? {} : { type }
  const needed = Object.entries(properties).filter(([name]) => required.includes(name))
  return { type, required, properties: Object.fromEntries(needed.map(([name, property]) => [name, kindOnly(property)])) }
}

const kindOnly = (property: Schema.Json): JsonSchema => {
  if (typeof property !== "object" || property === null) return {}
  const kept = Object.entries(property).filter(([word]) => word === "type" || word === "default" || word === "minimum")
  const [first] = Object.entries(property).flatMap(([word, value]) => (word === "enum" && Array.isArray(value) ? value.slice(0, 1) : []))
  return { ...Object.fromEntries(kept), ...(first !== undefined && { enum: [first] }) }
}
