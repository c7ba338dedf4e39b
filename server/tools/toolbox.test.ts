import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, type Schema } from "effect"
import { runIdAt, TeamId, toolCallIdOf } from "../domain/ids"
import { noInCall, ToolError, ToolInvoker } from "../engine/tool-invoker"
import { toolInvokerLayer } from "./invoker"
import type { ToolSource } from "./tool-source"
import { ToolSources } from "./tool-sources"

const teamId = TeamId.make("team")
const broken: ToolSource = {
  name: "broken",
  kind: "mcp",
  description: null,
  connection: "Broken",
  tools: () => Effect.fail(new ToolError({ code: "source_unavailable", message: "broken does not answer" })),
  invoke: () => Effect.die("never")
}
const large: ToolSource = {
  name: "large",
  kind: "openapi",
  description: "Very many tools",
  connection: null,
  invoke: () => Effect.succeed(null),
  tools: () =>
    Effect.succeed(
      Array.from({ length: 30 }, (_, index) => ({
        path: `large.items.get_${String(index).padStart(2, "0")}`,
        description: `Reads item number ${index}.`,
        effect: "read" as const,
        repeatable: true,
        outputSchema: null,
        inputSchema: { type: "object", properties: {} }
      }))
    )
}
const tools = toolInvokerLayer.pipe(Layer.provide(ToolSources.layerOf([broken, large])))

interface Page {
  readonly items: ReadonlyArray<{ readonly path?: string; readonly name: string; readonly score?: number }>
  readonly total: number
  readonly hasMore: boolean
  readonly nextOffset: number | null
}
const call = (path: string, args: Schema.Json = null) =>
  ToolInvoker.use((invoker) =>
    invoker.invoke({
      teamId,
      path,
      args,
      runId: runIdAt(1, []),
      toolCallId: toolCallIdOf(1),
      actor: { kind: "user", id: "u", label: "Ann" },
      idempotencyKey: "k",
      ...noInCall
    })
  )
const page = (path: string, args: Schema.Json) => Effect.map(call(path, args), (value): Page => JSON.parse(JSON.stringify(value)))
const paths = (found: Page) => found.items.map(({ path }) => path)

