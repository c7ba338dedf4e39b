import type { Schema } from "effect"
import type { InteractionId, RunId, ToolCallId } from "../../server/domain/ids"
import type { Answer, Interaction } from "../../server/domain/interaction"
import { isTerminal } from "../../server/domain/run"
import type { RunEvent } from "../../server/domain/run-event"
import { ExecutionEngine } from "../../server/engine/execution-engine"
import { operator, type World } from "../fixtures/engine-world"
import type { UpstreamInOrder } from "./upstream-in-order"

interface SeenCall {
  readonly step: number
  readonly pos: number
  readonly never: boolean
  readonly decline: boolean
  status: "waiting" | "running" | "finished"
}

/** What a companion knows of a run, from its events alone. */
interface Seen {
  readonly calls: Map<ToolCallId, SeenCall>
  readonly asked: Map<InteractionId, { readonly toolCallId: ToolCallId | null; readonly message: string }>
}

const numberOf = (args: Schema.Json, name: string): number => (args !== null && typeof args === "object" && name in args ? Number(Reflect.get(args, name)) : 0)
const isSet = (args: Schema.Json, name: string): boolean => args !== null && typeof args === "object" && Reflect.get(args, name) === true

const note = ({ calls, asked }: Seen, event: RunEvent): void => {
  if (event._tag === "ToolCallStarted") {
    const { args, status, toolCallId } = event
    calls.set(toolCallId, { step: numberOf(args, "step"), pos: numberOf(args, "pos"), never: isSet(args, "never"), decline: isSet(args, "decline"), status })
  }
  if (event._tag === "ToolCallFinished") {
    const call = calls.get(event.toolCallId)
    if (call !== undefined) call.status = "finished"
  }
  if (event._tag === "InteractionStarted") asked.set(event.interactionId, event)
  if (event._tag === "InteractionResolved") {
    const call = calls.get(asked.get(event.interactionId)?.toolCallId ?? ("" as ToolCallId))
    if (call?.status === "waiting") call.status = "running"
    asked.delete(event.interactionId)
  }
}

/** Everything of its step that has to settle before it has settled. */
const isItsTurn = ({ calls }: Seen, call: SeenCall): boolean => {
  if (call.never) return false
  const settled = new Set([...calls.values()].flatMap((one) => (one.step === call.step && one.status === "finished" ? [one.pos] : [])))
  return [...new Array(call.pos).keys()].every((pos) => settled.has(pos))
}

/** A person who does as the program's text says, and looks at the upstream before saying what became of an uncertain call. */
const answerTo = (interaction: Interaction, call: SeenCall | undefined, upstream: UpstreamInOrder): Answer => {
  if (interaction.options !== null) {
    const { times, value } = upstream.happened(`${interaction.runId}:${interaction.toolCallId}`)
    return { action: "accept", content: times > 0 ? { choice: "succeeded", result: value } : { choice: "retry" } }
  }
  if (interaction.kind === "form") return { action: "accept", content: { n: interaction.message.length, why: "asked" } }
  const refuses = call?.decline ?? interaction.message.startsWith("decline")
  return refuses ? { action: "decline", comment: "as planned" } : { action: "accept" }
}

/** Sees a run to its end: lets its calls go in their order and answers its questions. `heard` is told of every event. */
export const accompany = async (
  at: World,
  runId: RunId,
  { upstream, heard, isStopped }: { readonly upstream: UpstreamInOrder; readonly heard: (events: number) => void; readonly isStopped: () => boolean }
): Promise<void> => {
  const seen: Seen = { calls: new Map(), asked: new Map() }
  const answered = new Set<InteractionId>()

  const answerDue = async (): Promise<void> => {
    for (const [id, { toolCallId }] of seen.asked) {
      const call = toolCallId === null ? undefined : seen.calls.get(toolCallId)
      if (answered.has(id) || (call !== undefined && !isItsTurn(seen, call)) || isStopped()) continue
      answered.add(id)
      const interaction = await at.run(ExecutionEngine.use((engine) => engine.getPaused(id)))
      if (interaction === null || isStopped()) continue
      const answer = answerTo(interaction, call, upstream)
      // It may have closed with its run meanwhile.
      await at.run(ExecutionEngine.use((engine) => engine.answer(id, answer, { actor: operator, via: "console" }))).catch((cause: unknown) => {
        if (!String(cause).includes("AlreadyDecided") && !isStopped()) throw cause
      })
    }
  }

  for (let after = 0; !isStopped(); ) {
    const now = await at.run(ExecutionEngine.use((engine) => engine.wait(runId, { after, timeoutMs: 120_000 })))
    if (now === null || isStopped()) return
    after = now.cursor
    for (const event of now.events) note(seen, event)
    heard(now.events.length)
    if (isTerminal(now.status)) return
    if (now.events.length === 0) throw new Error(`nothing happens in ${runId}; its calls: ${JSON.stringify([...seen.calls])}`)
    for (const [id, call] of seen.calls) if (call.status === "running" && isItsTurn(seen, call) && !isStopped()) upstream.letGo(`${runId}:${id}`)
    await answerDue()
  }
}
