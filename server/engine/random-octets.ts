import { Effect, Random } from "effect"

/** So many values of 0 to 255, for ids; not for secrets. */
export const randomOctets = (count: number): Effect.Effect<ReadonlyArray<number>> =>
  Effect.forEach(Array.from({ length: count }), () => Random.nextIntBetween(0, 255))
