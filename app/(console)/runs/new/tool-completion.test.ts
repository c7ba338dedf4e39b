import { javascriptLanguage } from "@codemirror/lang-javascript"
import { assert, describe, it } from "vitest"
import { argumentPlace } from "./components/argument-place"
import { type KnownTool, nameOffers, pathOffers, valueOffers } from "./tool-completion"

const list = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 50 },
    status: { enum: ["open", "closed"], default: "open", description: "Which ones" },
    urgent: { type: "boolean" },
    who: { $ref: "#/$defs/who" }
  },
  required: ["status"],
  $defs: {
    who: {
      type: "object",
      allOf: [{ properties: { name: { type: "string" }, "team-id": { type: "string" } } }],
      properties: { tags: { type: "array", items: { enum: ["a", "b"] } }, boss: { $ref: "#/$defs/who" } }
    }
  }
}

const tool = (path: string, inputSchema: unknown = {}): KnownTool => ({ path, description: `About ${path}`, policy: "allow", effect: "read", inputSchema })
const tools = [
  tool("demo.tickets.list", { ...list, properties: { status: list.properties.status } }),
  { ...tool("demo.tickets.delete"), policy: "require_approval" as const, effect: "destructive" as const },
  tool("demo.echo"),
  tool("github.issues.create"),
  tool("tools.search")
]
const labels = (offers: ReadonlyArray<{ readonly label: string }>) => offers.map(({ label }) => label)

describe("the parts of a path", () => {
  it("begin with what programs call, then sources, what is in them, and operations", () => {
    assert.deepStrictEqual(labels(pathOffers(tools, "to")), ["tools", "human"])
    assert.deepStrictEqual(labels(pathOffers(tools, "tools.")), ["demo", "github", "search"])
    assert.deepStrictEqual(labels(pathOffers(tools, "tools.demo.")), ["tickets", "echo"])
    assert.deepStrictEqual(labels(pathOffers(tools, "tools.demo.tickets.l")), ["list", "delete"])
    assert.deepStrictEqual(labels(pathOffers(tools, "human.")), ["approve", "ask", "open"])
    assert.deepStrictEqual(pathOffers(tools, "tools.nothing."), [])
  })
  it("offer what is further down once a letter is typed, behind what comes next", () => {
    const offers = pathOffers(tools, "tools.tick")
    assert.deepStrictEqual(labels(offers.filter(({ isFar }) => isFar)), ["demo.tickets.list", "demo.tickets.delete", "demo.echo", "github.issues.create"])
    assert.strictEqual(offers.find(({ label }) => label === "demo.tickets.list")?.apply, 'demo.tickets.list({ status: "open" })')
  })
  it("say what an operation does and whether it asks first, and write its call", () => {
    const [read, destructive] = pathOffers(tools, "tools.demo.tickets.")
    assert.strictEqual(read?.apply, 'list({ status: "open" })')
    assert.deepStrictEqual(destructive?.about, { facts: ["destructive", "asks first"], text: "About demo.tickets.delete" })
  })
})

describe("the names of arguments", () => {
  it("come with what is required first, without those that stand there", () => {
    assert.deepStrictEqual(labels(nameOffers(list, [], [])), ["status", "limit", "urgent", "who"])
    assert.deepStrictEqual(labels(nameOffers(list, [], ["status", "who"])), ["limit", "urgent"])
    const [status, limit] = nameOffers(list, [], [])
    assert.deepStrictEqual(status?.about, { facts: ['"open" | "closed"', "required"], text: "Which ones" })
    assert.deepStrictEqual(limit?.about?.facts, ["integer, 1 to 50", "optional"])
    assert.deepStrictEqual([status?.goesOn, limit?.goesOn], [true, false])
  })
  it("are known inside of objects, lists and references, even of one that refers to itself", () => {
    assert.deepStrictEqual(labels(nameOffers(list, ["who"], [])), ["tags", "boss", "name", '"team-id"'])
    assert.deepStrictEqual(labels(nameOffers(list, ["who", "boss", "boss"], ["tags"])), ["boss", "name", '"team-id"'])
    const endless = { $ref: "#/$defs/a", $defs: { a: { allOf: [{ $ref: "#/$defs/a" }], properties: { x: {} } } } }
    assert.deepStrictEqual(labels(nameOffers(endless, [], [])), ["x"])
  })
  it("are none where the schema is none", () => assert.deepStrictEqual(nameOffers(null, [], []), []))
})

