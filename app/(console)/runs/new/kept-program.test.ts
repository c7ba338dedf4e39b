import { describe, expect, it } from "vitest"
import { type Kept, nothingKept, offeredBeside, readKept, restoredFor, withTakenUp, withTyped, writeKept } from "./kept-program"

const program = (code: string, template: string | null = null) => ({ code, args: "", template })

describe("what a person typed", () => {
  it("is restored where it began: by a reload, by Back, and where the address names no template", () => {
    const kept = withTyped(nothingKept, program("edited", "at-once"), false)
    expect(restoredFor(kept, "at-once")).toEqual(program("edited", "at-once"))
    expect(restoredFor(kept, null)).toEqual(program("edited", "at-once"))
  })

  it("gives way to another template, is not forgotten for it, and is offered", () => {
    const kept = withTyped(nothingKept, program("edited", "at-once"), false)
    expect(restoredFor(kept, "declined")).toBeNull()
    expect(offeredBeside(kept, program("the template"))).toEqual(program("edited", "at-once"))
  })

  it("is still offered when the other template has been edited too, and each can take the other's place", () => {
    const first = withTyped(withTyped(nothingKept, program("own"), false), program("own text"), true)
    const both = withTyped(first, program("other", "declined"), false)
    const typedOn = withTyped(both, program("other text", "declined"), true)
    expect(typedOn).toEqual({ current: program("other text", "declined"), former: program("own text") })
    const offered = offeredBeside(typedOn, program("other text"))
    expect(offered).toEqual(program("own text"))
    const back = withTakenUp(typedOn, program("own text"))
    expect(back).toEqual({ current: program("own text"), former: program("other text", "declined") })
    expect(offeredBeside(back, program("own text"))).toEqual(program("other text", "declined"))
  })

  it("is offered by no one but itself: neither what is on the screen nor an empty text", () => {
    expect(offeredBeside({ current: program("shown"), former: program(" \n") }, program("shown"))).toBeNull()
    expect(withTakenUp({ current: program("a"), former: program("b") }, program("a"))).toEqual({ current: program("a"), former: program("b") })
  })
})

describe("the shelf", () => {
  const shelfOf = (entries: Map<string, string>) => () => ({
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value)
  })

  it("gives back what was put there, for each place apart", () => {
    const shelf = shelfOf(new Map())
    const kept: Kept = { current: program("a", "at-once"), former: program("b") }
    writeKept(shelf, "new", kept)
    expect(readKept(shelf, "new")).toEqual(kept)
    expect(readKept(shelf, "run_1")).toEqual(nothingKept)
  })

  it("that is forbidden or holds something else holds nothing, and nobody is troubled", () => {
    const forbidden = () => {
      throw new Error("denied")
    }
    expect(readKept(forbidden, "new")).toEqual(nothingKept)
    expect(() => writeKept(forbidden, "new", nothingKept)).not.toThrow()
    expect(readKept(shelfOf(new Map([["signalbox:program:new", "{"]])), "new")).toEqual(nothingKept)
    expect(readKept(shelfOf(new Map([["signalbox:program:new", '{"code":"a","args":""}']])), "new").current).toEqual(program("a"))
  })
})
