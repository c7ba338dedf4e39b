import { afterEach, expect, test, vi } from "vitest"
import { forget, recallJson, recallText, remember } from "./tab-storage"

afterEach(() => vi.unstubAllGlobals())

const throwing = (): never => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError")
}

test("what is remembered comes back, until it is forgotten", () => {
  const kept = new Map<string, string>()
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key)
  })
  remember("place", '{"top":3}')
  expect(recallText("place")).toBe('{"top":3}')
  expect(recallJson("place")).toEqual({ top: 3 })
  remember("place", "{no")
  expect(recallJson("place")).toBeNull()
  forget("place")
  expect(recallText("place")).toBeNull()
})

test("a store that is full, or that the browser forbids, throws at nobody", () => {
  const forbidden = {
    get sessionStorage() {
      return throwing()
    }
  }
  const use = () => {
    remember("place", "x")
    forget("place")
    return [recallText("place"), recallJson("place")]
  }
  vi.stubGlobal("sessionStorage", { getItem: throwing, setItem: throwing, removeItem: throwing })
  expect(use()).toEqual([null, null])
  vi.unstubAllGlobals()
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get: () => forbidden.sessionStorage })
  expect(use()).toEqual([null, null])
  Reflect.deleteProperty(globalThis, "sessionStorage")
  expect(use()).toEqual([null, null])
})
