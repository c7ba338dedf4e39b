import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { root } from "./paths.mjs"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-lock-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A process that takes the lock and runs `work` under it; it prints `held` once it has it. */
const holder = (lock, work) =>
  spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { withLock } from ${JSON.stringify(join(root, "scripts/lock.mjs"))}\nimport fs from "node:fs"\nawait withLock(${JSON.stringify(lock)}, () => console.log("waiting"), async () => { console.log("held"); ${work} })`
    ],
    { stdio: ["ignore", "pipe", "inherit"] }
  )

const said = async (child, word) => {
  for await (const chunk of child.stdout) if (String(chunk).includes(word)) return
  throw new Error(`it ended without saying ${word}`)
}

test("one process at a time holds the lock", async () => {
  const counter = join(folder, "counter")
  writeFileSync(counter, "0")
  const lock = `test-${process.pid}-count`
  const work = `const before = Number(fs.readFileSync(${JSON.stringify(counter)}, "utf8")); await new Promise((done) => setImmediate(done)); fs.writeFileSync(${JSON.stringify(counter)}, String(before + 1))`
  const codes = await Promise.all(Array.from({ length: 6 }, async () => (await once(holder(lock, work), "exit"))[0]))
  expect(codes).toEqual([0, 0, 0, 0, 0, 0])
  expect(readFileSync(counter, "utf8")).toBe("6")
})

test("a holder that is killed is succeeded", async () => {
  const lock = `test-${process.pid}-killed`
  const killed = holder(lock, "await new Promise(() => setInterval(() => {}, 1000))")
  await said(killed, "held")
  killed.kill("SIGKILL")
  await once(killed, "exit")
  const [code] = await once(holder(lock, ""), "exit")
  expect(code).toBe(0)
})

test("a second start waits for the first", async () => {
  const lock = `test-${process.pid}-wait`
  const gate = join(folder, "gate")
  const first = holder(lock, `while (!fs.existsSync(${JSON.stringify(gate)})) await new Promise((done) => setTimeout(done, 20))`)
  await said(first, "held")
  const second = holder(lock, "")
  await said(second, "waiting")
  writeFileSync(gate, "")
  expect((await once(second, "exit"))[0]).toBe(0)
})
