import { expect, it } from "vitest"
import { readAddress } from "./page-address"

const known = { last: (value: string) => value === "24h" || value === "7d", prove: (value: string) => value === "1" }

it("reads what a page knows, and nothing is left over", () => {
  expect(readAddress("/metrics", "?last=24h&prove=1", known)).toEqual({ values: { last: "24h", prove: "1" }, ignored: [] })
})

it("tells unknown names, values that make no sense and second values, each with the address without it", () => {
  expect(readAddress("/metrics", "?range=1h&last=5y&last=24h&last=7d", known)).toEqual({
    values: { last: "24h" },
    ignored: [
      { name: "range", value: "1h", href: "/metrics?last=5y&last=24h&last=7d" },
      { name: "last", value: "5y", href: "/metrics?range=1h&last=24h&last=7d" },
      { name: "last", value: "7d", href: "/metrics?range=1h&last=5y&last=24h" }
    ]
  })
})

it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("a name that every object has, %s, is a parameter like any other", (name) => {
  expect(readAddress("/metrics", `?${name}=1`, known).ignored).toEqual([{ name, value: "1", href: "/metrics" }])
})
