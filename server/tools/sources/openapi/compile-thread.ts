import { Worker } from "node:worker_threads"
import { Cause, Effect } from "effect"
import type { CompiledApi } from "./compiled"
import { type Read, tooLarge } from "./document"

/** A document of tens of megabytes takes a second or two; as YAML, ten times as long. */
const longestMs = 120_000
/** Of the thread. What needs more is no description of an API. */
const mostMegabytes = 1_024

const unreadable = "The document could not be read."

export interface ReadApi {
  readonly api: CompiledApi
  /** The same, as it is stored. */
  readonly json: string
}

/** Whatever a document does to its thread is that document's fault, and no one else's. */
const faultOf = (cause: Error): string => {
  if ("code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY") return "The document needs more memory than a description of an API may take."
  return cause.name === "RangeError" ? tooLarge : unreadable
}

/**
 * Reads a document in a thread of its own: however large or hostile it is, nobody else waits for it, and what it takes
 * goes with the thread.
 */
export const compileInThread = (text: string): Effect.Effect<Read<ReadApi>> =>
  Effect.callback<Read<ReadApi>>((resume) => {
    const worker = new Worker(new URL("./worker/compile.ts", import.meta.url), {
      name: "openapi",
      workerData: { text },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes }
    })
    worker.once("message", (answer: { readonly fault: string } | { readonly json: string }) => {
      resume(Effect.succeed("fault" in answer ? answer : { value: { json: answer.json, api: JSON.parse(answer.json) } }))
    })
    worker.once("error", (cause) => {
      resume(Effect.as(Effect.logWarning("an OpenAPI document could not be read", Cause.die(cause)), { fault: faultOf(cause) }))
    })
    // After an answer this says nothing new.
    worker.once("exit", () => resume(Effect.succeed({ fault: unreadable })))
    return Effect.promise(() => worker.terminate())
  }).pipe(
    Effect.timeoutOrElse({
      duration: longestMs,
      orElse: () => Effect.succeed<Read<ReadApi>>({ fault: `The document could not be read within ${longestMs / 1000} seconds.` })
    })
  )
