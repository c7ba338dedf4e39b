import { expect, test } from "vitest"
import { boundMemory } from "./wasm-module"

/** One memory of two pages, exported as `memory`. */
const module = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 2, 7, 10, 1, 6, 109, 101, 109, 111, 114, 121, 2, 0])

const memoryOf = (bytes: Uint8Array<ArrayBuffer>): WebAssembly.Memory => {
  const { memory } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports
  if (!(memory instanceof WebAssembly.Memory)) throw new Error("no memory")
  return memory
}

test("the memory cannot grow beyond the bound that was written into the module", () => {
  const memory = memoryOf(boundMemory(module, 300))
  expect(memory.buffer.byteLength).toBe(2 * 65_536)
  memory.grow(298)
  expect(() => memory.grow(1)).toThrow(RangeError)
})

test("a bound below what the module starts with is its start", () => {
  expect(() => memoryOf(boundMemory(module, 1)).grow(1)).toThrow(RangeError)
})

test("a module without a memory, or with a bound already, is refused", () => {
  expect(() => boundMemory(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]), 10)).toThrow("no memory section")
  expect(() => boundMemory(boundMemory(module, 10), 20)).toThrow("without a maximum")
})
