import { parentPort, workerData } from "node:worker_threads"
import { readIntrospection } from "../read-introspection"

/** It is stored in one piece, and held in memory while it is in use. */
const mostJson = 64 << 20

/** The thread's entry: reads one schema, answers once, and is done. */
const { text, host }: { readonly text: string; readonly host: string } = workerData
const compiled = readIntrospection(text, host)
const json = "fault" in compiled ? "" : JSON.stringify(compiled.value)
parentPort?.postMessage("fault" in compiled ? compiled : json.length > mostJson ? { fault: "The schema is too large once it is read." } : { json })
