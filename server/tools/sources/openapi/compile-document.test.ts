import { describe, expect, test } from "vitest"
import { compileDocument } from "./compile-document"
import type { CompiledApi, CompiledOperation } from "./compiled"

const ok = (document: unknown): CompiledApi => {
  const compiled = compileDocument(typeof document === "string" ? document : JSON.stringify(document))
  if ("fault" in compiled) throw new Error(compiled.fault)
  return compiled.value
}
const fault = (document: unknown): string => {
  const compiled = compileDocument(typeof document === "string" ? document : JSON.stringify(document))
  return "fault" in compiled ? compiled.fault : "none"
}
const withOperation = (operation: object, more: object = {}, openapi = "3.1.0") => ({
  openapi,
  paths: { "/x": { post: { operationId: "run", ...operation } } },
  ...more
})
const operationOf = (document: unknown): CompiledOperation => {
  const [operation] = ok(document).operations
  if (operation === undefined) throw new Error("no operation")
  return operation
}
const body = (schema: object, type = "application/json", required = true) => ({ requestBody: { required, content: { [type]: { schema } } } })

describe("parameters and body are one flat argument", () => {
  test("each under its own name; what is required is required", () => {
    const operation = operationOf(
      withOperation({
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "X-Trace", in: "header", required: true, schema: { type: "string" } },
          { name: "Authorization", in: "header", schema: { type: "string" } }
        ],
        ...body({ type: "object", required: ["title"], properties: { title: { type: "string" }, id: { type: "string", readOnly: true } } })
      })
    )
    expect(operation.input).toEqual({
      type: "object",
      properties: { limit: { type: "integer" }, "X-Trace": { type: "string" }, title: { type: "string" } },
      required: ["X-Trace", "title"],
      additionalProperties: false
    })
  })

  test("a name that is taken gets its place in front", () => {
    const operation = operationOf({
      openapi: "3.0.0",
      paths: {
        "/x/{id}": {
          parameters: [
            { name: "id", in: "query", schema: { type: "integer" } },
            { name: "id", in: "path", required: true, schema: { type: "string" } }
          ],
          put: body({ type: "object", properties: { id: { type: "boolean" }, body: { type: "string" } } })
        }
      }
    })
    expect(Object.keys(Object(operation.input["properties"]))).toEqual(["id", "query_id", "body_id", "body"])
    expect(operation.parameters.map(({ arg, place }) => [arg, place])).toEqual([
      ["id", "path"],
      ["query_id", "query"]
    ])
  })

  test.each<readonly [string, object]>([
    ["a list", { type: "array", items: { type: "string" } }],
    ["one of several", { oneOf: [{ type: "object", properties: { a: {} } }] }],
    ["open to anything", { type: "object", additionalProperties: true, properties: { a: {} } }],
    ["without fields", { type: "object" }]
  ])("a body that is %s is the argument body", (_, schema) => {
    const operation = operationOf(withOperation(body(schema)))
    expect(Object.keys(Object(operation.input["properties"]))).toEqual(["body"])
    expect(operation.body?.fields).toBeNull()
  })

  test("allOf of plain objects is one object", () => {
    const parts = { schemas: { Base: { type: "object", required: ["id"], properties: { id: { type: "string" } } } } }
    const operation = operationOf(
      withOperation(
        body({ allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object", properties: { name: { type: "string" } } }, { required: ["name"] }] }),
        { components: parts }
      )
    )
    expect(operation.input).toMatchObject({ properties: { id: { type: "string" }, name: { type: "string" } }, required: ["id", "name"] })
  })
})

