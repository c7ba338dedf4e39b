import { assert, describe, it } from "vitest"
import { RunId } from "@/server/domain/ids"
import { redact } from "@/server/domain/redact"
import { titleOf } from "@/server/domain/run"
import { callSnippet, insertion } from "./call-snippet"
import { calledAs, type Policy, programNotes } from "./program-notes"
import { againOf } from "./submission"
import { templateOf, templates } from "./templates"

const policies = new Map<string, Policy>([
  ["tools.demo.tickets.list", "allow"],
  ["tools.demo.tickets.create", "require_approval"],
  ["tools.demo.tickets.delete", "block"]
])

describe("programNotes", () => {
  it("says where a person will be asked, and where a call is refused", () => {
    const code = "const a = await tools.demo.tickets.list({})\nawait tools.demo.tickets.create({\n})\nawait human.ask({})\nawait tools.demo.tickets.delete({})"
    const { notes, tools, stops } = programNotes(code, policies)
    assert.deepStrictEqual(
      [...notes],
      [
        [2, "asks-first"],
        [4, "asks-person"],
        [5, "blocked"]
      ]
    )
    assert.deepStrictEqual([tools, stops], [3, 2])
  })
  it("is not misled by comments and text", () => {
    assert.deepStrictEqual(programNotes('// tools.demo.tickets.create()\n"human.ask"', policies), { notes: new Map(), tools: 0, stops: 0 })
  })
  it("knows both ways to ask a person", () => assert.strictEqual(programNotes("tools.human.approve({})", policies).notes.get(1), "asks-person"))
})

describe("callSnippet", () => {
  it("fills in what the tool requires", () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string" }, n: { type: "integer", minimum: 1 }, "a-b": { type: "boolean" }, more: { type: "string" } },
      required: ["title", "n", "a-b"]
    }
    assert.strictEqual(callSnippet("demo.tickets.create", schema), 'await tools.demo.tickets.create({ title: "", n: 1, "a-b": false })')
    assert.strictEqual(callSnippet("tools.search", {}), "await tools.search({})")
    assert.strictEqual(calledAs("human.ask"), "human.ask")
  })
})

describe("insertion", () => {
  it("does not break a line that is already there", () => {
    assert.deepStrictEqual(insertion("a\n  b\nc", 5, "X"), { from: 5, text: "\n  X" })
    assert.deepStrictEqual(insertion("a\n\nc", 2, "X"), { from: 2, text: "X" })
    assert.deepStrictEqual(insertion("const a = ", 10, "X"), { from: 10, text: "X" })
    assert.deepStrictEqual(insertion("x = await ", 10, "await f()"), { from: 10, text: "f()" })
    assert.deepStrictEqual(insertion("f()", 3, "X"), { from: 3, text: "\nX" })
    assert.deepStrictEqual(insertion("f()", 2, "X"), { from: 2, text: "X" })
  })
})

describe("the templates", () => {
  it("have names of their own and titles that say what they do", () => {
    assert.strictEqual(new Set(templates.map((template) => template.id)).size, templates.length)
    for (const template of templates) assert.match(titleOf(template.code), /^[A-Z].{10,}/)
  })
  it("begin with a call, an approval and a form", () => {
    const { notes } = programNotes(templateOf(undefined).code, policies)
    assert.deepStrictEqual([...notes.values()], ["asks-first", "asks-person"])
  })
})

describe("a run that runs again", () => {
  const run = { id: RunId.make("run_01939b1c-0000-7000-8000-000000000001"), title: "T", code: "return args", timeoutMs: 300_000 }
  it("takes over the arguments as they are shown, and leaves them out where a value is hidden", () => {
    assert.strictEqual(againOf({ ...run, args: { n: 1 } }).args, '{\n  "n": 1\n}')
    assert.strictEqual(againOf({ ...run, args: null }).args, "")
    assert.isNull(againOf({ ...run, args: redact({ user: "ann", password: "0123456789" }) }).args)
  })
})
