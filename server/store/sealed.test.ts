import { assert, describe, it } from "vitest"
import { makeSealing } from "./sealed"

const sealing = makeSealing("a secret of this installation")

describe("sealing", () => {
  it("gives back what was sealed, of any size and alphabet", () => {
    for (const text of ["", "{}", "😀 \u0000", "x".repeat(1 << 20)]) assert.strictEqual(sealing.open(sealing.seal(text, "here"), "here"), text)
  })
  it("never gives the same text twice, nor anything of it", () => {
    assert.notStrictEqual(sealing.seal("hunter2", "here"), sealing.seal("hunter2", "here"))
    assert.notInclude(Buffer.from(sealing.seal("hunter2", "here").split(".")[2] ?? "", "base64").toString("latin1"), "hunter2")
  })
  it("opens nowhere but at its own place", () => {
    assert.throws(() => sealing.open(sealing.seal("text", "journal:run_1:2"), "journal:run_1:3"), /changed/)
  })
  it("refuses what was changed", () => {
    const sealed = sealing.seal("text", "here")
    assert.throws(() => sealing.open(`${sealed.slice(0, -4)}AAAA`, "here"), /changed/)
    assert.throws(() => sealing.open("text", "here"), /not a sealed value/)
  })
  it("says when another secret sealed it", () => {
    assert.throws(() => makeSealing("another secret").open(sealing.seal("text", "here"), "here"), /another SIGNALBOX_SECRET/)
  })
  it("tells equal texts from different ones, for this installation only", () => {
    assert.strictEqual(sealing.fingerprint("a"), sealing.fingerprint("a"))
    assert.notStrictEqual(sealing.fingerprint("a"), sealing.fingerprint("b"))
    assert.notStrictEqual(sealing.fingerprint("a"), makeSealing("another secret").fingerprint("a"))
  })
})
