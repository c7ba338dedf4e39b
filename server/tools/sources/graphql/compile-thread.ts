import { Worker } from "node:worker_threads"
import type { Effect } from "effect"
import { isOutOfMemory, type Read, type ReadApi, readInThread } from "../read-in-thread"
import type { CompiledGraphql } from "./compiled"

/** Reads an introspection. The largest schemas there are take a second. */
export const compileInThread = (text: string, host: string): Effect.Effect<Read<ReadApi<CompiledGraphql>>> =>
  readInThread((options) => new Worker(new URL("./worker/compile.ts", import.meta.url), { ...options, workerData: { text, host } }), {
    subject: "The schema",
    named: "a GraphQL schema",
    name: "graphql",
    mostMegabytes: 512,
    longestMs: 60_000,
    faultOf: (cause) => (isOutOfMemory(cause) ? "The schema needs more memory than a schema may take." : null)
  })
