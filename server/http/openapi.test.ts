import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { openApiDocument } from "./openapi"
import { endpoints } from "./v1/endpoints"

const about = { version: "1.2.3", publicUrl: "http://localhost:3000" }
const Document = Schema.Struct({
  openapi: Schema.String,
  info: Schema.Struct({ title: Schema.String, version: Schema.String }),
  servers: Schema.Array(Schema.Struct({ url: Schema.String })),
  paths: Schema.Record(
    Schema.String,
    Schema.Record(
      Schema.String,
      Schema.Struct({
        operationId: Schema.String,
        parameters: Schema.optionalKey(
          Schema.Array(Schema.Struct({ name: Schema.String, in: Schema.String, schema: Schema.Record(Schema.String, Schema.Json) }))
        ),
        requestBody: Schema.optionalKey(Schema.Json),
        responses: Schema.Record(Schema.String, Schema.Struct({ description: Schema.String }))
      })
    )
  ),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, Schema.Json) })
})
const text = JSON.stringify(
  openApiDocument(
    endpoints.map(({ doc }) => doc),
    about
  )
)
const document = Schema.decodeUnknownSync(Schema.fromJsonString(Document))(text)

/** The folders of route files below `app/api/v1`, as paths of the description. */
const routePaths = (folder = join(import.meta.dirname, "../../app/api/v1"), path = "/api/v1"): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? routePaths(join(folder, entry.name), `${path}/${entry.name.replace(/^\[(\w+)\]$/, "{$1}")}`) : entry.name === "route.ts" ? [path] : []
  )

describe("the description of the HTTP API", () => {
  it("tells of every route that is there, and of no other", () => {
    const described = Object.keys(document.paths).toSorted()
    expect(
      routePaths()
        .filter((path) => !/openapi\.json|\[\.\.\.path\]/.test(path))
        .toSorted()
    ).toEqual(described)
  })

  it("refers only to what it defines", () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) expect(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)).toContain(reference)
  })

  it("describes parameters by what they allow", () => {
    const parameters = document.paths["/api/v1/runs"]?.["get"]?.parameters ?? []
    const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema
    expect(schemaOf("status")).toMatchObject({
      type: "array",
      items: { enum: ["queued", "running", "waiting_for_interaction", "completed", "failed", "interrupted", "cancelled"] }
    })
    expect(schemaOf("from")).toMatchObject({ type: "string", format: "date-time" })
    expect(schemaOf("limit")).toMatchObject({ type: "integer", minimum: 1, maximum: 200 })
  })

  it("names the views and gives every call its own name, its successes and its failures", () => {
    expect(Object.keys(document.components.schemas).toSorted()).toEqual(["Error", "Interaction", "Run", "RunSummary", "ToolCall"])
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { operationId, responses } of operations) {
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(["400", "401", "403"]))
      for (const { description } of Object.values(responses)) expect(description).not.toBe("")
    }
    expect(document.paths["/api/v1/runs"]?.["post"]).toMatchObject({
      requestBody: { required: true },
      responses: { 201: {}, 200: {}, 409: {}, 413: {}, 415: {} }
    })
  })
})
