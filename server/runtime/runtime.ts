import { type Layer, ManagedRuntime } from "effect"
import { appLayer } from "./app-layer"
import { recover } from "./recover"

export type AppServices = Layer.Success<typeof appLayer>
export type AppRuntime = ManagedRuntime.ManagedRuntime<AppServices, Layer.Error<typeof appLayer>>

/** Next evaluates server modules several times in one process; what is pinned here exists once. */
const key = Symbol.for("signalbox.runtime")
type Pinned = typeof globalThis & { [key]?: Promise<AppRuntime> }

/**
 * The process's only runtime: store migrated, engine up, unfinished runs looked after. Whoever asks first starts it;
 * requests wait for it. Rejects with what is wrong with the configuration or the store.
 */
export const appRuntime = (): Promise<AppRuntime> => {
  const pinned: Pinned = globalThis
  pinned[key] ??= start()
  return pinned[key]
}

const start = async (): Promise<AppRuntime> => {
  const runtime = ManagedRuntime.make(appLayer)
  await runtime.runPromise(recover)
  return runtime
}
