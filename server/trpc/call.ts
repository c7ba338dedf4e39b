import { Effect, Exit, Stream } from "effect"
import { failureOf } from "../http/failure"
import { type AppServices, appRuntime } from "../runtime/runtime"
import { trpcErrorOf } from "./error-shape"

/** Runs a procedure's effect on the process's runtime; a failure becomes the tRPC error that carries the HTTP API's error. */
export const call = async <A, E>(effect: Effect.Effect<A, E, AppServices>): Promise<A> => {
  const runtime = await appRuntime()
  // No signal of the request: a client that goes away does not undo or interrupt what it asked for.
  const exit = await runtime.runPromiseExit(effect)
  if (Exit.isSuccess(exit)) return exit.value
  throw trpcErrorOf(await runtime.runPromise(failureOf(exit.cause)))
}

/** A subscription's messages; closing the iterator or the request's signal releases whatever the stream holds. */
export async function* streamOf<A>(stream: Stream.Stream<A, never, AppServices>): AsyncGenerator<A> {
  const runtime = await appRuntime()
  yield* Stream.toAsyncIterableWith(stream, await runtime.context())
}
