import { randomUUID } from "node:crypto"
import { Clock, Deferred, Effect, Layer } from "effect"
import { AppConfig } from "../config/config"
import type { InteractionId, RunId, TeamId } from "../domain/ids"
import type { Actor } from "../domain/principal"
import { isTerminal } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import {
  type Change,
  type DecideResult,
  type Decision,
  IdempotencyConflict,
  InteractionNotFound,
  type NewRun,
  OwnershipLost,
  type ParentIsOver,
  RunIsOver,
  type RunStep,
  RunStore,
  type StoredInteraction,
  type StoreUnavailable
} from "../engine/run-store"
import { makeCellEvents } from "./cell-events"
import { Database } from "./database"
import { type DecideOutcome, decisionEvent, numberedDecisionEvent, ruleIn } from "./decide-plan"
import { makeOpenRun } from "./open-run"
import { type Read, read, readPatiently } from "./read"
import { mostRules, RuleCache } from "./rule-cache"
import { eventOfRow, numbered } from "./run-event-row"
import { dueWarnings, isOrphan, onlyAsks, overdueIds, unfinishedRuns } from "./sql/open-work"
import { upToMost } from "./sql/statement"
import type { StepOutcome } from "./step-layout"
import { endingOf, runState, storedInteraction, submittedRun, withRun } from "./stored-rows"
import { firstEvent, type Submitted } from "./submit-plan"
import { RunWriter } from "./writer"

