import { assert, describe, it } from "vitest"
import { aQuestion } from "@/test/fixtures/run-views"
import {
  afterDecision,
  byUrgency,
  decidedJustNow,
  idInPath,
  inboxHref,
  inboxOf,
  neighbour,
  questionsIn,
  timeLeft,
  withDecided,
  withMore,
  withPending
} from "./inbox-state"

const id = (n: number) => `int_0197c4e3-0000-7000-8000-00000000000${n}`
const ids = (list: ReadonlyArray<{ readonly id: string }>) => list.map((one) => Number(one.id.at(-1)))
const never = () => false

describe("the inbox", () => {
  it("says what of its address it does not understand", () => {
    assert.deepStrictEqual(inboxOf("/approvals", "?tab=history&full=1"), { tab: "history", full: true, ignored: [] })
    assert.deepStrictEqual(inboxOf("/approvals", "?tab=gone&status=failed").ignored, [
      { name: "tab", value: "gone", href: "/approvals?status=failed" },
      { name: "status", value: "failed", href: "/approvals?tab=gone" }
    ])
  })
  it("puts what expires first on top, then what has waited longest", () => {
    const list = [aQuestion({ id: id(1), createdAt: 5 }), aQuestion({ id: id(2), createdAt: 1 }), aQuestion({ id: id(3), createdAt: 9, expiresAt: 100 })]
    assert.deepStrictEqual(ids(list.toSorted(byUrgency)), [3, 2, 1])
  })
  it("takes in what opens and lets go of what is decided", () => {
    const opened = withPending([aQuestion({ id: id(1) })], aQuestion({ id: id(2), expiresAt: 50 }), never)
    assert.deepStrictEqual(ids(opened), [2, 1])
    assert.deepStrictEqual(ids(withPending(opened, aQuestion({ id: id(2), status: "declined" }), never)), [1])
  })
  it("does not believe an old message about a decided question", () => {
    assert.deepStrictEqual(
      withPending([], aQuestion({ id: id(1) }), (one) => one === id(1)),
      []
    )
  })
  it("adds a page that was on its way while questions were decided or changed, without believing it more", () => {
    const list = [aQuestion({ id: id(1) }), aQuestion({ id: id(2), revision: 1 })]
    const page = [aQuestion({ id: id(2) }), aQuestion({ id: id(3) }), aQuestion({ id: id(4) })]
    const more = withMore(list, page, (one) => one === id(3))
    assert.deepStrictEqual(ids(more), [1, 2, 4])
    assert.strictEqual(more[1]?.revision, 1)
    assert.deepStrictEqual(ids(withMore([], [aQuestion({ id: id(3), status: "accepted" })], () => true)), [3])
  })
  it("lists decisions newest first, each once", () => {
    const list = [aQuestion({ id: id(1), status: "accepted", resolvedAt: 10 })]
    const more = withDecided(
      withDecided(list, aQuestion({ id: id(2), status: "declined", resolvedAt: 20 })),
      aQuestion({ id: id(1), status: "accepted", resolvedAt: 10, appliedAt: 11 })
    )
    assert.deepStrictEqual(ids(more), [2, 1])
    assert.strictEqual(more[1]?.appliedAt, 11)
    assert.strictEqual(withDecided(more, aQuestion({ id: id(3) })), more)
  })
  it("says when messages are missing", () => {
    assert.isNull(questionsIn([{ type: "refetch" }]))
    assert.deepStrictEqual(questionsIn([]), [])
  })
})

describe("decidedJustNow", () => {
  it("is the last hour, and not more than fits", () => {
    const decided = [1, 2, 3].map((n) => aQuestion({ id: id(n), status: "accepted", resolvedAt: n === 3 ? 0 : 9_000_000 }))
    assert.deepStrictEqual(ids(decidedJustNow(decided, 9_100_000)), [1, 2])
    assert.deepStrictEqual(ids(decidedJustNow(decided, 9_100_000, 1)), [1])
  })
})

describe("moving by keys", () => {
  it("stops at both ends and begins at the top", () => {
    assert.strictEqual(neighbour(["a", "b"], null, 1), "a")
    assert.strictEqual(neighbour(["a", "b"], "a", 1), "b")
    assert.strictEqual(neighbour(["a", "b"], "b", 1), "b")
    assert.strictEqual(neighbour(["a", "b"], "a", -1), "a")
    assert.strictEqual(neighbour(["a", "b"], "gone", -1), "a")
    assert.isNull(neighbour([], null, 1))
  })
})

describe("timeLeft", () => {
  it("is coarse", () => {
    assert.deepStrictEqual(
      [null, 45_000, 250_000, 85_980_000, 0].map((at) => timeLeft(at, 0)),
      ["no limit", "45 s left", "4 m left", "23 h 53 m left", "expires now"]
    )
  })
})

describe("the inbox's address", () => {
  it("names tab and question", () => {
    assert.strictEqual(inboxHref("history", "int_1"), "/approvals/int_1?tab=history")
    assert.strictEqual(inboxHref("pending", null), "/approvals")
    assert.strictEqual(idInPath("/approvals/int_1-2"), "int_1-2")
    assert.isNull(idInPath("/approvals"))
  })
})

describe("the keys after a decision", () => {
  it("lead to what took its place, or to what stood before it", () => {
    assert.strictEqual(afterDecision(["a", "c"], 1, 1), "c")
    assert.strictEqual(afterDecision(["a", "c"], 1, -1), "a")
    assert.strictEqual(afterDecision(["a", "b"], 2, 1), "b")
    assert.strictEqual(afterDecision(["b"], 0, -1), "b")
    assert.isNull(afterDecision([], 0, 1))
  })
})
