import { Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { filterFields } from "./filter-query"
import { queryOf } from "./query"

const read = (name: string, values: ReadonlyArray<string>) =>
  Effect.runPromise(Effect.result(queryOf(new Request(`http://console/api/v1/runs?${name}=${values.join(",")}`), Schema.Struct(filterFields))))

const many = (value: string, count: number) => Array.from({ length: count }, (_, n) => `${value}${n}`)

it.each([
  ["actor", many("somebody-", 101)],
  ["tool", many("demo.tool", 101)],
  ["status", Array.from({ length: 101 }, () => "failed")],
  ["trigger", Array.from({ length: 101 }, () => "api")]
])("more values of %s than a query can look for are refused in words", async (name, values) => {
  expect(await read(name, values.slice(1))).toMatchObject({ _tag: "Success" })
  expect(await read(name, values)).toMatchObject({
    _tag: "Failure",
    failure: {
      _tag: "MalformedRequest",
      message: `The request is malformed. ${name}: at most 100 values`,
      issues: [{ path: name, message: "at most 100 values" }]
    }
  })
})
