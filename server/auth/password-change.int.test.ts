import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, ada, signedIn, withAdmin } from "../../test/fixtures/access-world"
import { changePassword } from "./password-change"
import { principalOf } from "./principal-of"
import { signInLimit } from "./sign-in-limit"

const run = <A, E>(effect: Effect.Effect<A, E, Access>) => Effect.runPromise(Effect.provide(effect, accessWorld()))
const next = "an even longer password"
const entered = Effect.gen(function* () {
  yield* withAdmin
  const here = yield* signedIn()
  return { here, elsewhere: yield* signedIn(), principal: yield* principalOf(here) }
})
const flipped = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

describe("a person's own password", () => {
  it("changes with the current one; the other sessions end, this one goes on", () =>
    run(
      Effect.gen(function* () {
        const { here, elsewhere, principal } = yield* entered
        yield* changePassword(principal, { currentPassword: ada.password, newPassword: next }, here)
        expect(yield* principalOf(here)).toEqual(principal)
        expect(yield* flipped(principalOf(elsewhere))).toBe("Unauthenticated")
        expect(yield* flipped(signedIn())).toBe("SignInFailed")
        expect(yield* principalOf(yield* signedIn({ ...ada, password: next }))).toEqual(principal)
      })
    ))

  it("stays with a wrong one, and guessing it is limited like signing in", () =>
    run(
      Effect.gen(function* () {
        const { here, elsewhere, principal } = yield* entered
        for (let count = 0; count < signInLimit.perAccountAndAddress; count++) {
          expect(yield* flipped(changePassword(principal, { currentPassword: `guess ${count}`, newPassword: next }, here))).toBe("WrongPassword")
        }
        expect(yield* flipped(changePassword(principal, { currentPassword: ada.password, newPassword: next }, here))).toBe("TooManySignIns")
        expect(yield* principalOf(elsewhere)).toEqual(principal)
      })
    ))

  it("is changed once by two forms that are sent at once", () =>
    run(
      Effect.gen(function* () {
        const { here, principal } = yield* entered
        const ends = yield* Effect.forEach(
          ["the first new password", "the second new password"],
          (wanted) => Effect.exit(changePassword(principal, { currentPassword: ada.password, newPassword: wanted }, here)),
          { concurrency: "unbounded" }
        )
        expect(ends.filter(Exit.isSuccess)).toHaveLength(1)
      })
    ))
})