describe("tools.search", () => {
  it.effect("answers items with path, name, description, source and score, and the page", () =>
    Effect.gen(function* () {
      expect(yield* call("tools.search", { query: "create ticket", limit: 1 })).toEqual({
        items: [{ path: "demo.tickets.create", name: "tickets.create", description: "Creates a ticket on the demo desk.", source: "demo", score: 1 }],
        total: 4,
        hasMore: true,
        nextOffset: 1
      })
    }).pipe(Effect.provide(tools))
  )

  it.effect.each<readonly [string, string]>([
    ["create a ticket", "demo.tickets.create"],
    ["add ticket", "demo.tickets.create"],
    ["new tickets", "demo.tickets.create"],
    ["remove a ticket", "demo.tickets.delete"],
    ["find tickets", "demo.tickets.list"],
    ["read one ticket", "demo.tickets.get"],
    ["demo.slow", "demo.slow"],
    ["echo", "demo.echo"],
    ["which sources are there", "tools.sources"],
    ["describe", "tools.describe"],
    ["item number 17", "large.items.get_17"]
  ])("%s finds %s first", ([query, path]) =>
    Effect.gen(function* () {
      expect(paths(yield* page("tools.search", { query }))[0]).toBe(path)
    }).pipe(Effect.provide(tools))
  )

  it.effect("finds nothing without a query and a source", () =>
    Effect.gen(function* () {
      for (const args of [null, {}, { query: "" }, { query: "   ", limit: 50 }]) {
        expect(yield* call("tools.search", args)).toEqual({ items: [], total: 0, hasMore: false, nextOffset: null })
      }
    }).pipe(Effect.provide(tools))
  )

  it.effect("lists exactly one source when a source alone is given", () =>
    Effect.gen(function* () {
      const found = yield* page("tools.search", { source: "demo", limit: 50 })
      expect(paths(found)).toEqual([
        "demo.tickets.list",
        "demo.tickets.get",
        "demo.tickets.create",
        "demo.tickets.delete",
        "demo.slow",
        "demo.fail",
        "demo.echo"
      ])
      expect(yield* call("tools.search", { source: "nothing" })).toEqual({ items: [], total: 0, hasMore: false, nextOffset: null })
    }).pipe(Effect.provide(tools))
  )

  it.effect("searches within a source when both are given", () =>
    Effect.gen(function* () {
      expect(paths(yield* page("tools.search", { query: "get", source: "demo" })).every((path) => path?.startsWith("demo."))).toBe(true)
    }).pipe(Effect.provide(tools))
  )

  it.effect("gives twelve at once, and every tool exactly once over all pages", () =>
    Effect.gen(function* () {
      const seen: Array<string | undefined> = []
      let offset: number | null = 0
      while (offset !== null) {
        const found: Page = yield* page("tools.search", { source: "large", offset })
        expect(found.total).toBe(30)
        expect(found.hasMore).toBe(found.nextOffset !== null)
        expect(found.items.length).toBeLessThanOrEqual(12)
        seen.push(...paths(found))
        offset = found.nextOffset
      }
      expect(seen).toHaveLength(30)
      expect(new Set(seen).size).toBe(30)
      expect(yield* call("tools.search", { source: "large", offset: 100 })).toEqual({ items: [], total: 30, hasMore: false, nextOffset: null })
    }).pipe(Effect.provide(tools))
  )

  it.effect("answers under the name that programs write without a source", () =>
    Effect.gen(function* () {
      expect(yield* call("search", { query: "echo" })).toEqual(yield* call("tools.search", { query: "echo" }))
    }).pipe(Effect.provide(tools))
  )

  it.effect("goes on with a source that does not answer", () =>
    Effect.gen(function* () {
      expect(paths(yield* page("tools.search", { query: "echo" }))[0]).toBe("demo.echo")
      expect(yield* call("tools.search", { source: "broken" })).toEqual({ items: [], total: 0, hasMore: false, nextOffset: null })
    }).pipe(Effect.provide(tools))
  )
})

describe("tools.describe", () => {
  it.effect("answers how to call the tool, its types and its schemas", () =>
    Effect.gen(function* () {
      expect(yield* call("tools.describe", { path: "demo.tickets.create" })).toMatchObject({
        path: "demo.tickets.create",
        name: "tickets.create",
        description: "Creates a ticket on the demo desk.",
        source: "demo",
        effect: "write",
        signature:
          'tools.demo.tickets.create(args: { title: string; body?: string }): Promise<{ id: string; title: string; body: string; status: "open" | "closed"; createdAt: string }>',
        inputTypeScript: "{ title: string; body?: string }",
        outputTypeScript: '{ id: string; title: string; body: string; status: "open" | "closed"; createdAt: string }',
        inputSchema: { type: "object", required: ["title"] },
        outputSchema: { type: "object" }
      })
    }).pipe(Effect.provide(tools))
  )

  it.effect.each(["tools.describe.tool", "describe", "describe.tool"])("answers as %s as well", (name) =>
    Effect.gen(function* () {
      expect(yield* call(name, { path: "search" })).toMatchObject({ path: "tools.search" })
    }).pipe(Effect.provide(tools))
  )

  it.effect("suggests up to five paths for one that does not exist", () =>
    Effect.gen(function* () {
      const error = yield* call("tools.describe", { path: "demo.ticket.create" }).pipe(Effect.flip)
      expect(error).toMatchObject({
        code: "tool_not_found",
        details: { path: "demo.ticket.create", suggestions: ["demo.tickets.create", "demo.tickets.delete", "demo.tickets.get", "demo.tickets.list"] }
      })
      expect(error.message).toContain("Did you mean demo.tickets.create")
      const many = yield* call("tools.describe", { path: "large.items.get_99" }).pipe(Effect.flip)
      expect(many.details).toMatchObject({ suggestions: expect.arrayContaining([expect.stringContaining("large.items.get_")]) })
      expect(JSON.parse(JSON.stringify(many.details)).suggestions).toHaveLength(5)
    }).pipe(Effect.provide(tools))
  )

  it.effect("says how to search where nothing is similar", () =>
    Effect.gen(function* () {
      const error = yield* call("tools.describe", { path: "zzzz" }).pipe(Effect.flip)
      expect(error).toMatchObject({ code: "tool_not_found", details: { suggestions: [] } })
      expect(error.message).toContain("tools.search")
    }).pipe(Effect.provide(tools))
  )

  it.effect("says that a source does not answer", () =>
    Effect.gen(function* () {
      expect(yield* call("tools.describe", { path: "broken.x" }).pipe(Effect.flip)).toMatchObject({ code: "source_unavailable" })
    }).pipe(Effect.provide(tools))
  )
})

