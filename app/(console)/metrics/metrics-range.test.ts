import { describe, expect, it } from "vitest"
import { formatShare, rangeOf, runsHref } from "./metrics-range"

describe("the range of the figures", () => {
  it("is a week unless another one is named, and says what it could not read", () => {
    expect(rangeOf("")).toEqual({ range: "7d", ignored: [] })
    expect(rangeOf("?last=24h")).toEqual({ range: "24h", ignored: [] })
    expect(rangeOf("?last=toString")).toEqual({ range: "7d", ignored: [{ name: "last", value: "toString", href: "/metrics" }] })
    expect(rangeOf("?last=24h&last=7d")).toEqual({ range: "24h", ignored: [{ name: "last", value: "7d", href: "/metrics?last=24h" }] })
    expect(rangeOf("?range=24h&from=2026-11-28T10:00:00Z")).toMatchObject({ range: "7d", ignored: [{ name: "range" }, { name: "from" }] })
  })
})

describe("the list behind a figure", () => {
  it("has the figure's own bounds and conditions", () => {
    const range = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 2) }
    expect(runsHref(range, { status: ["failed", "interrupted"], tool: "demo.tickets.list" })).toBe(
      "/runs?status=failed,interrupted&tool=demo.tickets.list&from=2026-11-01T00:00:00.000Z&to=2026-11-02T00:00:00.000Z"
    )
    expect(runsHref(range, { minDurationMs: 1200 })).toContain("minDurationMs=1200")
  })

  it("keeps what would break out of a value", () => {
    expect(new URLSearchParams(runsHref({ from: 0, to: 1 }, { actor: "a&b=c,d" }).slice(6)).get("actor")).toBe("a&b=c,d")
  })
})

describe("a share", () => {
  it("never shows some as none, nor nearly all as all", () => {
    expect([formatShare(0, 0), formatShare(0, 10), formatShare(1, 10_000), formatShare(9_999, 10_000), formatShare(1, 3), formatShare(2, 2)]).toEqual([
      "–",
      "0.0 %",
      "< 0.1 %",
      "> 99.9 %",
      "33.3 %",
      "100.0 %"
    ])
  })
})
