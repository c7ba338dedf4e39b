import { assert, describe, it } from "vitest"
import { type CodeTokenKind, tokenizeCode } from "./code-tokens"

const of = (code: string, kind: CodeTokenKind): ReadonlyArray<string> =>
  tokenizeCode(code).flatMap((line) => line.filter((token) => token.kind === kind).map((token) => token.text.trim()))

describe("tokenizeCode", () => {
  it("keeps every character of every line", () => {
    const code = '// a\nconst x = `one ${two({ a: `in ${3}` })}\nthree` / 2\r\n\tif (/[/]"/.test(x)) return "y" /* c\n c2 */\n'
    assert.strictEqual(
      tokenizeCode(code)
        .map((line) => line.map((token) => token.text).join(""))
        .join("\n"),
      code.replace("\r\n", "\n")
    )
  })
  it("has one line for an empty program", () => assert.deepStrictEqual(tokenizeCode(""), [[]]))
  it("marks whole tool paths, also of questions to people", () => {
    assert.deepStrictEqual(of("const a = await tools.desk.tickets.list({})\nawait human.ask({ message })", "tool"), ["tools.desk.tickets.list", "human.ask"])
  })
  it("does not take a member called tools for the tools of the team", () => assert.deepStrictEqual(of("my.tools.desk.list()", "tool"), []))
  it("tells keywords from members and keys of the same name", () => {
    assert.deepStrictEqual(of("for (const ticket of open.of) { type: ticket.type, from: 1 }", "keyword"), ["for", "const", "of"])
    assert.deepStrictEqual(of("const type = 1; type A = string", "keyword"), ["const", "type"])
    assert.deepStrictEqual(of("if (a) continue;", "keyword"), ["if", "continue"])
    assert.deepStrictEqual(of("f({ default: 1, case: 2 }); switch (a) { case 1: b; default: c }", "keyword"), ["switch", "case", "default"])
  })
  it("takes templates as text with their substitutions", () => {
    assert.deepStrictEqual(of("emit(`${late.length} of ${items[`x`]} are late`)", "string"), ["`${late.length} of ${items[`x`]} are late`"])
  })
  it("tells a regular expression from a division", () => {
    assert.deepStrictEqual(of('const a = b / c / d; return /"[/]/g.test(a)', "string"), ['/"[/]/g'])
  })
  it("finds numbers and constants", () =>
    assert.deepStrictEqual(of("f(24, 1_000.5e3, 0xff, true, null)", "number"), ["24", "1_000.5e3", "0xff", "true", "null"]))
  it("survives text that never closes", () => {
    for (const code of ["`${", '"abc', "/* x", "'\\", "/[", "`a ${`b", "\u0000\u202e"]) {
      assert.strictEqual(
        tokenizeCode(code)
          .map((line) => line.map((token) => token.text).join(""))
          .join("\n"),
        code
      )
    }
  })
  it("reads a megabyte in one go", () => {
    const code = "const charge = await tools.stripe.charges.retrieve({ id }) // note\n".repeat(15_000)
    assert.strictEqual(tokenizeCode(code).length, 15_001)
  })
})