describe("schemas become JSON Schema", () => {
  test("what contains itself stays small", () => {
    const schemas = {
      Node: {
        type: "object",
        properties: { next: { $ref: "#/components/schemas/Node" }, list: { type: "array", items: { $ref: "#/components/schemas/Node" } } }
      }
    }
    const api = ok(withOperation(body({ type: "object", properties: { root: { $ref: "#/components/schemas/Node" } } }), { components: { schemas } }))
    expect(api.operations[0]?.input).toMatchObject({ properties: { root: { $ref: "#/$defs/Node" } } })
    expect(api.definitions["Node"]).toEqual({
      type: "object",
      properties: { next: { $ref: "#/$defs/Node" }, list: { type: "array", items: { $ref: "#/$defs/Node" } } }
    })
  })

  test.each<readonly [string, object, object]>([
    ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["nullable with an enum", { type: "string", enum: ["a"], nullable: true }, { type: ["string", "null"], enum: ["a", null] }],
    ["nullable beside allOf", { allOf: [{ type: "string" }], nullable: true }, { anyOf: [{ allOf: [{ type: "string" }] }, { type: "null" }] }],
    [
      "exclusive bounds",
      { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false },
      { type: "number", exclusiveMinimum: 1, maximum: 2 }
    ],
    ["examples and extensions", { type: "string", example: "a", "x-a": 1, xml: {} }, { type: "string" }],
    ["identities", { type: "string", $id: "https://evil.example/" }, { type: "string" }]
  ])("%s of 3.0", (_, given, expected) => {
    const operation = operationOf(withOperation(body({ type: "object", properties: { a: given } }), {}, "3.0.3"))
    expect(operation.input).toMatchObject({ properties: { a: expected } })
    expect(Object.keys(Object(Object(operation.input["properties"])["a"])).toSorted()).toEqual(Object.keys(expected).toSorted())
  })

  test("two schemas whose names are written alike are told apart", () => {
    const schemas = { "a b": { type: "string" }, "a/b": { type: "integer" } }
    const api = ok(
      withOperation(body({ type: "object", properties: { x: { $ref: "#/components/schemas/a b" }, y: { $ref: "#/components/schemas/a~1b" } } }), {
        components: { schemas }
      })
    )
    expect(Object.values(api.definitions)).toEqual(expect.arrayContaining([{ type: "string" }, { type: "integer" }]))
  })
})

describe("what cannot be understood is named and left out, and the rest works", () => {
  test.each<readonly [string, object, string]>([
    ["another document", { requestBody: { $ref: "https://evil.example/body.json" } }, "another document"],
    ["nothing", { requestBody: { $ref: "#/components/requestBodies/None" } }, "does not exist"],
    ["a file of the server", body({ $ref: "file:///etc/passwd" }), "another document"],
    ["itself", { requestBody: { $ref: "#/paths/~1x/post/requestBody" } }, "itself"],
    ["a parameter without a name", { parameters: [{ in: "query" }] }, "needs a name"]
  ])("a reference to %s", (_, operation, words) => {
    const document = withOperation(operation)
    const api = ok({ ...document, paths: { ...document.paths, "/fine": { get: {} } } })
    expect(api.operations.map(({ path }) => path)).toEqual(["fine.get"])
    expect(api.problems).toEqual([{ operation: "POST /x", message: expect.stringContaining(words) }])
    expect(fault(document)).toContain(words)
  })

  test("a path with a value that nobody gives", () => {
    expect(fault({ openapi: "3.0.0", paths: { "/x/{id}": { get: {} } } })).toContain("{id}")
  })
})

describe("documents that are none", () => {
  test.each<readonly [unknown, string]>([
    ["", "empty"],
    ["[]", "not an object"],
    ["just text", "not an object"],
    ['{"openapi": "3.0.0"', "not valid JSON"],
    ["a: b: c", "not valid YAML"],
    ["&a [*a]", "not valid YAML"],
    [{}, '"openapi"'],
    [{ openapi: "4.0.0" }, "not 4.0.0"],
    [{ swagger: "2.0", paths: {} }, "Swagger 2.0"],
    [{ openapi: "3.0.0", paths: [] }, "not an object"],
    [{ openapi: "3.1.0", webhooks: {} }, "no operations"],
    [`{"openapi":"3.0.0","x":${"[".repeat(600)}${"]".repeat(600)}}`, "nested deeper"]
  ])("%j", (document, words) => {
    expect(fault(document)).toContain(words)
  })

  test("a bomb of YAML aliases is refused", () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `a${level}: &a${level} [${Array.from({ length: 10 }, () => (level === 0 ? "x" : `*a${level - 1}`)).join(", ")}]`
    )
    expect(fault(`openapi: 3.0.0\n${levels.join("\n")}`)).toContain("not valid YAML")
  })
})

test("thousands of operations are as many tools, each under a name of its own", () => {
  const paths = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, n) => [
      `/things${n}/{id}`,
      {
        parameters: [{ name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/Node" } }],
        get: { operationId: `getThing${n}`, tags: [`group${n % 40}`] }
      }
    ])
  )
  const schemas = { Node: { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } } }
  const api = ok({ openapi: "3.0.0", paths, components: { schemas } })
  expect(new Set(api.operations.map(({ path }) => path)).size).toBe(3_000)
  // The definition is there once, however many refer to it.
  expect(JSON.stringify(api).split('"next"').length - 1).toBe(1)
})

