import { expect, test } from "vitest"
import { sourceAmong, sourceGroups } from "./source-groups"
import type { Source } from "./tools-parts"

const source = (name: string): Source => ({
  ...{
    name,
    kind: "openapi",
    title: name,
    baseUrl: "https://api.example.com",
    url: null,
    status: "ready",
    error: null,
    description: "",
    toolCount: 2,
    problemCount: 0
  },
  ...{ credentials: null, trustsHints: false, refreshedAt: 1, createdAt: 1 }
})
const all = [{ source: "demo" }, { source: "github" }, { source: "demo" }]

test("the team's sources and those that are built in are told apart", () => {
  const { own, others, counts } = sourceGroups([source("github"), source("empty")], all)
  expect(own?.map(({ name }) => name)).toEqual(["github", "empty"])
  expect(others).toEqual(["demo"])
  expect(counts.get("demo")).toBe(2)
})

test("what could not be read is not called none, and nobody's source is called built in for it", () => {
  expect(sourceGroups(null, all)).toMatchObject({ own: null, others: ["demo", "github"] })
  expect(sourceGroups([source("github")], null)).toMatchObject({ own: [{ name: "github" }], others: null })
})

test("a source that there is not is told, unless nobody knows", () => {
  const isSource = sourceAmong([source("empty")], all)
  expect(["empty", "demo", "nope"].map(isSource)).toEqual([true, true, false])
  expect([sourceAmong(null, all)("nope"), sourceAmong([], null)("nope")]).toEqual([true, true])
})
