import { Worker } from "node:worker_threads"
import { Cause, Effect } from "effect"
import type { Read } from "./compile-schema"
import type { CompiledGraphql } from "./compiled"

/** The largest schemas there are take a second. */
const longestMs = 60_000
const mostMegabytes = 512

const unreadable = "The schema could not be read."

/** As it is used, and as it is stored. */
export interface ReadSchema {
  readonly api: CompiledGraphql
  readonly json: string
}

/** Reads an introspection in a thread of its own: however large or hostile it is, nobody else waits for it. */
export const compileInThread = (text: string, host: string): Effect.Effect<Read<ReadSchema>> =>
  Effect.callback<Read<ReadSchema>>((resume) => {
    const worker = new Worker(new URL("./worker/compile.ts", import.meta.url), {
      name: "graphql",
      workerData: { text, host },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes }
    })
    worker.once("message", (answer: { readonly fault: string } | { readonly json: string }) => {
      resume(Effect.succeed("fault" in answer ? answer : { value: { json: answer.json, api: JSON.parse(answer.json) } }))
    })
    worker.once("error", (cause) => {
      const isMemory = "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
      const fault = isMemory ? "The schema needs more memory than a schema may take." : unreadable
      resume(Effect.as(Effect.logWarning("a GraphQL schema could not be read", Cause.die(cause)), { fault }))
    })
    // After an answer this says nothing new.
    worker.once("exit", () => resume(Effect.succeed({ fault: unreadable })))
    return Effect.promise(() => worker.terminate())
  }).pipe(
    Effect.timeoutOrElse({
      duration: longestMs,
      orElse: () => Effect.succeed<Read<ReadSchema>>({ fault: `The schema could not be read within ${longestMs / 1000} seconds.` })
    })
  )
