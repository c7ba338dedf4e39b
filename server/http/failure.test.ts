import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { Forbidden, Unauthenticated } from "../auth/permissions"
import { SignInFailed } from "../auth/sign-in"
import { TooManySignIns } from "../auth/sign-in-limit"
import { interactionIdAt, runIdAt } from "../domain/ids"
import { IdempotencyConflict, RunIsOver, RunNotFound, StoreUnavailable } from "../engine/run-store"
import { failureOf, settled, wireOf } from "./failure"

const runId = runIdAt(0, [])
const told = (error: unknown) => failureOf(error, "req_1")

const interaction = {
  id: interactionIdAt(0, []),
  status: "accepted",
  resolvedBy: { kind: "user", id: "u1", label: "Ada" },
  resolvedAt: 0,
  resolvedVia: "console",
  expiresAt: 1
}

describe("what a caller is told", () => {
  it.each([
    [new Unauthenticated({ reason: "Sign in." }), 401, "unauthenticated"],
    [new Forbidden({ action: "runs:submit", who: "person" }), 403, "forbidden"],
    [new SignInFailed(), 401, "sign_in_failed"],
    [new TooManySignIns({ retryAfterMs: 1 }), 429, "too_many_sign_ins"],
    [new RunNotFound({ runId }), 404, "run_not_found"],
    [new RunIsOver({ runId, status: "completed" }), 409, "run_is_over"],
    [new IdempotencyConflict({ key: "k", runId }), 409, "idempotency_conflict"],
    [new StoreUnavailable({ reason: "disk full on /var/lib" }), 503, "store_unavailable"],
    [{ _tag: "AlreadyDecided", interaction }, 409, "already_decided"],
    [{ _tag: "InteractionExpired", interaction }, 409, "interaction_expired"],
    [{ _tag: "InvalidContent", issues: [{ path: "email", message: "is not an e-mail address" }] }, 422, "invalid_content"],
    [{ _tag: "ShuttingDown" }, 503, "shutting_down"]
  ])("%o", (error, status, code) => {
    expect(told(error)).toMatchObject({ status, code, requestId: "req_1", message: expect.stringMatching(/[.]$/) })
  })

  it("names who decided, when and how", () => {
    expect(told({ _tag: "AlreadyDecided", interaction })?.details).toMatchObject({
      action: "accept",
      decidedBy: { kind: "user", id: "u1", label: "Ada" },
      decidedAt: "1970-01-01T00:00:00.000Z"
    })
  })

  it("keeps the store's reason to the log", () => {
    expect(JSON.stringify(told(new StoreUnavailable({ reason: "disk full on /var/lib" })))).not.toContain("/var/lib")
  })

  it("has the error shape of the API", () => {
    const failure = told({ _tag: "InvalidContent", issues: [{ path: "email", message: "is wrong" }] })
    expect(failure && wireOf(failure)).toEqual({
      error: { code: "invalid_content", message: expect.any(String), requestId: "req_1", issues: [{ path: "email", message: "is wrong" }] }
    })
  })

  it("tells edited arguments that do not fit a tool from answers that do not fit a form", () => {
    expect(told({ _tag: "InvalidContent", issues: [{ path: "args.title", message: "must be of type string" }] })?.message).toMatch(
      /arguments do not fit the tool/
    )
    expect(told({ _tag: "InvalidContent", issues: [{ path: "title", message: "is required" }] })?.message).toMatch(/does not fit the form/)
  })

  it.each([new Error("secret path /etc/x"), "text", null, undefined, { _tag: "Unheard" }, { _tag: "toString" }])(
    "is nothing of an error nobody expects: %o",
    (error) => {
      expect(told(error)).toBeNull()
    }
  )
})

describe("an effect that ends badly", () => {
  const end = (effect: Effect.Effect<unknown, unknown>) => Effect.runSync(settled(effect, "req_1"))

  it("shows a defect as an internal error with its id and nothing of its cause", () => {
    const result = end(Effect.die(new Error("secret path /etc/x")))
    expect(Result.isFailure(result) && result.failure).toEqual({
      status: 500,
      code: "internal_error",
      requestId: "req_1",
      message: "Internal error [req_1]. The server's log has the cause under this id."
    })
  })

  it("treats an error nobody expects as a defect", () => {
    const result = end(Effect.fail({ _tag: "Unheard", path: "/etc/x" }))
    expect(Result.isFailure(result) && result.failure.code).toBe("internal_error")
  })

  it("says that the server is shutting down when it was interrupted", () => {
    const result = end(Effect.interrupt)
    expect(Result.isFailure(result) && result.failure.status).toBe(503)
  })
})
