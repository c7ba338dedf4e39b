import { describe, expect, it } from "@effect/vitest"
import { Clock, Effect, Layer, type Schema, type Scope } from "effect"
import { httpUpstream, type Upstream } from "../../test/fixtures/http-upstream"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import { InteractionId, TeamId } from "../domain/ids"
import type { Answer, Interaction } from "../domain/interaction"
import type { Actor, Principal, Role } from "../domain/principal"
import { isTerminal } from "../domain/run"
import { ExecutionEngine } from "../engine/execution-engine"
import { RunCommits } from "../engine/run-commits"
import { RunSignals } from "../engine/run-signals"
import { RunStore } from "../engine/run-store"
import { Sequencer } from "../observer/sequencer"
import { localQueueLayer } from "../queue/local-queue"
import { codeRunnerLayer } from "../sandbox/worker-pool"
import { migrate } from "../store/migrate"
import { RuleTable } from "../store/rule-table"
import { runStoreLayer } from "../store/run-store-sql"
import { toolInvokerLayer } from "../tools/invoker"
import { ToolSources } from "../tools/tool-sources"
import { Approvals } from "./approvals"
import { expirySweeperLayer, sweepExpired } from "./expiry"
import { callGateLayerOf } from "./gate"
import type { Rule } from "./rules"

const teamId = TeamId.make("team")
const ann: Actor = { kind: "user", id: "ann", label: "Ann Keller" }
const agent: Actor = { kind: "agent", id: "agent", label: "billing-agent" }
const person = (role: Role, team = teamId): Principal => ({ _tag: "Person", actor: ann, teamId: team, role })
const token: Principal = { _tag: "ServiceToken", actor: { kind: "service_token", id: "ci", label: "ci" }, teamId, scopes: ["runs:submit", "runs:read"] }

/** The real engine, store, sandbox, tools and gate; rules and one more tool source are the test's. */
const layerOf = (upstream: Upstream, rules: ReadonlyArray<Rule>, isSweeping: boolean) => {
  const store = Layer.merge(runStoreLayer, RuleTable.layer).pipe(
    Layer.provideMerge(Layer.provideMerge(Layer.orDie(Layer.effectDiscard(migrate)), temporaryStore()))
  )
  const readable: ReadonlyArray<Schema.Json> = JSON.parse(JSON.stringify(rules))
  const engine = ExecutionEngine.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        RunCommits.layer.pipe(Layer.provideMerge(Layer.mergeAll(Sequencer.layer, RunSignals.layer))),
        codeRunnerLayer(),
        localQueueLayer({ maxConcurrent: 10 }),
        callGateLayerOf(() => Effect.succeed(readable)),
        toolInvokerLayer.pipe(Layer.provide(ToolSources.layerOf([upstream.source])))
      )
    ),
    Layer.provideMerge(store)
  )
  return Layer.mergeAll(Approvals.layer, isSweeping ? expirySweeperLayer : Layer.empty).pipe(Layer.provideMerge(engine))
}

type Services = Approvals | ExecutionEngine | RunStore

const world = (
  options: { readonly rules?: ReadonlyArray<Rule>; readonly isSweeping?: boolean },
  body: (upstream: Upstream) => Effect.Effect<void, unknown, Services | Scope.Scope>
) =>
  Effect.gen(function* () {
    const upstream = yield* httpUpstream
    yield* body(upstream).pipe(Effect.provide(layerOf(upstream, options.rules ?? [], options.isSweeping ?? false)))
  })

const execute = (code: string, actor: Actor = ann) => ExecutionEngine.use((engine) => engine.executeWithPause({ code, teamId, actor, trigger: "api" }))
const asked = (code: string, actor?: Actor) =>
  Effect.flatMap(execute(code, actor), (outcome) => (outcome._tag === "Paused" ? Effect.succeed(outcome.interaction) : Effect.die(outcome)))
const answer = (principal: Principal, id: InteractionId, action: Answer["action"] = "accept") =>
  Approvals.use((approvals) => approvals.answer(principal, "console", id, { action }))
