import { expect, test } from "vitest"
import { type Answers, answersWords, noAnswers, withAnswer } from "./identical-answers"

const failed = (code: string, message = "Told by the server.") => ({ code, message, requestId: "req_1" })
const after = (...came: ReadonlyArray<Parameters<typeof withAnswer>[1]>): Answers => came.reduce<Answers>(withAnswer, noAnswers(3))

test("what is recorded, what came too late and what is refused for itself are told apart, and the next is sent", () => {
  const answers = after(null, failed("already_decided"), failed("self_approval", "Somebody else has to."))
  expect(answers).toEqual({ of: 3, approved: 1, missed: 1, refused: ["Somebody else has to."], stopped: null })
  expect(answersWords(answers)).toBe("1 of 3 approved · 1 had been decided or changed before · 1 refused: Somebody else has to.")
})

test("what would be said of every one of them stops the rest, and is never called decided before", () => {
  for (const code of ["unauthenticated", "forbidden", "rate_limited", "store_unavailable", "shutting_down", "internal", "something_new"]) {
    const answers = after(null, failed(code, "Sign in again."))
    expect(answers).toMatchObject({ approved: 1, missed: 0, stopped: "Sign in again." })
    expect(answersWords(answers)).toBe("1 of 3 approved · Stopped. Sign in again.")
  }
})

test("of an answer that nothing is known of nothing is claimed", () => {
  const answers = after("unanswered")
  expect(answers).toMatchObject({ approved: 0, missed: 0 })
  expect(answers.stopped).toContain("look whether the one that was on its way is still pending")
})
