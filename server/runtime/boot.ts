import { Cause, Effect } from "effect"
import { setupLink } from "../auth/first-admin"
import { AppConfig } from "../config/config"
import { appRuntime } from "./runtime"
import { shutDownOnSignals } from "./shutdown"

/** Starts the server's inside before the first request, and says where to go. A fault ends the process with its sentence. */
export const boot = async (): Promise<void> => {
  try {
    const runtime = await appRuntime()
    shutDownOnSignals(runtime)
    await runtime.runPromise(announce)
  } catch (cause) {
    process.stderr.write(`\nSignalbox cannot start:\n${sentenceOf(cause)}\n`)
    process.exit(1)
  }
}

const announce = Effect.gen(function* () {
  const { publicUrl, version } = yield* AppConfig
  const link = yield* setupLink
  const lines = [
    `Signalbox ${version} is at ${publicUrl}`,
    ...(link === null ? [] : ["There is no admin yet. Open this link once to create the first one:", link])
  ]
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join("")}\n`)
})

const sentenceOf = (cause: unknown): string => {
  if (cause instanceof Error) return cause.message
  return Cause.isCause(cause) ? Cause.pretty(cause) : String(cause)
}