const until = ({ runId }: Interaction) => ExecutionEngine.use((engine) => engine.until(runId, { timeoutMs: 120_000 }))
/** Returns when the deadline is over. */
const deadlineOf = ({ expiresAt }: Interaction) => Clock.currentTimeMillis.pipe(Effect.delay(1), Effect.repeat({ until: (now) => now > (expiresAt ?? 0) }))
const stored = (id: InteractionId) => RunStore.use((store) => store.interaction(id))

const rule = (pattern: string, effect: Rule["effect"], more: Partial<Rule> = {}): Rule => ({ id: `rule ${pattern}`, pattern, effect, position: 0, ...more })
/** The shortest deadline there is: over before anybody can answer. */
const atOnce = { interactionExpiresAfterMs: 1 }

const create = `return await tools.demo.tickets.create({ title: "Printer on fire" })`

describe("who may decide", () => {
  it.live("an operator of the team: the call goes out with exactly what was approved", () =>
    world({}, (upstream) =>
      Effect.gen(function* () {
        const interaction = yield* asked(`return await tools.upstream.write({ value: 7 })`)
        expect(interaction).toMatchObject({
          kind: "approval",
          status: "pending",
          toolPath: "upstream.write",
          connection: "Upstream test",
          message: "Counts how often it was called under a key.",
          args: { value: 7 },
          effect: "write",
          rule: null
        })
        expect(upstream.calls).toEqual([])
        expect(yield* answer(person("operator"), interaction.id)).toMatchObject({
          interaction: { status: "accepted", resolvedBy: ann, resolvedVia: "console" }
        })
        expect(yield* until(interaction)).toMatchObject({ _tag: "Over", status: "completed", result: { calls: 1 } })
        expect(upstream.calls).toEqual([{ tool: "write", args: { value: 7 }, idempotencyKey: `${interaction.runId}:call_1` }])
      })
    )
  )

  it.live("no service token, not even with every scope", () =>
    world({}, () =>
      Effect.gen(function* () {
        const interaction = yield* asked(create)
        expect(yield* Effect.flip(answer(token, interaction.id))).toMatchObject({ _tag: "PeopleOnly" })
        expect((yield* stored(interaction.id))?.interaction.status).toBe("pending")
      })
    )
  )

  it.live("no viewer", () =>
    world({}, () =>
      Effect.gen(function* () {
        const interaction = yield* asked(create)
        expect(yield* Effect.flip(answer(person("viewer"), interaction.id))).toMatchObject({ _tag: "MayNotDecide", role: "viewer" })
        expect((yield* stored(interaction.id))?.interaction.status).toBe("pending")
      })
    )
  )

  it.live("nobody of another team: for them it does not exist, not even as an admin", () =>
    world({}, () =>
      Effect.gen(function* () {
        const interaction = yield* asked(create)
        const other = yield* Effect.flip(answer(person("admin", TeamId.make("other")), interaction.id))
        const unknown = yield* Effect.flip(answer(person("admin"), InteractionId.make("int_00000000-0000-7000-8000-000000000000")))
        expect(other).toMatchObject({ _tag: "InteractionNotFound", interactionId: interaction.id })
        expect(unknown).toMatchObject({ _tag: "InteractionNotFound" })
        expect((yield* stored(interaction.id))?.interaction.status).toBe("pending")
      })
    )
  )

  it.live("the first of fifty at once: one effect, and all hear of the same decision", () =>
    world({}, (upstream) =>
      Effect.gen(function* () {
        const interaction = yield* asked(`return await tools.upstream.write({})`)
        const answers = yield* Effect.all(
          Array.from({ length: 50 }, () => answer(person("operator"), interaction.id)),
          { concurrency: "unbounded" }
        )
        expect(new Set(answers.map((one) => JSON.stringify(one.interaction.resolvedAt))).size).toBe(1)
        expect(yield* until(interaction)).toMatchObject({ status: "completed", result: { calls: 1 } })
        expect(upstream.calls).toHaveLength(1)
        expect(yield* Effect.flip(answer(person("operator"), interaction.id, "decline"))).toMatchObject({
          _tag: "AlreadyDecided",
          interaction: { status: "accepted", resolvedBy: ann }
        })
      })
    )
  )
})

