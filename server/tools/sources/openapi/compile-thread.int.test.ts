import { expect, it } from "@effect/vitest"
import { Cause, Effect, Logger } from "effect"
import { compileInThread } from "./compile-thread"

/** A body that is written once and becomes the input of every operation. */
const repeated = (count: number, bytes: number): string => {
  const schema = { type: "object", properties: { a: { enum: ["x".repeat(bytes)] } } }
  const post = { requestBody: { $ref: "#/components/requestBodies/Shared" } }
  return JSON.stringify({
    openapi: "3.1.0",
    components: { requestBodies: { Shared: { content: { "application/json": { schema } } } } },
    paths: Object.fromEntries(Array.from({ length: count }, (_, index) => [`/p${index}`, { post }]))
  })
}

const readLogging = (text: string) => {
  const logged: Array<string> = []
  const logger = Logger.make(({ logLevel, message, cause }) => void logged.push(`${logLevel} ${String(message)} ${Cause.pretty(cause)}`))
  return Effect.map(compileInThread(text).pipe(Effect.provide(Logger.layer([logger]))), (read) => ({ read, logged }))
}

it.live("a document that is read is given as it is, and as it is stored", () =>
  Effect.gen(function* () {
    const { read, logged } = yield* readLogging(repeated(2, 10))
    if ("fault" in read) throw new Error(read.fault)
    expect(JSON.parse(read.value.json)).toEqual(read.value.api)
    expect(read.value.api.operations).toHaveLength(2)
    expect(logged).toEqual([])
  })
)

it.live("a document that becomes too large to be kept is refused in words", () =>
  Effect.gen(function* () {
    expect((yield* readLogging(repeated(700, 100_000))).read).toEqual({ fault: "The document is too large once it is read." })
  })
)

it.live("a document that breaks its thread is refused in words, and the log says why", () =>
  Effect.gen(function* () {
    const { read, logged } = yield* readLogging(repeated(600, 1_000_000))
    expect(read).toEqual({ fault: "The document is too large once it is read." })
    expect(logged).toEqual([expect.stringContaining("an OpenAPI document could not be read")])
    expect(logged[0]).toContain("Invalid string length")
  })
)

it.live("a list of itself, as a field of the body, is only a list", () =>
  Effect.gen(function* () {
    const list = { type: "array", items: { $ref: "#/components/schemas/List" } }
    const schema = { type: "object", properties: { tree: { $ref: "#/components/schemas/List" } } }
    const paths = { "/x": { post: { requestBody: { content: { "application/json": { schema } } } } } }
    const { read } = yield* readLogging(JSON.stringify({ openapi: "3.1.0", components: { schemas: { List: list } }, paths }))
    expect(read).toMatchObject({ value: { api: { operations: [{ body: { fields: [{ name: "tree", isFile: false }] } }] } } })
  })
)
