import { assert, describe, it } from "vitest"
import { excerptAround } from "./code-excerpt"

const code = [
  "// Refund",
  "for (const ticket of open) {",
  "  const charge = await tools.stripe.charges.retrieve({ id })",
  "  if (charge.refunded) continue",
  "",
  "  await tools.stripe.refunds.create({",
  '    charge: "(",',
  "    metadata: { ticket },",
  "  })",
  "}",
  "return 1"
].join("\n")

describe("excerptAround", () => {
  it("shows three lines before a call and the whole statement", () => assert.deepStrictEqual(excerptAround(code, 6), { from: 3, to: 9 }))
  it("does not begin with an empty line", () => assert.deepStrictEqual(excerptAround("\n\n\nawait tools.a.b()", 4), { from: 4, to: 4 }))
  it("stays inside the program", () => {
    assert.deepStrictEqual(excerptAround(code, 99), { from: 8, to: 11 })
    assert.deepStrictEqual(excerptAround("", 1), { from: 1, to: 1 })
  })
  it("cuts a statement that goes on and on", () => {
    const long = `await tools.a.b({\n${"  x: 1,\n".repeat(100)}})`
    assert.deepStrictEqual(excerptAround(long, 1), { from: 1, to: 14 })
  })
})
