import { expect, test } from "vitest"
import { Plan } from "../plan"
import { overRows } from "./statement"

const insert = overRows({ id: "int", text: "text" }, `INSERT INTO "T" SELECT "x"."id", "x"."text" FROM "x"`)
const row = (id: number, length: number) => ({ id, text: "t".repeat(length) })
const big = 1 << 20

/** What each statement of the plan would insert, by id, and whether its rows travel as one JSON text. */
const partsOf = (lengths: ReadonlyArray<number>) => {
  const plan = new Plan("sqlite", 0)
  plan.over(
    insert,
    lengths.map((length, id) => row(id, length))
  )
  return plan.statements.map(({ sql, parameters }) =>
    sql.includes("json_each") ? JSON.parse(String(parameters[0])).map(({ id }: { readonly id: number }) => id) : `alone ${parameters[0]}`
  )
}

test("small rows travel together, however many there are", () => {
  expect(partsOf([1, 2, 3])).toEqual([[0, 1, 2]])
  expect(partsOf([])).toEqual([])
})

test("a large row travels by itself, and the order of all stays", () => {
  expect(partsOf([1, big, 1, 1, big, big, 1])).toEqual([[0], "alone 1", [2, 3], "alone 4", "alone 5", [6]])
})

test("a large value is a parameter of its own, never part of a JSON text", () => {
  for (const dialect of ["sqlite", "postgresql"] as const) {
    const plan = new Plan(dialect, 0)
    plan.over(insert, [row(7, big)])
    expect(plan.statements.map(({ parameters }) => parameters)).toEqual([[7, "t".repeat(big)]])
  }
})

test("the answers of all parts are one", () => {
  const plan = new Plan("sqlite", 0)
  plan.statements.push({ sql: "before", parameters: [] })
  const read = plan.over(insert, [row(1, 1), row(2, big)])
  expect(read([[{ id: 0 }], [{ id: 1 }], [{ id: 2 }], [{ id: 3 }]])).toEqual([{ id: 1 }, { id: 2 }])
})

test.each(["sqlite", "postgresql"] as const)("a text that no database holds travels as one that can be kept, alone or among others, on %s", (dialect) => {
  const { parameters } = insert(dialect, [
    { id: 1, text: "a\0b\ud800" },
    { id: 2, text: 'as JSON: "\\u0000"' }
  ])
  expect(JSON.parse(String(parameters[0]))).toEqual([
    { id: 1, text: "a\uFFFDb\uFFFD" },
    { id: 2, text: 'as JSON: "\\u0000"' }
  ])
  expect(insert.single(dialect, { id: 1, text: "a\0b\ud800" }).parameters).toEqual([1, "a\uFFFDb\uFFFD"])
})
