import { assert, it } from "vitest"
import { aQuestion } from "@/test/fixtures/run-views"
import { pinnedQuestions } from "./pinned-questions"

const id = (n: number) => `int_0197c4e3-0000-7000-8000-00000000000${n}`

it("open questions come first, then only what was open while the page was", () => {
  const all = [
    aQuestion({ id: id(1), status: "accepted", createdAt: 1, resolvedAt: 2 }),
    aQuestion({ id: id(2), status: "accepted", createdAt: 3, resolvedAt: 9 }),
    aQuestion({ id: id(3), createdAt: 8 }),
    aQuestion({ id: id(4), createdAt: 7 })
  ]
  assert.deepStrictEqual<ReadonlyArray<string>>(
    pinnedQuestions(all, new Set([id(2), id(3), id(4)])).map((question) => question.id),
    [id(4), id(3), id(2)]
  )
})
