import { describe, expect, test } from "vitest"
import type { Call, Settle } from "../../journal/entry"
import { Feed } from "./feed"

const call = (id: number, of: Partial<Call> = {}): Call => ({ _tag: "Call", id, kind: "tool", path: "a.b", args: "{}", line: id, ...of })
const settle = (id: number): Settle => ({ _tag: "Settle", id, ok: true, json: "1", at: id })

describe("a feed", () => {
  test("hands out settlements in recorded order, each when its call was made again", () => {
    const feed = new Feed([call(1), call(2), settle(2), settle(1)])
    feed.called(call(1))
    feed.called(call(2))
    expect([feed.next(false)?.id, feed.next(false)?.id, feed.next(false)]).toEqual([2, 1, undefined])
    feed.finish(false)
    expect(feed.divergence).toBeUndefined()
  })

  test("accepts calls that were recorded behind a whole batch of settlements", () => {
    const feed = new Feed([call(1), call(2), settle(1), settle(2), call(3), call(4)])
    feed.called(call(1))
    feed.called(call(2))
    expect(feed.next(false)?.id).toBe(1)
    feed.settled(1)
    feed.called(call(3))
    expect(feed.next(false)?.id).toBe(2)
    feed.settled(2)
    feed.called(call(4))
    expect(feed.next(false)).toBeUndefined()
    feed.finish(false)
    expect(feed.divergence).toBeUndefined()
    expect([...feed.open.keys()]).toEqual([3, 4])
    expect(feed.replaying).toBe(false)
  })

  test("takes a call the journal does not have as new, also in the middle", () => {
    const feed = new Feed([call(1), call(2), settle(1), settle(2)])
    feed.called(call(1))
    feed.called(call(2))
    feed.next(false)
    feed.settled(1)
    feed.called(call(3))
    expect([feed.recorded(2), feed.recorded(3)]).toEqual([true, false])
    expect(feed.next(false)?.id).toBe(2)
    expect(feed.divergence).toBeUndefined()
  })

  test("ignores settlements behind the one that ended the program", () => {
    const feed = new Feed([call(1), call(2), settle(1), settle(2)])
    feed.called(call(1))
    feed.called(call(2))
    feed.next(false)
    expect(feed.next(true)).toBeUndefined()
    feed.finish(true)
    expect(feed.divergence).toBeUndefined()
  })

  test("names another tool, with both lines", () => {
    const feed = new Feed([call(1, { path: "github.issues.create", line: 4 })])
    feed.called(call(1, { path: "github.issues.delete", line: 5 }))
    expect(feed.divergence).toBe(
      "the replay differs from the journal: the journal says that the program made call #1 github.issues.create (line 4), but it made call #1 github.issues.delete (line 5)"
    )
  })

  test("names other arguments without showing them", () => {
    const feed = new Feed([call(1, { args: '{"password":"a"}' })])
    feed.called(call(1, { args: '{"password":"b"}' }))
    expect(feed.divergence).toContain("it made call #1 a.b (line 1) with other arguments")
    expect(feed.divergence).not.toContain("password")
  })

  test("the line of a call is no difference", () => {
    const feed = new Feed([call(1, { line: null })])
    feed.called(call(1, { line: 3 }))
    expect(feed.divergence).toBeUndefined()
  })

  test("names a recorded call that was not made, by a program that waits and by one that ended", () => {
    const waiting = new Feed([call(1), call(2)])
    waiting.called(call(1))
    waiting.finish(false)
    expect(waiting.divergence).toContain("made call #2 a.b (line 2), but it waited without making it")
    const ended = new Feed([call(1)])
    ended.finish(true)
    expect(ended.divergence).toContain("but it had ended without making it")
  })

  test("names the answer to a call that was not made", () => {
    const feed = new Feed([settle(3)])
    expect(feed.next(false)).toBeUndefined()
    expect(feed.divergence).toBe("the replay differs from the journal: the journal answers call #3, but the program was waiting without making it")
  })
})