/** The engine's store on Prisma's tables, the same on SQLite and PostgreSQL. */
export const runStoreLayer: Layer.Layer<RunStore, never, Database | AppConfig> = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const { client } = yield* Database
    const { publicUrl } = yield* AppConfig
    const { write, admit, sealing } = yield* RunWriter
    const rules = yield* RuleCache
    const stored = (row: Parameters<typeof storedInteraction>[0]) => storedInteraction(row, sealing, publicUrl)
    const oldestFirst = [{ createdAt: "asc" }, { id: "asc" }] satisfies Array<Record<string, "asc">>

    const eventsBetween = (runId: RunId, after: number, upTo: number | null, limit: number): Effect.Effect<ReadonlyArray<RunEvent>> =>
      read(() =>
        client.runEvent.findMany({
          where: { runId, seq: { gt: upToMost(after), ...(upTo === null ? {} : { lte: upTo }) } },
          orderBy: { seq: "asc" },
          take: limit
        })
      ).pipe(Effect.map((rows) => rows.map((row) => eventOfRow({ ...row, at: Number(row.at) }))))

    const submit = Effect.fn("RunStore.submit")(function* (run: NewRun) {
      yield* admit
      const done = yield* Deferred.make<Submitted, StoreUnavailable | ParentIsOver>()
      yield* write({ _tag: "Submit", run, done })
      const { runId, created, isConflict } = yield* Deferred.await(done)
      if (isConflict) return yield* new IdempotencyConflict({ key: run.idempotencyKey ?? "", runId })
      return { runId, created, events: created ? [numbered(firstEvent(run), 1)] : [] }
    })

    const commit = Effect.fn("RunStore.commit")(function* (step: RunStep) {
      const { runId, owner } = step
      const done = yield* Deferred.make<StepOutcome>()
      yield* write({ _tag: "Step", runId, owner, stepId: randomUUID(), parts: [{ step, done }] })
      const outcome = yield* Deferred.await(done)
      switch (outcome._tag) {
        case "Committed":
          return outcome.events
        case "CommittedBefore":
          return yield* eventsBetween(runId, outcome.after, outcome.upTo, outcome.upTo - outcome.after)
        case "Over":
          return yield* new RunIsOver({ runId, status: outcome.status })
        case "Lost":
          return yield* new OwnershipLost({ runId })
      }
    })

    const findBy = (reading: Read) => (id: InteractionId) =>
      reading(() => client.interaction.findUnique({ where: { id }, include: withRun })).pipe(Effect.map((row) => (row === null ? null : stored(row))))
    const find = findBy(read)
    const findPatiently = findBy(readPatiently)

    const settle = Effect.fnUntraced(function* (decision: Decision | Change) {
      const { interactionId } = decision
      const before = yield* find(interactionId)
      if (before === null) return yield* new InteractionNotFound({ interactionId })
      // A decision is final, so a row that has one need not be asked again. Whether a pending one is still free, only the write knows.
      if (before.interaction.status !== "pending") return { _tag: "AlreadyDecided" as const, stored: before, events: [] }
      const { runId } = before.interaction
      const done = yield* Deferred.make<DecideOutcome>()
      yield* write({ _tag: "Decide", runId, decisionId: randomUUID(), decision, before, done })
      const told = Deferred.await(done)
      // Before the run hears of it: its next call is held against the new rule.
      const { isFirst, seq } = yield* ruleIn(decision) === undefined ? told : Effect.ensuring(told, rules.forget(before.teamId))
      const after = (yield* findPatiently(interactionId)) ?? before
      if (!isFirst) return { ...notFirst(after, decision), events: [] }
      const event = seq === null ? yield* eventOfDecision(decision, before) : numberedDecisionEvent(decision, before, seq)
      return { _tag: "Decided" as const, stored: after, events: event === null ? [] : [event] }
    })

    /** The event of a decision whose commit was answered too late. */
    const eventOfDecision = (decision: Decision | Change, before: StoredInteraction) => {
      const { type, at, data } = decisionEvent(decision, before)
      return read(() => client.runEvent.findFirst({ where: { runId: before.interaction.runId, type, at: BigInt(at), data } })).pipe(
        Effect.map((row) => (row === null ? null : eventOfRow({ ...row, at: Number(row.at) })))
      )
    }

    const wishCancel = Effect.fn("RunStore.wishCancel")(function* (runId: RunId, by: Actor, reason: string) {
      const at = yield* Clock.currentTimeMillis
      const done = yield* Deferred.make<boolean>()
      yield* write({ _tag: "Wish", runId, wish: JSON.stringify({ by, reason, at, id: randomUUID() }), done })
      return yield* Deferred.await(done)
    })

    const ending = Effect.fn("RunStore.ending")(function* (runId: RunId) {
      const row = yield* read(() =>
        client.run.findUnique({ where: { id: runId }, select: { status: true, detail: { select: { result: true, error: true } } } })
      )
      if (row === null) return null
      const { status, result, error } = endingOf(row, row.detail)
      return isTerminal(status) ? { status, result, error } : null
    })

    const program = Effect.fn("RunStore.program")(function* (runId: RunId) {
      const row = yield* read(() => client.run.findUnique({ where: { id: runId }, include: { detail: true } }))
      if (row === null || row.detail === null) return null
      const { run, isReadable } = submittedRun(row, row.detail, sealing)
      return { run, isReadable }
    })

    /** Pending ones have no `resolvedAt`, which makes the team's index of decisions lead to them as well. */
    const pending = (
      where: { readonly runId: RunId } | { readonly teamId: TeamId } | { readonly id: { readonly in: Array<string> } },
      order: ReadonlyArray<Record<string, "asc">>
    ) =>
      read(() => client.interaction.findMany({ where: { ...where, status: "pending", resolvedAt: null }, orderBy: [...order], include: withRun })).pipe(
        Effect.map((rows) => rows.map(stored))
      )

    return RunStore.of({
      submit,
      open: makeOpenRun({ read: readPatiently, client, sealing, publicUrl, write }),
      commit,
      decide: Effect.fn("RunStore.decide")(settle),
      change: Effect.fn("RunStore.change")(settle),
      wishCancel,
      ending,
      program,
      cellEvents: makeCellEvents(client),
      openChildren: (runId) =>
        read(() => client.run.findMany({ where: { parentRunId: runId, finishedAt: null }, orderBy: [{ startedAt: "asc" }, { id: "asc" }] })).pipe(
          Effect.map((rows) => rows.map(runState))
        ),
      interaction: find,
      pending: (of) => pending(of, oldestFirst),
      state: (runId) => read(() => client.run.findUnique({ where: { id: runId } })).pipe(Effect.map((row) => (row === null ? null : runState(row)))),
      events: (runId, after, limit) => eventsBetween(runId, after, null, limit),
      unfinished: Effect.map(
        read(() => unfinishedRuns(client)),
        (rows) => rows.map((row) => ({ ...runState(row), onlyAsks: onlyAsks(row), isOrphan: isOrphan(row) }))
      ),
      dueWarnings: (at, limit) =>
        Effect.gen(function* () {
          const due = yield* read(() => dueWarnings(client, at, limit))
          const warnings = new Map(due.map((row) => [row.id, Number(row.warnings)]))
          const found = yield* pending({ id: { in: due.map(({ id }) => id) } }, [{ expiresAt: "asc" }, { id: "asc" }])
          return found.map((one) => ({ stored: one, warnings: warnings.get(one.interaction.id) ?? 1 }))
        }),
      pastDeadline: (at, limit) =>
        Effect.flatMap(
          read(() => overdueIds(client, at, limit)),
          (rows) => pending({ id: { in: rows.map(({ id }) => id) } }, [{ expiresAt: "asc" }, { id: "asc" }])
        )
    })
  })
).pipe(Layer.provide(Layer.merge(RunWriter.layer, RuleCache.layer)))

/** Why a pending one was not decided. */
const notFirst = (stored: StoredInteraction, decision: Decision | Change): DecideResult => {
  const { status, revision, expiresAt } = stored.interaction
  if (status !== "pending") return { _tag: "AlreadyDecided", stored }
  if (decision.revision !== undefined && decision.revision !== revision) return { _tag: "Stale", stored }
  const isInTime = expiresAt === null || expiresAt > decision.at
  return ruleIn(decision) !== undefined && isInTime ? { _tag: "RulesFull", stored, most: mostRules } : { _tag: "PastDeadline", stored }
}
