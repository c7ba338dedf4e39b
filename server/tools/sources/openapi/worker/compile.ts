import { parentPort, workerData } from "node:worker_threads"
import { compileDocument } from "../compile-document"

/** The thread's entry: reads one document, answers once, and is done. The bundler adds to the data, so it is an object. */
const { text }: { readonly text: string } = workerData
const compiled = compileDocument(text)
parentPort?.postMessage("fault" in compiled ? compiled : { json: JSON.stringify(compiled.value) })
