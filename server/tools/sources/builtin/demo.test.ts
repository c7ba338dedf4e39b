import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { runIdAt, TeamId, toolCallIdOf } from "../../../domain/ids"
import { noInCall, ToolInvoker } from "../../../engine/tool-invoker"
import { toolInvokerLayer } from "../../invoker"
import { ToolSources } from "../../tool-sources"

const teamId = TeamId.make("team")
const otherTeam = TeamId.make("other")
const tools = toolInvokerLayer.pipe(Layer.provide(ToolSources.layer))

let lastKey = 0
const call = (path: string, args: Schema.Json = null, more: { readonly team?: TeamId; readonly key?: string } = {}) =>
  ToolInvoker.use((invoker) =>
    invoker.invoke({
      teamId: more.team ?? teamId,
      path,
      args,
      runId: runIdAt(1, []),
      toolCallId: toolCallIdOf(1),
      actor: { kind: "user", id: "u", label: "Ann" },
      idempotencyKey: more.key ?? `key-${++lastKey}`,
      ...noInCall
    })
  )
const prepared = (path: string, args: Schema.Json) => ToolInvoker.use((invoker) => invoker.prepare({ teamId, path, args }))

interface Ticket {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly status: string
  readonly createdAt: string
}
const ticketsOf = (value: Schema.Json | undefined): ReadonlyArray<Ticket> => JSON.parse(JSON.stringify(value))
const list = (args: Schema.Json = null, team = teamId) => Effect.map(call("demo.tickets.list", args, { team }), ticketsOf)

describe("the ticket desk", () => {
  it.effect("has ten tickets at the start, six of them open, each with all its fields", () =>
    Effect.gen(function* () {
      const tickets = yield* list()
      expect(tickets).toHaveLength(10)
      expect(tickets.filter(({ status }) => status === "open")).toHaveLength(6)
      for (const ticket of tickets) {
        expect(Object.keys(ticket)).toEqual(["id", "title", "body", "status", "createdAt"])
        expect(new Date(ticket.createdAt).toISOString()).toBe(ticket.createdAt)
      }
      expect(new Set(tickets.map(({ id }) => id)).size).toBe(10)
      expect(tickets.map(({ createdAt }) => createdAt)).toEqual(tickets.map(({ createdAt }) => createdAt).sort())
    }).pipe(Effect.provide(tools))
  )

  it.effect("lists by status, and at most as many as asked for", () =>
    Effect.gen(function* () {
      expect((yield* list({ status: "open" })).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "open"))
      expect(yield* list({ status: "closed" })).toHaveLength(4)
      expect(yield* list({ limit: 3 })).toEqual((yield* list()).slice(0, 3))
      expect(yield* list({ status: "open", limit: 200 })).toHaveLength(6)
    }).pipe(Effect.provide(tools))
  )

  it.effect("creates a ticket that is open, has an id of its own and is found again", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 0, 31, 8))
      const created = yield* call("demo.tickets.create", { title: "Printer on fire" })
      expect(created).toMatchObject({ title: "Printer on fire", body: "", status: "open", createdAt: "2026-01-31T08:00:00.000Z" })
      const [ticket] = (yield* list()).slice(-1)
      expect(ticket).toEqual(created)
      expect(yield* call("demo.tickets.get", { id: ticket?.id ?? "" })).toEqual(created)
      expect(yield* list()).toHaveLength(11)
    }).pipe(Effect.provide(tools))
  )

  it.effect("creates once under one idempotency key", () =>
    Effect.gen(function* () {
      const first = yield* call("demo.tickets.create", { title: "Once" }, { key: "k" })
      expect(yield* call("demo.tickets.create", { title: "Once" }, { key: "k" })).toEqual(first)
      expect(yield* list()).toHaveLength(11)
      expect(yield* call("demo.tickets.create", { title: "Once" }, { key: "l" })).not.toEqual(first)
    }).pipe(Effect.provide(tools))
  )

  it.effect("deletes a ticket for good, once under one idempotency key", () =>
    Effect.gen(function* () {
      const [first] = yield* list()
      const id = first?.id ?? ""
      expect(yield* call("demo.tickets.delete", { id }, { key: "d" })).toEqual({ deleted: true })
      expect(yield* call("demo.tickets.delete", { id }, { key: "d" })).toEqual({ deleted: true })
      expect(yield* call("demo.tickets.delete", { id }, { key: "e" }).pipe(Effect.flip)).toMatchObject({ code: "ticket_not_found", status: 404 })
      expect(yield* call("demo.tickets.get", { id }).pipe(Effect.flip)).toMatchObject({ code: "ticket_not_found", status: 404 })
      expect(yield* list()).toHaveLength(9)
    }).pipe(Effect.provide(tools))
  )

  it.effect("never gives a deleted ticket's id to a new one", () =>
    Effect.gen(function* () {
      const created = ticketsOf([(yield* call("demo.tickets.create", { title: "a" })) ?? null])[0]
      yield* call("demo.tickets.delete", { id: created?.id ?? "" })
      expect(ticketsOf([(yield* call("demo.tickets.create", { title: "b" })) ?? null])[0]?.id).not.toBe(created?.id)
    }).pipe(Effect.provide(tools))
  )

  it.effect("is each team's own", () =>
    Effect.gen(function* () {
      yield* call("demo.tickets.create", { title: "Ours" }, { key: "same" })
      yield* call("demo.tickets.delete", { id: "T-1" })
      expect(yield* list(null, otherTeam)).toHaveLength(10)
      expect(yield* call("demo.tickets.create", { title: "Theirs" }, { team: otherTeam, key: "same" })).toMatchObject({ title: "Theirs" })
    }).pipe(Effect.provide(tools))
  )

  it.effect("is lost with the process that held it", () =>
    Effect.gen(function* () {
      yield* call("demo.tickets.create", { title: "Gone" }).pipe(Effect.provide(toolInvokerLayer.pipe(Layer.provide(Layer.fresh(ToolSources.layer)))))
      expect(yield* list().pipe(Effect.provide(toolInvokerLayer.pipe(Layer.provide(Layer.fresh(ToolSources.layer)))))).toHaveLength(10)
    })
  )
})

