import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parse } from "yaml"
import { submit } from "../../../../test/contract/http-api/shared"
import { apiUpstream, sendJson } from "../../../../test/fixtures/api-upstream"
import { type Credentials, get, openServer, post, read, signInAdmin } from "../../../../test/fixtures/http-world"
import { makePackages, type RealDocument, realDocuments } from "../../../../test/fixtures/real-documents"
import { SourceDetail } from "../../../domain/source"
import { makeCheckArguments } from "../../check-arguments"
import { isJsonObject } from "../../json-value"

/** The large ones are fetched when they are asked for: a hundred megabytes are not for every run of the tests. */
const documents = realDocuments.filter(({ fetched }) => fetched === null || process.env["REAL_DOCUMENTS"] === "1")
const methods = ["get", "put", "post", "delete", "patch", "head"]
const slow = { timeout: 300_000 }

const Listed = Schema.Struct({ items: Schema.Array(Schema.Struct({ path: Schema.String, inputSchema: Schema.Json })) })

describe("descriptions of real APIs", () => {
  const packages = makePackages()
  let closeServer: () => Promise<void>
  let admin: Credentials
  beforeAll(async () => {
    closeServer = await openServer()
    admin = await signInAdmin()
  })
  afterAll(async () => {
    packages.remove()
    await closeServer()
  })

  const textOf = ({ fetched, file }: RealDocument) => readFileSync(fetched === null ? file : join(packages.contentOf(fetched), file), "utf8")

  test.each(documents)("$name: added, searched, described, and called as its document says", slow, async (document) => {
    const { name, calls, search, atLeast } = document
    const text = textOf(document)
    const double = await apiUpstream(({ url }, response) => (url === "/document" ? void response.end(text) : sendJson(response, 200, { ok: true })))
    const at = performance.now()
    const added = await post("/api/v1/sources", { kind: "openapi", name, url: `${double.origin}/document`, baseUrl: double.origin }, admin)
    expect(added.status).toBe(201)
    const addedMs = performance.now() - at

    // Every operation is a tool, or is named with the reason.
    const { paths } = Object(text.startsWith("{") ? JSON.parse(text) : parse(text, { maxAliasCount: -1 }))
    const operations = Object.values(paths).flatMap((item) => Object.keys(Object(item)).filter((key) => methods.includes(key))).length
    const { toolCount, problems } = await read(await get(`/api/v1/sources/${name}`, admin), 200, SourceDetail)
    expect(toolCount + problems.length).toBe(operations)
    expect(toolCount).toBeGreaterThanOrEqual(atLeast)

    const { items } = await read(await get(`/api/v1/tools?source=${name}`, admin), 200, Listed)
    expect(new Set(items.map(({ path }) => path)).size).toBe(toolCount)
    expect(items.filter(({ path }) => !/^[a-z]\w*(\.[A-Za-z_$][\w$]*){2}$/.test(path))).toEqual([])
    // Of thousands, each hundredth of the schemas or so is compiled, those that are called among them.
    const check = makeCheckArguments()
    const step = Math.ceil(items.length / 150)
    for (const { path, inputSchema } of items.filter((_, index) => index % step === 0)) {
      const tool = {
        path,
        description: "",
        effect: "read",
        repeatable: true,
        inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
        outputSchema: null
      } as const
      const fault = await Effect.runPromise(Effect.result(check(tool, {})))
      expect(fault._tag === "Failure" ? fault.failure.code : "fits").toMatch(/^(fits|invalid_tool_arguments)$/)
    }

    // A program finds, describes and calls them; what writes was allowed by a rule.
    for (const { path } of calls) expect((await post("/api/v1/rules", { pattern: `${name}.${path}`, effect: "allow" }, admin)).status).toBe(201)
    const run = await submit(`
      const started = Date.now()
      const found = await tools.search({ query: ${JSON.stringify(search[0])}, source: "${name}", limit: 10 })
      const searched = Date.now()
      const described = await tools.describe({ path: "${name}.${search[1]}" })
      const ms = [searched - started, Date.now() - searched]
      const answers = []
      for (const { path, args } of ${JSON.stringify(calls.map(({ path, args }) => ({ path, args })))}) {
        const [group, operation] = path.split(".")
        answers.push(await tools.${name}[group][operation](args))
      }
      return { found: found.items.map(({ path }) => path), signature: described.signature, answers, ms }
    `)
    expect(run.error).toBeNull()
    const { found, signature, answers, ms } = Object(run.result)
    expect(found).toContain(`${name}.${search[1]}`)
    expect(signature).toContain(search[1])
    expect(answers).toEqual(calls.map(() => ({ ok: true })))
    const received = double.received.filter(({ url }) => url !== "/document")
    expect(received).toHaveLength(calls.length)
    for (const [index, { arrives }] of calls.entries()) {
      expect(received[index]).toMatchObject(arrives)
      expect(received[index]?.headers["idempotency-key"]).toBe(`${run.id}:${run.toolCalls[index + 2]?.id}`)
    }
    if (process.env["REAL_DOCUMENTS"] === "1")
      process.stdout.write(
        `${name}: ${operations} operations, ${text.length} characters, added in ${Math.round(addedMs)} ms, searched and described in ${ms} ms\n`
      )
    await double.close()
  })
})
