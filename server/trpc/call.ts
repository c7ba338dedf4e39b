import { Effect, Result, Stream } from "effect"
import { settled } from "../http/failure"
import { newRequestId } from "../http/respond"
import { whenAborted } from "../live/shutdown-signal"
import { type AppServices, appRuntime } from "../runtime/runtime"
import { trpcErrorOf } from "./error-shape"

/** Runs a procedure's effect on the process's runtime; a failure becomes the tRPC error that carries the HTTP API's error. */
export const call = async <A, E>(effect: Effect.Effect<A, E, AppServices>): Promise<A> => {
  const runtime = await appRuntime()
  // No signal of the request: a client that goes away does not undo or interrupt what it asked for.
  const requestId = newRequestId()
  const result = await runtime.runPromise(settled(effect, requestId).pipe(Effect.annotateLogs({ requestId })))
  if (Result.isSuccess(result)) return result.success
  throw trpcErrorOf(result.failure)
}

/**
 * A subscription's messages, until the request is aborted. The signal is needed: an async generator that waits for its
 * next value cannot be ended from outside, so a client that left would be followed until the next message.
 */
export async function* streamOf<A>(stream: Stream.Stream<A, never, AppServices>, signal: AbortSignal | undefined): AsyncGenerator<A> {
  const runtime = await appRuntime()
  const untilAborted = signal === undefined ? stream : Stream.interruptWhen(stream, whenAborted(signal))
  yield* Stream.toAsyncIterableWith(untilAborted, await runtime.context())
  // Ended by us. tRPC would tell the client that there is no more; cut off instead, it comes back with its last id.
  throw new DOMException("the server ended the stream", "AbortError")
}
