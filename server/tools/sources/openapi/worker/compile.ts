import { parentPort, workerData } from "node:worker_threads"
import { compileDocument } from "../compile-document"

/** The thread's entry: reads one document, answers once, and is done. */
const compiled = compileDocument(String(workerData))
parentPort?.postMessage("fault" in compiled ? compiled : { json: JSON.stringify(compiled.value) })
