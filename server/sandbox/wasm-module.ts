import { readFileSync } from "node:fs"

export interface SandboxModules {
  readonly quickjs: WebAssembly.Module
  readonly encoding: WebAssembly.Module
  readonly structuredClone: WebAssembly.Module
}

/**
 * Compiled once by the server and shared with every thread.
 * The URLs are literal and relative: the bundler copies the files and traces them; Node and vitest read them where they are.
 * The package's URL extension is not among them: it needs extended constant expressions, which the V8 of Node 20 refuses.
 */
export const loadSandboxModules = (maxVmBytes: number): SandboxModules => {
  const quickjs = readFileSync(new URL("../../node_modules/quickjs-wasi/quickjs.wasm", import.meta.url))
  const encoding = readFileSync(new URL("../../node_modules/quickjs-wasi/extensions/encoding/encoding.so", import.meta.url))
  const structuredClone = readFileSync(new URL("../../node_modules/quickjs-wasi/extensions/structured-clone/structured-clone.so", import.meta.url))
  return {
    quickjs: new WebAssembly.Module(boundMemory(quickjs, Math.ceil(maxVmBytes / pageBytes))),
    encoding: new WebAssembly.Module(encoding),
    structuredClone: new WebAssembly.Module(structuredClone)
  }
}

const pageBytes = 65_536
const memorySection = 5

/**
 * The package's binary declares a memory without a maximum; V8 would let it grow to 4 GB, whatever QuickJS counts.
 * The declared maximum is the bound that cannot be talked around, so it is written into the memory section.
 */
export const boundMemory = (wasm: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> => {
  let at = 8
  while (at < wasm.length) {
    const id = wasm[at]
    const [length, body] = readLeb(wasm, at + 1)
    if (id === memorySection) {
      const [count, flagsAt] = readLeb(wasm, body)
      const [minPages] = readLeb(wasm, flagsAt + 1)
      if (count !== 1 || wasm[flagsAt] !== 0) throw new Error("quickjs.wasm: expected one memory without a maximum")
      const section = [1, 1, ...writeLeb(minPages), ...writeLeb(Math.max(maxPages, minPages))]
      return Uint8Array.from([...wasm.subarray(0, at), memorySection, ...writeLeb(section.length), ...section, ...wasm.subarray(body + length)])
    }
    at = body + length
  }
  throw new Error("quickjs.wasm: no memory section")
}

const readLeb = (bytes: Uint8Array, from: number): readonly [value: number, next: number] => {
  let value = 0
  let at = from
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0
    value += (byte & 127) * 2 ** shift
    if (byte < 128) return [value, at]
  }
}

const writeLeb = (value: number): ReadonlyArray<number> => (value < 128 ? [value] : [(value & 127) | 128, ...writeLeb(Math.floor(value / 128))])
