import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { gateLayerOf } from "../../test/fixtures/gate"
import { TeamId } from "../domain/ids"
import { ToolCatalog } from "./catalog"
import { ToolSources } from "./tool-sources"

const teamId = TeamId.make("team")
const gate = gateLayerOf(({ call }) => {
  if (call.path === "demo.echo") return { _tag: "Block", message: "no" }
  return call.effect === "read" ? { _tag: "Allow" } : { _tag: "Ask", message: "?", rule: null, votesNeeded: 1, expiresAfterMs: null }
})
const catalog = ToolCatalog.layer.pipe(Layer.provide(Layer.merge(ToolSources.layer, gate)))
const list = (filter: { readonly q?: string; readonly source?: string } = {}) => ToolCatalog.use((one) => one.list(teamId, filter))

describe("the catalogue", () => {
  it.effect("says of each tool what it does, what the rules say of it and what it takes", () =>
    Effect.gen(function* () {
      const items = yield* list({ source: "demo" })
      expect(items.map(({ path, policy, effect }) => [path, policy, effect])).toEqual([
        ["demo.tickets.list", "allow", "read"],
        ["demo.tickets.get", "allow", "read"],
        ["demo.tickets.create", "require_approval", "write"],
        ["demo.tickets.delete", "require_approval", "destructive"],
        ["demo.slow", "allow", "read"],
        ["demo.fail", "allow", "read"],
        ["demo.echo", "block", "read"]
      ])
      expect(items[2]).toMatchObject({
        source: "demo",
        description: "Creates a ticket on the demo desk.",
        inputSchema: { type: "object", required: ["title"] }
      })
    }).pipe(Effect.provide(catalog))
  )

  it.effect("holds everything without a filter, and only what fits with one, best first", () =>
    Effect.gen(function* () {
      expect((yield* list()).map(({ source }) => source)).toEqual(expect.arrayContaining(["tools", "demo"]))
      expect((yield* list({ q: "" })).length).toBe((yield* list()).length)
      expect((yield* list({ q: "delete ticket" }))[0]?.path).toBe("demo.tickets.delete")
      expect(yield* list({ q: "no such thing anywhere zzz" })).toEqual([])
      expect(yield* list({ source: "nothing" })).toEqual([])
    }).pipe(Effect.provide(catalog))
  )
})
