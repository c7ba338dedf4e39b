import { parentPort, workerData } from "node:worker_threads"
import { compileDocument } from "../compile-document"
import { tooLarge } from "../document"

/** It is stored in one piece, and held in memory while it is in use. */
const mostJson = 64 << 20

/** The thread's entry: reads one document, answers once, and is done. The bundler adds to the data, so it is an object. */
const { text }: { readonly text: string } = workerData
const compiled = compileDocument(text)
const json = "fault" in compiled ? "" : JSON.stringify(compiled.value)
parentPort?.postMessage("fault" in compiled ? compiled : json.length > mostJson ? { fault: tooLarge } : { json })
