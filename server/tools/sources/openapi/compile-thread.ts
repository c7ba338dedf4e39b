import { Worker } from "node:worker_threads"
import type { Effect } from "effect"
import { isOutOfMemory, type Read, type ReadApi, readInThread } from "../read-in-thread"
import type { CompiledApi } from "./compiled"
import { tooLarge } from "./document"

/** Reads a document. One of tens of megabytes takes a second or two; as YAML, ten times as long. */
export const compileInThread = (text: string): Effect.Effect<Read<ReadApi<CompiledApi>>> =>
  readInThread((options) => new Worker(new URL("./worker/compile.ts", import.meta.url), { ...options, workerData: { text } }), {
    subject: "The document",
    named: "an OpenAPI document",
    name: "openapi",
    // What needs more is no description of an API.
    mostMegabytes: 1_024,
    longestMs: 120_000,
    faultOf: (cause) =>
      isOutOfMemory(cause) ? "The document needs more memory than a description of an API may take." : cause.name === "RangeError" ? tooLarge : null
  })
