import { Effect, Fiber, type Scope } from "effect"

/**
 * A read that whoever asks meanwhile shares. It has a fiber of its own in the scope, so that one who asked first and is
 * interrupted takes nothing from the others; they all go on in the same moment.
 */
export const sharedRead = <A, E>(read: Effect.Effect<A, E>, scope: Scope.Scope): Effect.Effect<Effect.Effect<A, E>> =>
  Effect.map(Effect.forkIn(read, scope), (fiber) => Fiber.join(fiber))
