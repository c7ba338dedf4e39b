import { Effect, Schema } from "effect"

/** The cursor is not one that this list handed out. */
export class MalformedCursor extends Schema.TaggedError<MalformedCursor>()("MalformedCursor", { cursor: Schema.String }) {}

/**
 * An opaque place in an ordered list: base64url of the values the list is ordered by, so that it is right with equal
 * times, in both directions and while rows arrive. It carries no filter and no team: those come with each request.
 */
export const cursorOf = <T, E>(key: Schema.Codec<T, E>) => {
  const codec = Schema.StringFromBase64Url.pipe(Schema.decodeTo(Schema.fromJsonString(key)))
  const decode = Schema.decodeUnknownEffect(codec)
  const encode = Schema.encodeSync(codec)
  return {
    encode: (place: T): string => encode(place),
    decode: (cursor: string): Effect.Effect<T, MalformedCursor> => decode(cursor).pipe(Effect.mapError(() => new MalformedCursor({ cursor })))
  }
}

/** `older` or `newer` than the run at this key, in the order (startedAt, id). */
export const runCursor = cursorOf(Schema.Tuple([Schema.Literals(["older", "newer"]), Schema.Int, Schema.String]))

/** After the pending interaction with this deadline (null: none, these come last), creation time and id. */
export const pendingCursor = cursorOf(Schema.Tuple([Schema.Literal("pending"), Schema.NullOr(Schema.Int), Schema.Int, Schema.String]))

/** After the rule at this position, of several the one with this id. */
export const ruleCursor = cursorOf(Schema.Tuple([Schema.Literal("rule"), Schema.Int, Schema.String]))

/** After the decided interaction with this time of decision and id. */
export const decidedCursor = cursorOf(Schema.Tuple([Schema.Literal("decided"), Schema.Int, Schema.String]))
