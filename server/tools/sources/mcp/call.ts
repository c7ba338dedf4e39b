import type { Client, ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/client"
import { Clock, Effect, type Exit, Queue, type Scope } from "effect"
import type { InCall } from "../../../engine/tool-invoker"
import { elicitedResult, questionOf } from "./elicitation"
import { McpFailed } from "./mcp-failure"
import type { McpLimits } from "./mcp-limits"

export interface McpCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly inCall: InCall
}

/** The call that a connection is used for, as the SDK's callbacks reach it. */
export interface CallMade {
  readonly ask: (params: ElicitRequestParams) => Promise<ElicitResult>
  readonly lost: (failure: McpFailed) => void
}

interface CallParts {
  readonly client: Client
  readonly limits: McpLimits
  readonly place: string
  readonly why: (cause: unknown) => McpFailed
  readonly wanted: McpCall
  readonly use: (made: CallMade | null) => Effect.Effect<void>
}

interface Asked {
  readonly params: ElicitRequestParams
  readonly settle: (result: ElicitResult) => void
  /** Nobody was asked: why. */
  readonly refuse: (reason: string) => void
}

type Happened =
  | { readonly _tag: "Came"; readonly exit: Exit.Exit<unknown, McpFailed> }
  | { readonly _tag: "Lost"; readonly failure: McpFailed }
  | ({ readonly _tag: "Asked" } & Asked)
  | { readonly _tag: "Answered" }
  | { readonly _tag: "Progressed" }

/** The SDK's own time-out would go on while a person thinks. */
const never = 0x7fffffff

/** Makes one call and does what the server asks for meanwhile. Interruption tells the server and withdraws what it asked. */
export const heard = Effect.fn("mcp call")(function* (parts: CallParts): Effect.fn.Return<unknown, McpFailed, Scope.Scope> {
  const { client, wanted, why, use } = parts
  const happened = yield* Queue.unbounded<Happened>()
  const tell = (event: Happened): void => void Queue.offerUnsafe(happened, event)
  yield* Effect.acquireRelease(
    use({
      ask: (params) =>
        new Promise((resolve, reject) => {
          tell({ _tag: "Asked", params, settle: resolve, refuse: (reason) => reject(new Error(reason)) })
        }),
      lost: (failure) => tell({ _tag: "Lost", failure })
    }),
    () => use(null)
  )
  const sent = Effect.tryPromise({
    try: (signal) =>
      client.callTool({ name: wanted.name, arguments: { ...wanted.args } }, { signal, timeout: never, onprogress: () => tell({ _tag: "Progressed" }) }),
    catch: why
  })
  yield* Effect.forkScoped(Effect.flatMap(Effect.exit(sent), (exit) => Queue.offer(happened, { _tag: "Came", exit })))
  return yield* follow(parts, happened)
}, Effect.scoped)

/** One reader for all that happens during a call; the clock stands still while a person is asked. */
const follow = Effect.fnUntraced(function* (
  { limits, place, wanted }: CallParts,
  happened: Queue.Queue<Happened>
): Effect.fn.Return<unknown, McpFailed, Scope.Scope> {
  let asking = 0
  let asked = 0
  let quiet = 0
  let spent = 0
  while (true) {
    const began = yield* Clock.currentTimeMillis
    const left = Math.max(0, Math.min(limits.quietMs - quiet, limits.longestMs - spent))
    const late = Effect.succeed<Happened>({ _tag: "Lost", failure: tooLate(place, limits, spent) })
    const event = yield* asking > 0 ? Queue.take(happened) : Effect.timeoutOrElse(Queue.take(happened), { duration: left, orElse: () => late })
    if (asking === 0) {
      const passed = Math.max(0, (yield* Clock.currentTimeMillis) - began)
      quiet += passed
      spent += passed
    }
    switch (event._tag) {
      case "Came":
        return yield* event.exit
      case "Lost":
        return yield* event.failure
      case "Progressed":
        quiet = 0
        break
      case "Answered":
        asking--
        quiet = 0
        break
      case "Asked":
        if (asking >= limits.mostAsking || asked >= limits.mostAsked) {
          event.refuse(tooMany(limits))
          break
        }
        asking++
        asked++
        yield* Effect.forkScoped(Effect.andThen(answered(wanted.inCall, event), Queue.offer(happened, { _tag: "Answered" })))
    }
  }
})

const answered = Effect.fnUntraced(
  function* ({ ask }: InCall, { params, settle, refuse }: Asked) {
    const question = questionOf(params)
    if ("refused" in question) return refuse(question.refused)
    settle(elicitedResult(yield* ask(question)))
  },
  (answering, _, { settle }) => Effect.onInterrupt(answering, () => Effect.sync(() => settle({ action: "cancel" })))
)

/** The inbox of people is not to be filled by a server. */
const tooMany = ({ mostAsking, mostAsked }: McpLimits): string =>
  `A call may ask people ${mostAsking} things at once and ${mostAsked} in all; this one was not asked.`

const tooLate = (place: string, { quietMs, longestMs }: McpLimits, spent: number): McpFailed =>
  new McpFailed({
    fault: "timed_out",
    reason:
      spent + quietMs >= longestMs
        ? `${place} did not finish within ${longestMs / 1_000} seconds`
        : `nothing was heard of ${place} for ${quietMs / 1_000} seconds`
  })
