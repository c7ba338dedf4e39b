import { describe, expect, it } from "vitest"
import { after, append, broken, emptyLog, isOlder, type LiveLog, olderOf, startedFrom } from "./live-log"

const logOf = (from: string, ids: ReadonlyArray<string>, capacity = 10): LiveLog<string> =>
  ids.reduce<LiveLog<string>>((log, id) => append(log, { id, message: `m${id}` }, capacity), startedFrom<string>(emptyLog, from))

describe("bringing data up to date from the log", () => {
  it("gives what came after the read, and nothing of before", () => {
    expect(after(logOf("5", ["7", "9", "10"]), "7")?.map(({ id }) => id)).toEqual(["9", "10"])
  })

  it("a position between two messages counts, since other teams' changes move it too", () => {
    expect(after(logOf("5", ["7", "9"]), "8")?.map(({ id }) => id)).toEqual(["9"])
  })

  it("data older than the log has to be read again", () => {
    expect(after(logOf("5", ["7"]), "4")).toBeNull()
  })

  it("data exactly as old as the subscription's start needs no reading", () => {
    expect(after(logOf("5", []), "5")).toEqual([])
  })

  it("what fell out of a full log is admitted", () => {
    const log = logOf("1", ["2", "3", "4", "5"], 2)
    expect(after(log, "2")).toBeNull()
    expect(after(log, "3")?.map(({ id }) => id)).toEqual(["4", "5"])
  })

  it("after a gap nothing can be brought up to date", () => expect(after(broken<string>(), "5")).toBeNull())

  it("compares positions as numbers, also those beyond 2^53", () => {
    expect(isOlder("9", "10")).toBe(true)
    expect(isOlder("9007199254740993", "9007199254740994")).toBe(true)
    expect(isOlder("x", "10")).toBe(false)
  })
})

describe("subscribing again", () => {
  it("from the last message keeps the log", () => {
    const log = logOf("5", ["7", "9"])
    expect(after(startedFrom(log, "9"), "7")?.map(({ id }) => id)).toEqual(["9"])
  })

  it("from a point that the log has not reached starts a new one", () => {
    expect(after(startedFrom(logOf("5", ["7"]), "12"), "7")).toBeNull()
    expect(after(startedFrom(logOf("5", ["7"]), "12"), "12")).toEqual([])
  })

  it("resumes from the older of two points", () => {
    expect(olderOf("12", "9")).toBe("9")
    expect(olderOf(undefined, "9")).toBe("9")
    expect(olderOf("9", undefined)).toBe("9")
  })
})
