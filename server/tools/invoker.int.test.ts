import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, type Schema } from "effect"
import { httpUpstream } from "../../test/fixtures/http-upstream"
import { runIdAt, TeamId, toolCallIdOf } from "../domain/ids"
import { identityOf, isSameTool, noInCall, type ToolIdentity, ToolInvoker } from "../engine/tool-invoker"
import { toolInvokerLayer } from "./invoker"
import { ToolSources } from "./tool-sources"

const teamId = TeamId.make("team")
const runId = runIdAt(1, [])
const call = (path: string, args: Schema.Json, key = `${runId}:call_1`, as?: ToolIdentity) =>
  ToolInvoker.use((invoker) =>
    invoker.invoke({
      teamId,
      path,
      args,
      runId,
      toolCallId: toolCallIdOf(1),
      actor: { kind: "user", id: "u", label: "Ann" },
      idempotencyKey: key,
      ...(as !== undefined && { as }),
      ...noInCall
    })
  )

const withUpstream = Effect.gen(function* () {
  const upstream = yield* httpUpstream
  return { upstream, invoker: toolInvokerLayer.pipe(Layer.provide(ToolSources.layerOf([upstream.source]))) }
})

describe("a source behind a real socket", () => {
  it.live("gets the arguments and the idempotency key, and its answer is the call's value", () =>
    Effect.gen(function* () {
      const { upstream, invoker } = yield* withUpstream
      expect(yield* call("upstream.read", { value: { deep: [1, null] } }).pipe(Effect.provide(invoker))).toEqual({ deep: [1, null] })
      expect(upstream.calls).toEqual([{ tool: "read", args: { value: { deep: [1, null] } }, idempotencyKey: `${runId}:call_1` }])
    })
  )

  it.live("is told the same key at every try", () =>
    Effect.gen(function* () {
      const { invoker } = yield* withUpstream
      yield* call("upstream.write", {}, "k").pipe(Effect.provide(invoker))
      expect(yield* call("upstream.write", {}, "k").pipe(Effect.provide(invoker))).toEqual({ calls: 2 })
      expect(yield* call("upstream.write", {}, "other").pipe(Effect.provide(invoker))).toEqual({ calls: 1 })
    })
  )

  it.live("is sent nothing when another tool has taken the place of the one that was let through", () =>
    Effect.gen(function* () {
      const { upstream, invoker } = yield* withUpstream
      const looked = yield* ToolInvoker.use((tools) => tools.prepare({ teamId, path: "upstream.write", args: {} })).pipe(Effect.provide(invoker))
      const as = identityOf(looked)
      const others: ReadonlyArray<ToolIdentity> = [
        { ...as, schemaHash: "another" },
        { ...as, connection: "another" },
        { ...as, connectionId: "another" },
        { ...as, path: "upstream.read" }
      ]
      for (const other of others) {
        const before: ToolIdentity = { connectionId: "src", ...other }
        const now = { ...as, connectionId: "src" }
        expect(isSameTool(before, now)).toBe(false)
        if (other.connectionId !== undefined) continue
        expect(yield* call("upstream.write", {}, "k", other).pipe(Effect.provide(invoker), Effect.flip)).toMatchObject({
          code: "tool_changed",
          retryable: true
        })
      }
      expect(upstream.calls).toEqual([])
      expect(yield* call("upstream.write", {}, "k", as).pipe(Effect.provide(invoker))).toEqual({ calls: 1 })
    })
  )

  it.live("fails the call with its own status and body", () =>
    Effect.gen(function* () {
      const { invoker } = yield* withUpstream
      const error = yield* call("upstream.fail", { value: 422 }).pipe(Effect.provide(invoker), Effect.flip)
      expect(error).toMatchObject({ _tag: "ToolError", code: "http_422", status: 422, details: { error: "as asked" } })
    })
  )

  it.live("is let go when the call is interrupted", () =>
    Effect.gen(function* () {
      const { upstream, invoker } = yield* withUpstream
      const fiber = yield* Effect.forkChild(call("upstream.hang", {}).pipe(Effect.provide(invoker)))
      yield* upstream.hanging
      yield* Fiber.interrupt(fiber)
      yield* upstream.abandoned
    })
  )

  it.live("that is gone or hangs up fails its own calls, not those of others", () =>
    Effect.gen(function* () {
      const { upstream, invoker } = yield* withUpstream
      expect(yield* call("upstream.drop", {}).pipe(Effect.provide(invoker), Effect.flip)).toMatchObject({ code: "source_unavailable", retryable: true })
      yield* upstream.close
      expect(yield* call("upstream.read", {}).pipe(Effect.provide(invoker), Effect.flip)).toMatchObject({ code: "source_unavailable", retryable: true })
      expect(yield* call("demo.echo", { value: 1 }).pipe(Effect.provide(invoker))).toBe(1)
    })
  )

  it.live("is found by search, described and listed like the built-in ones", () =>
    Effect.gen(function* () {
      const { invoker } = yield* withUpstream
      const found = yield* call("tools.search", { query: "counts how often" }).pipe(Effect.provide(invoker))
      expect(found).toMatchObject({ items: [{ path: "upstream.write", source: "upstream" }] })
      expect(yield* call("tools.sources", { query: "upstream" }).pipe(Effect.provide(invoker))).toMatchObject({
        items: [{ name: "upstream", kind: "openapi", toolCount: 5 }],
        total: 1
      })
    })
  )
})
