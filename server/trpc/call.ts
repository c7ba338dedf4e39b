import { type Effect, Result, Stream } from "effect"
import { settled } from "../http/failure"
import { type AppServices, appRuntime } from "../runtime/runtime"
import { trpcErrorOf } from "./error-shape"

/** Runs a procedure's effect on the process's runtime; a failure becomes the tRPC error that carries the HTTP API's error. */
export const call = async <A, E>(effect: Effect.Effect<A, E, AppServices>): Promise<A> => {
  const runtime = await appRuntime()
  // No signal of the request: a client that goes away does not undo or interrupt what it asked for.
  const result = await runtime.runPromise(settled(effect, crypto.randomUUID()))
  if (Result.isSuccess(result)) return result.success
  throw trpcErrorOf(result.failure)
}

/** A subscription's messages; ending the iteration releases whatever the stream holds. */
export async function* streamOf<A>(stream: Stream.Stream<A, never, AppServices>): AsyncGenerator<A> {
  const runtime = await appRuntime()
  yield* Stream.toAsyncIterableWith(stream, await runtime.context())
}
