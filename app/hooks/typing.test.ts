import { describe, expect, it } from "vitest"
import { nextTyping, pauseMs, type Typing, type TypingSign } from "./typing"

const key = (name: string, at: number, more: Partial<Extract<TypingSign, { type: "key" }>> = {}): TypingSign => ({
  type: "key",
  key: name,
  mod: false,
  composing: false,
  field: null,
  at,
  ...more
})
const focus = (at: number, field: "line" | "text" | null): TypingSign => ({ type: "focus", field, at })
const after = (...signs: ReadonlyArray<TypingSign>): Typing => signs.reduce<Typing>(nextTyping, null)
const inReason = [focus(0, "text"), key("n", 100, { field: "text" })] as const

describe("whether somebody is still typing", () => {
  it("keys of a page on which nobody types are keys", () => {
    expect(after(key("j", 0), key("a", 5))).toBeNull()
  })

  it("the letters after the field has vanished belong to the text, until a pause", () => {
    expect(after(...inReason, key("o", 200))).not.toBeNull()
    expect(after(...inReason, key("o", 200), key("a", 200 + pauseMs - 1))).not.toBeNull()
    expect(after(...inReason, key("o", 200), key("a", 200 + pauseMs))).toBeNull()
  })

  it("every letter puts the pause off", () => {
    const letters = Array.from({ length: 10 }, (_, index) => key("a", 200 + index * (pauseMs - 1)))
    expect(after(...inReason, ...letters)).not.toBeNull()
  })

  it("who has thought for long in a field that then vanishes is typing still", () => {
    expect(after(focus(0, "text"), key("n", 60_000))).not.toBeNull()
  })

  it("where the focus is moved by the page, the pause is counted from then", () => {
    expect(after(...inReason, focus(30_000, null), key("a", 30_000 + pauseMs - 1))).not.toBeNull()
    expect(after(...inReason, focus(30_000, null), key("a", 30_000 + pauseMs))).toBeNull()
  })

  it.each([
    ["a click elsewhere", [{ type: "pointer", field: null }]],
    ["Tab", [key("Tab", 150, { field: "text" }), focus(151, null)]],
    ["Escape", [key("Escape", 150, { field: "text" }), focus(151, null)]],
    ["Escape after the field has vanished", [key("o", 150), key("Escape", 160)]],
    ["Ctrl and Enter, which send it", [key("Enter", 150, { field: "text", mod: true }), focus(151, null)]]
  ] satisfies ReadonlyArray<[string, ReadonlyArray<TypingSign>]>)("%s ends it", (_, signs) => {
    expect(after(...inReason, ...signs, key("j", 170))).toBeNull()
  })

  it("Enter ends a field of one line, not one of several, nor one in which a character is composed", () => {
    const enter = (field: "line" | "text", composing = false) => after(focus(0, field), key("Enter", 10, { field, composing }), focus(11, null), key("j", 20))
    expect(enter("line")).toBeNull()
    expect(enter("text")).not.toBeNull()
    expect(enter("line", true)).not.toBeNull()
  })

  it("a click into the field does not end it", () => {
    expect(after(...inReason, { type: "pointer", field: "text" }, key("a", 150))).not.toBeNull()
  })

  it("keys with Ctrl or Cmd neither end nor prolong it", () => {
    expect(after(...inReason, key("o", 200), key("c", 900, { mod: true }), key("a", 200 + pauseMs))).toBeNull()
  })
})