test("YAML and JSON make the same tools", () => {
  const yaml =
    "openapi: 3.0.1\ninfo: { title: Pets }\npaths:\n  /pets:\n    get:\n      tags: [pets]\n      responses:\n        200: { content: { application/json: { schema: { type: array } } } }\n"
  const json = {
    openapi: "3.0.1",
    info: { title: "Pets" },
    paths: { "/pets": { get: { tags: ["pets"], responses: { "200": { content: { "application/json": { schema: { type: "array" } } } } } } } }
  }
  expect(ok(yaml)).toEqual(ok(json))
  expect(ok(yaml).operations[0]).toMatchObject({ path: "pets.get", effect: "read", repeatable: true, output: { type: "array" } })
})

test.each([
  ["get", "read", true],
  ["head", "read", true],
  ["post", "write", false],
  ["put", "write", false],
  ["patch", "write", false],
  ["delete", "destructive", false]
])("%s is a %s", (method, effect, repeatable) => {
  expect(operationOf({ openapi: "3.0.0", paths: { "/x": { [method]: {} } } })).toMatchObject({ effect, repeatable })
})

test("what a document writes behind a path is no part of it, and the method of such an operation says nothing of what it does", () => {
  const operation = (template: string) => operationOf({ openapi: "3.0.0", paths: { [template]: { get: {} } } })
  expect(operation("/#Action=DeleteVolume")).toMatchObject({ effect: "write", repeatable: false })
  expect(operation("/rest?method=photos.delete")).toMatchObject({ effect: "write", repeatable: false })
  const parameters = [{ name: "q", in: "query", schema: {} }]
  expect(operationOf({ openapi: "3.0.0", paths: { "/search?q={q}": { get: { parameters } } } })).toMatchObject({ effect: "read", repeatable: true })
})

test("a read has no body, whatever the document says", () => {
  const operation = operationOf({ openapi: "3.0.0", paths: { "/x": { get: body({ type: "object", properties: { a: {} } }) } } })
  expect(operation).toMatchObject({ body: null, input: { properties: {} } })
})

test("a form that is described as text is text; of several bodies one that can be written is taken", () => {
  const text = operationOf(withOperation(body({ type: "string" }, "application/x-www-form-urlencoded")))
  expect(text.body).toEqual({ mediaType: "application/x-www-form-urlencoded", kind: "text", fields: null, arg: "body" })
  const file = { schema: { type: "string", format: "binary" } }
  const either = operationOf(withOperation({ requestBody: { content: { "multipart/form-data": file, "application/octet-stream": file } } }))
  expect(either.body).toMatchObject({ mediaType: "application/octet-stream", kind: "text" })
})

test("a server that is the document's own, said again, is not another one", () => {
  const servers = (url: string) => [{ url }]
  const one = (url: string) => operationOf(withOperation({ servers: servers(url) }, { servers: servers("//api.example.com/v1") })).server
  expect(one("https://api.example.com/v1/")).toBeNull()
  expect(one("https://other.example.com/v1")).toBe("https://other.example.com/v1")
})

test("extensions among the paths are no operations, and a keyword with a slip in it does not cost the tool", () => {
  const api = ok({
    openapi: "3.0.0",
    paths: { "x-root": "/v1", "/x": { post: body({ type: "object", properties: { a: { type: "string", pattern: ["a"], enum: [] } } }) } }
  })
  expect(api.problems).toEqual([])
  expect(api.operations[0]?.input).toMatchObject({ properties: { a: { type: "string" } } })
  expect(Object(api.operations[0]?.input["properties"])["a"]).toEqual({ type: "string" })
  const loose = operationOf({ openapi: "3.1.0", paths: { "/x": { patch: body({ type: "object", properties: { a: true } }) } } })
  expect(loose.body).toMatchObject({ fields: [{ name: "a", isFile: false }] })
})

test("a schema may have a name that objects have a meaning of their own for", () => {
  const schemas = JSON.parse('{"__proto__":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/constructor"}}},"constructor":{"type":"string"}}')
  const api = ok(withOperation(body({ type: "array", items: { $ref: "#/components/schemas/__proto__" } }), { components: { schemas } }))
  expect(Object.entries(api.definitions)).toEqual([
    ["__proto__", { type: "object", properties: { a: { $ref: "#/$defs/constructor" } } }],
    ["constructor", { type: "string" }]
  ])
})