describe("rules", () => {
  it.live("allow a write, ask about a read, and block", () =>
    world({ rules: [rule("upstream.write", "allow"), rule("upstream.read", "require_approval"), rule("demo.*", "block")] }, (upstream) =>
      Effect.gen(function* () {
        expect(yield* execute(`return await tools.upstream.write({})`)).toMatchObject({ status: "completed", result: { calls: 1 } })
        expect(yield* asked(`return await tools.upstream.read({})`)).toMatchObject({ rule: { id: "rule upstream.read", pattern: "upstream.read" } })
        expect(yield* execute(`try { await tools.demo.echo({ value: 1 }) } catch (e) { return [e.code, e.message] }`)).toMatchObject({
          status: "completed",
          result: ["tool_blocked", "demo.echo is blocked by the rule demo.*"]
        })
        expect(upstream.calls.map(({ tool }) => tool)).toEqual(["write"])
      })
    )
  )

  it.live("ask nobody about arguments that do not fit", () =>
    world({}, () =>
      Effect.gen(function* () {
        expect(yield* execute(`try { await tools.demo.tickets.create({ titel: "a" }) } catch (e) { return [e.code, e.details.issues] }`)).toMatchObject({
          status: "completed",
          result: [
            "invalid_tool_arguments",
            [
              { path: "title", message: "is required" },
              { path: "titel", message: "is not a known argument" }
            ]
          ]
        })
      })
    )
  )
})

describe("a deadline", () => {
  it.live("is kept by the store alone: an answer that comes too late is refused with the sweeper stopped", () =>
    world({ rules: [rule("upstream.write", "require_approval", atOnce)] }, (upstream) =>
      Effect.gen(function* () {
        const interaction = yield* asked(`try { await tools.upstream.write({}) } catch (e) { return [e.name, e.action] }`)
        yield* deadlineOf(interaction)
        expect(yield* Effect.flip(answer(person("operator"), interaction.id))).toMatchObject({
          _tag: "InteractionExpired",
          interaction: { status: "expired", resolvedVia: "deadline" }
        })
        expect(yield* until(interaction)).toMatchObject({ status: "completed", result: ["ToolDeclinedError", "expire"] })
        expect(upstream.calls).toEqual([])
      })
    )
  )

  it.live("that has passed is tidied by one sweep, which names the deadline and no person", () =>
    world({ rules: [rule("upstream.write", "require_approval", atOnce)] }, () =>
      Effect.gen(function* () {
        const interactions = yield* Effect.all(Array.from({ length: 3 }, () => asked(`await tools.upstream.write({})`)))
        yield* Effect.forEach(interactions, deadlineOf)
        expect(yield* sweepExpired()).toBe(3)
        expect(yield* sweepExpired()).toBe(0)
        for (const { id } of interactions) {
          expect((yield* stored(id))?.interaction).toMatchObject({ status: "expired", resolvedBy: { kind: "system" }, resolvedVia: "deadline" })
        }
      })
    )
  )

  it.live("that has not passed is left alone", () =>
    world({}, () =>
      Effect.gen(function* () {
        const interaction = yield* asked(create, agent)
        expect(interaction.expiresAt).toBeGreaterThan(interaction.createdAt + 23 * 3_600_000)
        expect((yield* asked(create)).expiresAt).toBeNull()
        expect(yield* sweepExpired()).toBe(0)
        expect((yield* stored(interaction.id))?.interaction.status).toBe("pending")
      })
    )
  )

  it.live("is swept by itself while the server runs", () =>
    world({ rules: [rule("upstream.write", "require_approval", atOnce)], isSweeping: true }, () =>
      Effect.gen(function* () {
        const { runId } = yield* execute(`try { await tools.upstream.write({}) } catch (e) { return e.action }`)
        const look = (after: number) => ExecutionEngine.use((engine) => engine.wait(runId, { after, timeoutMs: 120_000 }))
        let seen = yield* look(0)
        while (seen !== null && !isTerminal(seen.status)) seen = yield* look(seen.cursor)
        expect((yield* look(0))?.events).toContainEqual(expect.objectContaining({ _tag: "InteractionResolved", status: "expired", via: "deadline" }))
        expect(yield* ExecutionEngine.use((engine) => engine.until(runId, { timeoutMs: 0 }))).toMatchObject({ status: "completed", result: "expire" })
      })
    )
  )
})
