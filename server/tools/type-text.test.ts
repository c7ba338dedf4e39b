import { expect, test } from "vitest"
import { canonicalPath } from "../domain/tool-path"
import { accessOf } from "./tool-path"
import type { JsonSchema } from "./tool-source"
import { signatureOf, typeText } from "./type-text"

test.each<[JsonSchema, string]>([
  [{}, "unknown"],
  [{ type: "string" }, "string"],
  [{ type: "integer" }, "number"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ type: "string", nullable: true }, "string | null"],
  [{ enum: ["a", "b", 1, null] }, '"a" | "b" | 1 | null'],
  [{ const: "a" }, '"a"'],
  [{ type: "array", items: { type: "string" } }, "string[]"],
  [{ type: "array", items: { type: ["string", "null"] } }, "Array<string | null>"],
  [{ type: "array", items: { type: "object", properties: { a: { type: "string" } } } }, "{ a?: string }[]"],
  [{ type: "array" }, "unknown[]"],
  [{ type: "object" }, "Record<string, unknown>"],
  [{ type: "object", additionalProperties: false }, "{}"],
  [{ type: "object", properties: { a: { type: "string" }, "b-c": { type: "number" } }, required: ["a"] }, '{ a: string; "b-c"?: number }'],
  [{ type: "object", properties: { a: { type: "boolean" } }, additionalProperties: { type: "number" } }, "{ a?: boolean; [key: string]: number }"],
  [{ properties: { a: {} } }, "{ a?: unknown }"],
  [{ anyOf: [{ type: "string" }, { type: "number" }, { type: "string" }] }, "string | number"],
  [
    {
      allOf: [
        { type: "object", properties: { a: {} } },
        { type: "object", properties: { b: {} } }
      ]
    },
    "{ a?: unknown } & { b?: unknown }"
  ],
  [{ $defs: { id: { type: "string" } }, type: "object", properties: { id: { $ref: "#/$defs/id" } } }, "{ id?: string }"],
  [{ $ref: "https://elsewhere.example/a" }, "unknown"],
  [{ $ref: "#/$defs/missing" }, "unknown"],
  [{ not: {} }, "never"]
])("%j is the type %s", (schema, text) => {
  expect(typeText(schema)).toBe(text)
})

test("a type that contains itself comes to an end", () => {
  expect(typeText({ $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } }, $ref: "#/$defs/node" })).toContain("unknown")
})

test("a signature says what is optional", () => {
  const tool = { path: "a.b-c.d", description: "", effect: "read", repeatable: true, outputSchema: null } as const
  expect(signatureOf({ ...tool, inputSchema: { type: "object", properties: {} } })).toBe('tools.a["b-c"].d(args?: Record<string, unknown>): Promise<unknown>')
  expect(
    signatureOf({ ...tool, inputSchema: { type: "object", properties: { x: { type: "string" } }, required: ["x"] }, outputSchema: { type: "string" } })
  ).toBe('tools.a["b-c"].d(args: { x: string }): Promise<string>')
})

test("what programs write leads to the tool's own path, and back", () => {
  expect(canonicalPath("search")).toBe("tools.search")
  expect(canonicalPath("demo.echo")).toBe("demo.echo")
  expect(canonicalPath("toString")).toBe("toString")
  expect(accessOf("tools.search")).toBe("tools.search")
  expect(accessOf("demo.echo")).toBe("tools.demo.echo")
})
