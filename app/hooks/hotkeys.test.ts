import { describe, expect, it } from "vitest"
import { keyOf, mayAct } from "./hotkeys"

const press = { key: "j", ctrlKey: false, metaKey: false, altKey: false, repeat: false, defaultPrevented: false, isComposing: false }
const nowhere = { typing: false, pressable: false }

describe("keys", () => {
  it("names letters without case, special keys by name, and Ctrl or Cmd as mod", () => {
    expect(keyOf(press)).toBe("j")
    expect(keyOf({ ...press, key: "S" })).toBe("s")
    expect(keyOf({ ...press, key: "Enter", metaKey: true })).toBe("mod+Enter")
  })

  it("a key that somebody else took, that composes a character or that has Alt is nobody's", () => {
    expect(keyOf({ ...press, defaultPrevented: true })).toBeNull()
    expect(keyOf({ ...press, isComposing: true })).toBeNull()
    expect(keyOf({ ...press, altKey: true })).toBeNull()
  })

  it("a held key moves on and on, and acts once", () => {
    expect(keyOf({ ...press, repeat: true })).toBe("j")
    expect(keyOf({ ...press, key: "]", repeat: true })).toBe("]")
    expect(keyOf({ ...press, key: "a", repeat: true })).toBeNull()
    expect(keyOf({ ...press, key: "Enter", metaKey: true, repeat: true })).toBeNull()
    expect(keyOf({ ...press, key: "j", ctrlKey: true, repeat: true })).toBeNull()
  })

  it("no key fires while somebody types, except with Ctrl or Cmd", () => {
    expect(mayAct("a", { ...nowhere, typing: true })).toBe(false)
    expect(mayAct("mod+Enter", { ...nowhere, typing: true })).toBe(true)
  })

  it("Enter belongs to the focused button", () => {
    expect(mayAct("Enter", { ...nowhere, pressable: true })).toBe(false)
    expect(mayAct("j", { ...nowhere, pressable: true })).toBe(true)
  })
})
