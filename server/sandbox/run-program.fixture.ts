import { Effect, Queue } from "effect"
import type { Call, ReplayEntry, Settle } from "../journal/entry"
import { CodeRunner, type SandboxEvent, type SandboxLimits, type SandboxOutcome, type SandboxSession, type SandboxStart } from "./code-runner"
import { defaultSandboxLimits } from "./limits"

/** The smallest engine that keeps the port's promises: journal first, deliver after, open again what was evicted. */
export interface Recording {
  readonly outcome: SandboxOutcome
  readonly journal: ReadonlyArray<ReplayEntry>
  readonly calls: ReadonlyArray<Call>
  readonly logs: ReadonlyArray<string>
  readonly items: ReadonlyArray<string>
  readonly rebuilt: number
}

export interface Answered {
  readonly ok?: boolean
  readonly json?: string
  readonly afterMs?: number
}

export interface Setting {
  readonly answer?: (call: Call) => Answered
  readonly args?: string
  readonly at?: number
  readonly seed?: number
  readonly limits?: Partial<SandboxLimits>
  readonly journal?: ReadonlyArray<ReplayEntry>
}

/** A tool that gives back what it was given, and a clock that moves one second an answer. */
export const echo = (call: Call): Answered => (call.kind === "timer" ? {} : { json: call.args })

export const startOf = (source: string, setting: Setting = {}): SandboxStart => ({
  source,
  at: setting.at ?? 1_000,
  seed: setting.seed ?? 7,
  replay: setting.journal ?? [],
  seen: { logs: 0, items: 0 },
  limits: { ...defaultSandboxLimits, turnMs: 2_000, ...setting.limits },
  ...(setting.args === undefined ? {} : { args: setting.args })
})

/** All that is said up to the next wait, or to the end. */
export const untilWaiting = Effect.fnUntraced(function* (session: SandboxSession) {
  const said: Array<SandboxEvent> = []
  while (true) {
    const turn = yield* Queue.take(session.turns)
    said.push(...turn.events)
    const last = turn.events.at(-1)?._tag
    if (turn.waiting || last === "Over" || last === "Evicted") return said
  }
})

export const runProgram = Effect.fn("runProgram")(function* (source: string, setting: Setting = {}) {
  const runner = yield* CodeRunner
  const start = startOf(source, setting)
  const answer = setting.answer ?? echo
  const journal: Array<ReplayEntry> = [...start.replay]
  const calls: Array<Call> = []
  const logs: Array<string> = []
  const items: Array<string> = []
  const settled = new Map<number, Settle>()
  let clock = start.at

  const settleOf = (call: Call): Settle => {
    const { ok = true, json } = answer(call)
    clock += 1_000
    return { _tag: "Settle", id: call.id, ok, at: clock, ...(json === undefined ? {} : { json }) }
  }

  const once = Effect.scoped(
    Effect.gen(function* () {
      const recorded = new Set(journal.flatMap((entry) => (entry._tag === "Settle" ? [entry.id] : [])))
      const session = yield* runner.open({ ...start, replay: [...journal], seen: { logs: logs.length, items: items.length } })
      const deliver = (call: Call): void => {
        const settle = settled.get(call.id) ?? settleOf(call)
        settled.set(call.id, settle)
        if (recorded.has(call.id)) return
        recorded.add(call.id)
        journal.push(settle)
        session.settle([settle])
      }
      while (true) {
        const turn = yield* Queue.take(session.turns)
        for (const event of turn.events) {
          if (event._tag === "Logged") logs.push(`${event.level}: ${event.text}`)
          if (event._tag === "Emitted") items.push(event.json)
          if (event._tag === "Over" || event._tag === "Evicted") return event
          if (event._tag !== "Called") continue
          const { call, again } = event
          if (!again) {
            journal.push(call)
            calls.push(call)
          }
          const afterMs = answer(call).afterMs
          if (afterMs === undefined) deliver(call)
          else
            yield* Effect.sleep(afterMs).pipe(
              Effect.andThen(Effect.sync(() => deliver(call))),
              Effect.forkScoped
            )
        }
      }
    })
  )

  for (let rebuilt = 0; ; rebuilt++) {
    const last = yield* once
    const recording: Omit<Recording, "outcome"> = { journal, calls, logs, items, rebuilt }
    if (last._tag === "Over") return { outcome: last.outcome, ...recording } satisfies Recording
    if (rebuilt > 20) return { outcome: { _tag: "Interrupted" }, ...recording } satisfies Recording
  }
})