describe("the values of an argument", () => {
  it("are those that the schema lists, in the quotes that are written", () => {
    assert.deepStrictEqual(valueOffers(list, ["status"], null), [{ label: '"open"', detail: "default" }, { label: '"closed"' }])
    assert.deepStrictEqual(labels(valueOffers(list, ["status"], "'")), ["'open'", "'closed'"])
    assert.deepStrictEqual(labels(valueOffers(list, ["urgent"], null)), ["true", "false"])
    assert.deepStrictEqual(valueOffers(list, ["urgent"], '"'), [])
    assert.deepStrictEqual(labels(valueOffers(list, ["who", "tags", null], '"')), ['"a"', '"b"'])
    assert.deepStrictEqual(valueOffers(list, ["limit"], null), [])
  })
})

/** `|` is where the cursor is. */
const placeIn = (marked: string) => {
  const pos = marked.indexOf("|")
  const doc = marked.replace("|", "")
  const place = argumentPlace(javascriptLanguage.parser.configure({ dialect: "ts" }).parse(doc), doc, pos)
  if (place === null) return null
  const { from, to, ...rest } = place
  return { ...rest, replaced: doc.slice(from, to) }
}
const at = (path: ReadonlyArray<string | null>, present: ReadonlyArray<string> | null, replaced = "", quote: string | null = null) => ({
  called: "tools.demo.tickets.list",
  path,
  present,
  replaced,
  quote
})

describe("the place in a call", () => {
  it.each([
    ["await tools.demo.tickets.list({ |", at([], [])],
    ["await tools.demo.tickets.list({ | })", at([], [])],
    ["await tools.demo.tickets.list({ st| })", at([], [], "st")],
    ["await tools.demo.tickets.list({ st|", at([], [], "st")],
    ['await tools.demo.tickets.list({ status: "open", | })', at([], ["status"])],
    ['const x = await tools.demo.tickets.list({ status: "open", li|\nreturn x', at([], ["status"], "li")],
    ["await tools.demo.tickets.list({ status: | })", at(["status"], null)],
    ["await tools.demo.tickets.list({ status: |", at(["status"], null)],
    ['await tools.demo.tickets.list({ status: "o|" })', at(["status"], null, '"o"', '"')],
    ['await tools.demo.tickets.list({ status: "o| })', at(["status"], null, '"o', '"')],
    ["await tools.demo.tickets.list({ urgent: tr| })", at(["urgent"], null, "tr")],
    ["await tools.demo.tickets.list({ who: { na| } })", at(["who"], [], "na")],
    ['await tools.demo.tickets.list({ who: { tags: ["|"] } })', at(["who", "tags", null], null, '""', '"')],
    ["await tools.demo.tickets.list({ who: [{ | }] })", at(["who", null], [])]
  ])("is found in %s", (marked, expected) => assert.deepStrictEqual(placeIn(marked), expected))
  it.each([
    "await fetchAll({ | })",
    "const x = { | }",
    "await tools.demo.tickets.list({}, { | })",
    "await tools.demo.tickets.list({ status: () => { | } })",
    "await tools.demo.tickets.list({}) |",
    "await tools.demo.tickets.list(|)",
    "// tools.demo.tickets.list({ |"
  ])("is none in %s", (marked) => assert.isNull(placeIn(marked)))
})
