import { Effect, Stream } from "effect"

/** One message of an event stream: `id` is where a reader resumes; without `data` only the resume point moves. */
export interface SseMessage {
  readonly id: string
  readonly data?: unknown
}

/** Shorter than the idle time-outs of the usual proxies (30 to 60 s). */
const keepAliveEvery = "10 seconds"
const reconnectAfterMs = 2000

/** JSON has no raw line breaks, so one `data` line is enough. */
const encode = ({ id, data }: SseMessage): string => `id: ${id}\n${data === undefined ? "" : `data: ${JSON.stringify(data)}\n`}\n`

/** Answers with a stream of events that ends with them or when told to, and closes them when the reader goes away. */
export const eventStream = <R, R2>(
  messages: Stream.Stream<SseMessage, never, R>,
  until: Effect.Effect<void, never, R2>
): Effect.Effect<Response, never, R | R2> =>
  Effect.gen(function* () {
    const services = yield* Effect.context<R | R2>()
    const keepAlive = Stream.tick(keepAliveEvery).pipe(Stream.map(() => ": keep-alive\n\n"))
    const body = Stream.make(`retry: ${reconnectAfterMs}\n\n`).pipe(
      Stream.concat(messages.pipe(Stream.interruptWhen(until), Stream.map(encode), Stream.merge(keepAlive, { haltStrategy: "left" }))),
      Stream.encodeText,
      Stream.toReadableStreamWith(services)
    )
    return new Response(body, {
      headers: {
        "Content-Type": "text/event-stream; charset=utf-8",
        // no-transform: a compressing proxy would hold messages back; X-Accel-Buffering says the same to nginx.
        "Cache-Control": "no-cache, no-transform",
        "X-Accel-Buffering": "no"
      }
    })
  })
