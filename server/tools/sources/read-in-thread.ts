import type { Worker, WorkerOptions } from "node:worker_threads"
import { Cause, Effect } from "effect"

/** What was read, or in one sentence why it was not. */
export type Read<A> = { readonly value: A } | { readonly fault: string }

/** As it is used, and as it is stored. */
export interface ReadApi<A> {
  readonly api: A
  readonly json: string
}

interface Reading {
  /** Begins a sentence: "The schema". */
  readonly subject: string
  /** The same for the log: "a GraphQL schema". */
  readonly named: string
  /** Of the thread. */
  readonly name: "openapi" | "graphql"
  readonly mostMegabytes: number
  readonly longestMs: number
  readonly faultOf: (cause: Error) => string | null
}

/**
 * Reads what a source says of itself in a thread of its own: however large or hostile it is, nobody else waits for it, and
 * what it takes goes with the thread. `start` makes the thread with these options: the bundler wants its address written out.
 */
export const readInThread = <A>(start: (options: WorkerOptions) => Worker, reading: Reading): Effect.Effect<Read<ReadApi<A>>> => {
  const { subject, named, name, mostMegabytes, longestMs, faultOf } = reading
  const unreadable = `${subject} could not be read.`
  return Effect.callback<Read<ReadApi<A>>>((resume) => {
    const worker = start({ name, env: {}, resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } })
    worker.once("message", (answer: { readonly fault: string } | { readonly json: string }) => {
      resume(Effect.succeed("fault" in answer ? answer : { value: { json: answer.json, api: JSON.parse(answer.json) } }))
    })
    worker.once("error", (cause) => {
      resume(Effect.as(Effect.logWarning(`${named} could not be read`, Cause.die(cause)), { fault: faultOf(cause) ?? unreadable }))
    })
    // After an answer this says nothing new.
    worker.once("exit", () => resume(Effect.succeed({ fault: unreadable })))
    return Effect.promise(() => worker.terminate())
  }).pipe(
    Effect.timeoutOrElse({
      duration: longestMs,
      orElse: () => Effect.succeed<Read<ReadApi<A>>>({ fault: `${subject} could not be read within ${longestMs / 1000} seconds.` })
    })
  )
}

/** It needed more than the thread may have. */
export const isOutOfMemory = (cause: Error): boolean => "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
