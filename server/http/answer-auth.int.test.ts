import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, ada, cookieOf, stores, withAdmin } from "../../test/fixtures/access-world"
import { Auth, libraryPaths, ownPaths, registeredPaths } from "../auth/auth"
import { principalOf } from "../auth/principal-of"
import { signInLimit } from "../auth/sign-in-limit"
import { answerAuth } from "./answer-auth"

const base = "http://localhost:3000/api/auth"
const origin = "http://localhost:3000"
const signInRequest = (body: unknown, headers: Record<string, string> = { origin }) =>
  new Request(`${base}/sign-in/email`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) })
const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const openPaths = new Set([...libraryPaths, ...ownPaths])
/** What the plugin answers before the list of closed paths is asked; the same is published at its proper address anyway. */
const published = "/.well-known/oauth-authorization-server"

describe.each(stores)("/api/auth, on $name", ({ use }) => {
  const database = use()
  const run = async <A, E>(effect: Effect.Effect<A, E, Access>) => Effect.runPromise(Effect.provide(effect, accessWorld(await database())))

  it("answers on the open paths only: every other path that better-auth and its plugins bring is not there", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        const { betterAuth } = yield* Auth
        const paths = registeredPaths(betterAuth)
        expect(paths.length).toBeGreaterThan(50)
        expect(paths).toEqual(
          expect.arrayContaining([
            "/sign-up/email",
            "/organization/create",
            "/api-key/create",
            "/change-password",
            "/reset-password/:token",
            "/callback/:id",
            "/oauth2/authorize",
            "/oauth2/consent",
            "/oauth2/introspect",
            "/admin/oauth2/create-client",
            "/admin/oauth2/resources/:identifier",
            ...openPaths
          ])
        )
        const answered = new Set<string>()
        for (const path of paths) {
          for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
            const request = new Request(`${base}${path.replace(/:\w+/g, "x")}`, {
              method,
              headers: { origin, "content-type": "application/json" },
              ...(method !== "GET" && { body: "{}" })
            })
            const exit = yield* Effect.exit(answerAuth(request))
            const isClosed = Exit.isFailure(exit) && exit.cause.reasons.every((reason) => reason._tag === "Fail" && reason.error._tag === "NotFound")
            if (!isClosed) answered.add(path)
          }
        }
        expect(answered).toEqual(openPaths)
      })
    ))

  it("keeps them closed in better-auth itself as well, as far as a path without parameters can name them", () =>
    run(
      Effect.gen(function* () {
        const { betterAuth } = yield* Auth
        for (const path of registeredPaths(betterAuth).filter((name) => !libraryPaths.has(name) && !name.includes(":") && name !== published)) {
          for (const method of ["GET", "POST"]) {
            const response = yield* Effect.promise(() => betterAuth.handler(new Request(`${base}${path}`, { method, headers: { origin } })))
            expect(response.status, `${method} ${path}`).toBe(404)
          }
        }
      })
    ))

  it.each(["", "/", "/sign-in/email/", "//sign-in/email", "/sign-in/email/x", "/SIGN-IN/EMAIL", "/sign-in%2Femail", "/ok", "/error", "/reference"])(
    "knows nothing of %j",
    (path) =>
      run(
        Effect.gen(function* () {
          expect(yield* tagOf(answerAuth(new Request(`${base}${path}`, { method: "POST", headers: { origin } })))).toBe("NotFound")
        })
      )
  )

  it("signs in by HTTP, tells who it is, and signs out", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        const signedIn = yield* answerAuth(signInRequest(ada))
        expect(signedIn.status).toBe(200)
        const cookie = cookieOf(signedIn)
        const session = yield* answerAuth(new Request(`${base}/get-session`, { headers: { cookie } }))
        expect(yield* Effect.promise(() => session.json())).toMatchObject({ user: { email: ada.email } })
        expect(yield* principalOf(new Headers({ cookie }))).toMatchObject({ role: "admin" })
        expect((yield* answerAuth(new Request(`${base}/sign-out`, { method: "POST", headers: { cookie, origin } }))).status).toBe(200)
        expect(yield* tagOf(principalOf(new Headers({ cookie })))).toBe("Unauthenticated")
      })
    ))

  it("refuses a sign-in that comes from another site, or does not say where it comes from", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }, {}])
          expect(yield* tagOf(answerAuth(signInRequest(ada, headers)))).toBe("CrossSite")
      })
    ))

  it("refuses a sign-out that comes from another site", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        const cookie = cookieOf(yield* answerAuth(signInRequest(ada)))
        expect(yield* tagOf(answerAuth(new Request(`${base}/sign-out`, { method: "POST", headers: { cookie, origin: "https://evil.example" } })))).toBe(
          "CrossSite"
        )
        expect(yield* principalOf(new Headers({ cookie }))).toMatchObject({ role: "admin" })
      })
    ))

  it("says the same of a wrong password, an unknown account and a malformed address", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        for (const credentials of [
          { ...ada, password: "wrong password" },
          { ...ada, email: "nobody@example.com" },
          { ...ada, email: "nobody" }
        ]) {
          expect(yield* tagOf(answerAuth(signInRequest(credentials)))).toBe("SignInFailed")
        }
        expect(yield* tagOf(answerAuth(signInRequest({ email: 1 })))).toBe("MalformedRequest")
      })
    ))

  it("refuses the eleventh attempt after ten failures, even with the right password", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        const ends = yield* Effect.forEach(Array.from({ length: 12 }), () => tagOf(answerAuth(signInRequest({ ...ada, password: "wrong password" }))), {
          concurrency: "unbounded"
        })
        expect(ends.filter((tag) => tag === "SignInFailed")).toHaveLength(signInLimit.perAccountAndAddress)
        expect(ends.filter((tag) => tag === "TooManySignIns")).toHaveLength(2)
        expect(yield* tagOf(answerAuth(signInRequest(ada)))).toBe("TooManySignIns")
      })
    ))

  it("does not refuse many good sign-ins", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        for (let count = 0; count < 12; count++) expect((yield* answerAuth(signInRequest(ada))).status).toBe(200)
      })
    ))
})