describe("tools.sources", () => {
  it.effect.each(["tools.sources", "sources", "executor.sources.list", "tools.executor.sources.list"])(
    "%s answers a page of name, kind, description and tool count",
    (path) =>
      Effect.gen(function* () {
        expect(yield* call(path)).toEqual({
          items: [
            { name: "tools", kind: "builtin", description: "Finds and describes the tools of the team.", toolCount: 3 },
            { name: "demo", kind: "builtin", description: "A small ticket desk to try things with, and a slow, a failing and an echoing tool.", toolCount: 7 },
            { name: "broken", kind: "mcp", toolCount: 0 },
            { name: "large", kind: "openapi", description: "Very many tools", toolCount: 30 }
          ],
          total: 4,
          hasMore: false,
          nextOffset: null
        })
      }).pipe(Effect.provide(tools))
  )

  it.effect("filters and pages", () =>
    Effect.gen(function* () {
      expect(yield* page("tools.sources", { query: "DEMO" })).toMatchObject({ items: [{ name: "demo" }], total: 1 })
      expect(yield* page("tools.sources", { limit: 1, offset: 1 })).toMatchObject({ items: [{ name: "demo" }], total: 4, hasMore: true, nextOffset: 2 })
    }).pipe(Effect.provide(tools))
  )
})

describe("wrong arguments", () => {
  it.effect.each<readonly [string, Schema.Json, string]>([
    ["tools.search", "tickets", "Expected args?: { query?: string; source?: string; limit?: number; offset?: number }"],
    ["tools.search", { q: "tickets" }, "Expected args?: { query?: string; source?: string; limit?: number; offset?: number }"],
    ["tools.search", { query: "a", limit: 0 }, "Expected args?: { query?: string; source?: string; limit?: number; offset?: number }"],
    ["tools.search", { query: "a", offset: -1 }, "offset must be at least 0"],
    ["tools.describe", "demo.echo", "Expected args: { path: string }"],
    ["describe", null, "Expected args: { path: string }"],
    ["tools.sources", { search: "x" }, "Expected args?: { query?: string; limit?: number; offset?: number }"]
  ])("to %s (%j) are answered with the expected shape", ([path, args, what]) =>
    Effect.gen(function* () {
      const error = yield* call(path, args).pipe(Effect.flip)
      expect(error.code).toBe("invalid_tool_arguments")
      expect(error.message).toContain(what)
    }).pipe(Effect.provide(tools))
  )
})

describe("an unknown path", () => {
  it.effect("is answered with what may have been meant, before anything is sent", () =>
    Effect.gen(function* () {
      expect(yield* call("tickets.list").pipe(Effect.flip)).toMatchObject({
        code: "tool_not_found",
        details: { suggestions: expect.arrayContaining(["demo.tickets.list"]) }
      })
      expect(yield* call("demo.toString").pipe(Effect.flip)).toMatchObject({ code: "tool_not_found" })
      expect(yield* call("__proto__.x").pipe(Effect.flip)).toMatchObject({ code: "tool_not_found" })
      expect(yield* call("constructor").pipe(Effect.flip)).toMatchObject({ code: "tool_not_found" })
      expect((yield* call("x".repeat(100_000)).pipe(Effect.flip)).message.length).toBeLessThan(500)
    }).pipe(Effect.provide(tools))
  )
})
