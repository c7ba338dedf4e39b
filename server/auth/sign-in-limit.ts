import { Clock, Context, Effect, Exit, Layer, Schema } from "effect"
import ipaddr from "ipaddr.js"

/** Too many wrong passwords lately; `retryAfterMs` until one of them is forgotten. */
export class TooManySignIns extends Schema.TaggedError<TooManySignIns>()("TooManySignIns", { retryAfterMs: Schema.Finite }) {}

export interface SignInAttempt {
  readonly account: string
  readonly address: string
}

export const signInLimit = { windowMs: 10 * 60_000, perAccountAndAddress: 10, perAccount: 100 } as const

/** Bounds memory when somebody tries endless made-up accounts; the stalest are forgotten first. */
const mostKeys = 20_000

/** Whoever has one address of version 6 has all of its /64: they are one place. */
export const placeOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === "ipv4" ? parsed.toString() : `${parsed.toByteArray().slice(0, 8).join(".")}/64`
}

/**
 * Counts failed sign-ins per account and address. The address may be forged where no proxy sets it, so an account alone
 * has a ceiling as well: low enough against guessing. Where its owner has signed in before, the ceiling does not count:
 * strangers close the account to other strangers, not to its owner.
 */
export class SignInLimit extends Context.Service<
  SignInLimit,
  {
    /** Runs the attempt unless there were too many; only failures that `counts` accepts stay counted. */
    attempt<A, E, R>(of: SignInAttempt, counts: (error: E) => boolean, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | TooManySignIns, R>
  }
>()("signalbox/auth/SignInLimit") {
  static readonly layer: Layer.Layer<SignInLimit> = Layer.sync(SignInLimit, () => {
    const failures = new Map<string, ReadonlyArray<number>>()
    const signedInFrom = new Set<string>()

    const recent = (key: string, now: number): ReadonlyArray<number> => (failures.get(key) ?? []).filter((at) => at > now - signInLimit.windowMs)
    const keep = (key: string, times: ReadonlyArray<number>): void => {
      failures.delete(key)
      if (times.length > 0) failures.set(key, times)
    }
    const forget = (key: string, at: number): void => {
      const times = [...(failures.get(key) ?? [])]
      const index = times.indexOf(at)
      if (index >= 0) times.splice(index, 1)
      keep(key, times)
    }
    const bound = (): void => {
      for (const key of failures.keys()) {
        if (failures.size <= mostKeys) return
        failures.delete(key)
      }
    }

    const remember = (here: string): void => {
      signedInFrom.delete(here)
      signedInFrom.add(here)
      for (const stalest of signedInFrom) {
        if (signedInFrom.size <= mostKeys) return
        signedInFrom.delete(stalest)
      }
    }

    return SignInLimit.of({
      attempt: <A, E, R>(of: SignInAttempt, counts: (error: E) => boolean, effect: Effect.Effect<A, E, R>) =>
        Effect.gen(function* () {
          const account = of.account.trim().toLowerCase().slice(0, 254)
          const here = `${account} ${placeOf(of.address)}`
          const now = yield* Clock.currentTimeMillis
          const atHere = recent(here, now)
          const atAccount = recent(account, now)
          const isClosed = atAccount.length >= signInLimit.perAccount && !signedInFrom.has(here)
          const full = atHere.length >= signInLimit.perAccountAndAddress ? atHere : isClosed ? atAccount : null
          if (full !== null) return yield* new TooManySignIns({ retryAfterMs: (full[0] ?? now) + signInLimit.windowMs - now })
          // Counted before it is known, taken back afterwards: attempts sent all at once must not pass together.
          keep(here, [...atHere, now])
          keep(account, [...atAccount, now])
          bound()
          return yield* Effect.onExit(effect, (exit) =>
            Effect.sync(() => {
              if (Exit.isFailure(exit) && exit.cause.reasons.some((reason) => reason._tag === "Fail" && counts(reason.error))) return
              forget(account, now)
              if (Exit.isFailure(exit)) return forget(here, now)
              keep(here, [])
              remember(here)
            })
          )
        })
    })
  })
}