describe("the other demo tools", () => {
  it.effect("slow ends after its time, not before, and says how long", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(call("demo.slow", { ms: 5000 }))
      yield* TestClock.adjust(4999)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toEqual({ ms: 5000 })
    }).pipe(Effect.provide(tools))
  )

  it.effect("slow stops when it is interrupted", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(call("demo.slow", { ms: 3_600_000 }))
      yield* TestClock.adjust(1)
      yield* Fiber.interrupt(fiber)
      expect(fiber.pollUnsafe()?._tag).toBe("Failure")
    }).pipe(Effect.provide(tools))
  )

  it.effect("fail fails with the given code and message, or its own", () =>
    Effect.gen(function* () {
      expect(yield* call("demo.fail", { code: "teapot", message: "short and stout" }).pipe(Effect.flip)).toMatchObject({
        _tag: "ToolError",
        code: "teapot",
        message: "short and stout"
      })
      expect(yield* call("demo.fail").pipe(Effect.flip)).toMatchObject({ _tag: "ToolError", code: "demo_failed" })
    }).pipe(Effect.provide(tools))
  )

  it.effect.each<Schema.Json>([null, 0, "", false, [], {}, { deep: [{ a: 1 }] }, "text"])("echo returns %j", (value) =>
    Effect.gen(function* () {
      expect(yield* call("demo.echo", { value })).toEqual(value)
    }).pipe(Effect.provide(tools))
  )
})

describe("what is known of a demo tool before it is called", () => {
  it.effect.each<readonly [string, Schema.Json, string, boolean]>([
    ["demo.tickets.list", {}, "read", true],
    ["demo.tickets.get", { id: "T-1" }, "read", true],
    ["demo.tickets.create", { title: "a" }, "write", false],
    ["demo.tickets.delete", { id: "T-1" }, "destructive", false],
    ["demo.slow", { ms: 1 }, "read", true],
    ["demo.fail", {}, "read", true],
    ["demo.echo", { value: 1 }, "read", true]
  ])("%s", ([path, args, effect, repeatable]) =>
    Effect.gen(function* () {
      expect(yield* prepared(path, args)).toMatchObject({
        path,
        source: "demo",
        connection: null,
        effect,
        repeatable,
        schemaHash: expect.stringMatching(/^[0-9a-f]{64}$/)
      })
    }).pipe(Effect.provide(tools))
  )

  it.effect.each<readonly [string, Schema.Json, string]>([
    ["demo.tickets.list", { status: "new" }, 'status must be one of "open", "closed"'],
    ["demo.tickets.list", { limit: 201 }, "limit must be at most 200"],
    ["demo.tickets.list", { limit: 0 }, "limit must be at least 1"],
    ["demo.tickets.list", { state: "open" }, "state is not a known argument"],
    ["demo.tickets.get", {}, "id is required"],
    ["demo.tickets.get", null, "id is required"],
    ["demo.tickets.get", { id: 4 }, "id must be of type string"],
    ["demo.tickets.create", { title: "" }, "title must NOT have fewer than 1 characters"],
    ["demo.tickets.create", { title: "a", body: 3 }, "body must be of type string"],
    ["demo.slow", { ms: 1.5 }, "ms must be of type integer"],
    ["demo.slow", { ms: -1 }, "ms must be at least 0"],
    ["demo.echo", {}, "value is required"],
    ["demo.echo", "text", "the arguments must be of type object"]
  ])("%s refuses %j", ([path, args, what]) =>
    Effect.gen(function* () {
      const error = yield* prepared(path, args).pipe(Effect.flip)
      expect(error.code).toBe("invalid_tool_arguments")
      expect(error.message).toContain(what)
      expect(error.message).toContain("Expected args")
    }).pipe(Effect.provide(tools))
  )
})
