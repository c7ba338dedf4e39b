import { expect, it } from "vitest"
import { queryAskedFor } from "./asked-for"

it("keeps every name of a query, in its order and as often as it was sent", () => {
  const query = "?b=1&__proto__=1&constructor=2&a=%20&b=3&toString"
  expect(queryAskedFor(`/runs${query}`, "?b=1&b=3")).toBe(query)
})

it("leaves out what the router adds for itself", () => {
  expect(queryAskedFor("/runs?_rsc=1x2&status=failed&_rsc", "")).toBe("?status=failed")
  expect(queryAskedFor("/runs?_rsc=1x2", "")).toBe("")
  expect(queryAskedFor("/runs?_rscue=1", "")).toBe("?_rscue=1")
})

it("knows an address without a query from one that nobody noted", () => {
  expect(queryAskedFor("/runs", "?old=1")).toBe("")
  expect(queryAskedFor("/runs?", "?old=1")).toBe("")
  expect(queryAskedFor(null, "?old=1")).toBe("?old=1")
})
