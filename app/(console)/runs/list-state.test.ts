import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { RunFilter } from "@/server/domain/run-filter"
import { aRunSummary } from "@/test/fixtures/run-views"
import { apiQueryOf, conditionsOf, inputOf, isFiltered, matches, toggled, without } from "./list-conditions"
import { changed, everything, hrefOf, parseList, refuseCursor, refuseView, withoutIgnored, withoutPanel } from "./list-state"

const now = Date.UTC(2026, 10, 28, 14, 3, 22)

describe("reading the URL of the list", () => {
  it("an empty query is everything", () => expect(parseList("")).toEqual(everything))

  it("several statuses, in any order and repeated, are one condition", () => {
    expect(parseList("?status=completed,failed&status=queued").status).toEqual(["queued", "completed", "failed"])
  })

  it("an unknown parameter is told, not dropped", () => {
    expect(parseList("?stauts=failed").ignored).toEqual([{ name: "stauts", value: "failed" }])
  })

  it("an unknown value is told while the known ones of the same parameter count", () => {
    const state = parseList("?status=failed,exploded")
    expect(state.status).toEqual(["failed"])
    expect(state.ignored).toEqual([{ name: "status", value: "exploded" }])
  })

  it("values beyond as many as a list can be asked for are told in one chip, and stay in the address", () => {
    const values = Array.from({ length: 203 }, (_, n) => `actor-${n}`)
    const state = parseList(`?actor=${values.join(",")},actor-1&tool=no.*.way`)
    expect(state.actor).toEqual(values.slice(0, 100))
    expect(state.ignored).toEqual([
      { name: "tool", value: "no.*.way" },
      { name: "actor", value: values.slice(100).join(",") }
    ])
    expect(parseList(hrefOf(state, ""))).toEqual(state)
    expect(Schema.is(RunFilter)(inputOf(state, now))).toBe(true)
  })

  it("a time that is none is told", () => {
    expect(parseList("?from=yesterday").ignored).toEqual([{ name: "from", value: "yesterday" }])
    expect(parseList("?from=2026-02-31T99:00:00Z").ignored).toHaveLength(1)
    expect(parseList("?last=5y").ignored).toEqual([{ name: "last", value: "5y" }])
  })

  it("a range that ends before it begins loses its end, visibly", () => {
    const state = parseList("?from=2026-11-28T10:00:00Z&to=2026-11-28T09:00:00Z")
    expect(state.to).toBeNull()
    expect(state.ignored).toEqual([{ name: "to", value: "2026-11-28T09:00:00.000Z" }])
  })

  it("exact times outrank a moving range", () => {
    const state = parseList("?last=24h&from=2026-11-28T10:00:00Z")
    expect([state.last, state.from]).toEqual([null, Date.UTC(2026, 10, 28, 10)])
    expect(state.ignored).toEqual([{ name: "last", value: "24h" }])
  })
})

describe("every filter", () => {
  it.each([
    ["tool", "demo.*.list"],
    ["approval", "maybe"],
    ["q", "---"],
    ["minDurationMs", "long"],
    ["columns", "status,actor"],
    ["columns", "title,title"],
    ["columns", "title~9"],
    ["density", "airy"],
    ["run", "run_1"],
    ["sort", "title"],
    ["at", "noon"]
  ])("%s=%s is told as ignored and stays in the address", (name, value) => {
    const state = parseList(`?${name}=${encodeURIComponent(value)}`)
    expect(state.ignored).toEqual([{ name, value }])
    expect(parseList(hrefOf(state).slice("/runs".length))).toEqual(state)
  })

  it("a longest time below the shortest one is told", () => {
    const state = parseList("?minDurationMs=900&maxDurationMs=5")
    expect([state.maxDurationMs, state.ignored]).toEqual([null, [{ name: "maxDurationMs", value: "5" }]])
  })

  it("an empty search box says nothing", () => expect(parseList("?q=&status=failed").ignored).toEqual([]))

  it("a file has exactly the runs of the list: the same filter, in the words of the HTTP API", () => {
    const input = inputOf(parseList("?tool=demo.*&q=two%20words&last=24h&status=failed,completed"), now)
    expect(Object.fromEntries(new URLSearchParams(apiQueryOf(input)))).toEqual({
      status: "completed,failed",
      tool: "demo.*",
      q: "two words",
      from: new Date(now - 86_400_000).toISOString()
    })
  })

  it("an open panel changes nothing about the list", () => {
    const state = parseList("?status=failed&run=run_0197c4e2-0000-7000-8000-000000000000&tab=logs&call=call_1")
    expect(hrefOf(withoutPanel(state))).toBe("/runs?status=failed")
  })
})

describe("writing it", () => {
  it.each([
    "/runs",
    "/runs?status=queued,failed",
    "/runs?status=failed&last=24h",
    "/runs?from=2026-11-28T10:00:00.000Z&to=2026-11-28T11:00:00.000Z",
    "/runs?status=failed,exploded&stauts=waiting&cursor=abc",
    "/runs?tool=demo.*,github.issues.create&actor=usr_1&trigger=api&kind=code&approval=any&q=two%20words&minDurationMs=500&maxDurationMs=9000",
    "/runs?columns=title,status~180,id&density=comfortable&at=2026-11-28T10:00:00.000Z&run=run_0197c4e2-0000-7000-8000-000000000000&tab=logs"
  ])("%s reads back as what was written", (href) => {
    expect(hrefOf(parseList(href.slice("/runs".length)))).toBe(href)
  })

  it("a name or value that would break the query is escaped", () => {
    const state = parseList("?a%26b=c%3Dd%26e")
    expect(parseList(hrefOf(state).slice("/runs".length))).toEqual(state)
  })
})

describe("changing it", () => {
  it("a changed condition starts from the newest run again and keeps what was ignored", () => {
    const state = parseList("?status=failed&stauts=x&cursor=abc")
    expect(hrefOf(toggled(state, "status", "completed"))).toBe("/runs?status=failed,completed&stauts=x")
    expect(hrefOf(toggled(state, "status", "failed"))).toBe("/runs?stauts=x")
  })

  it("conditions are taken away one by one", () => {
    const state = parseList("?status=failed&last=24h")
    expect(conditionsOf(state)).toEqual(["status", "time"])
    expect(conditionsOf(without(state, "status"))).toEqual(["time"])
    expect(isFiltered(without(without(state, "status"), "time"))).toBe(false)
  })

  it("dismissing one ignored parameter leaves the others and the page", () => {
    const state = parseList("?a=1&b=2&cursor=abc")
    const [first] = state.ignored
    expect(first).toBeDefined()
    if (first) expect(hrefOf(withoutIgnored(state, first))).toBe("/runs?b=2&cursor=abc")
  })

  it("a cursor that the server refuses becomes a chip and stays in the URL until dismissed", () => {
    const state = refuseCursor(parseList("?status=failed&cursor=abc"), "abc")
    expect(state.cursor).toBeNull()
    expect(state.ignored).toEqual([{ name: "cursor", value: "abc" }])
    expect(hrefOf(state)).toBe("/runs?status=failed&cursor=abc")
    expect(refuseCursor(parseList("?cursor=other"), "abc").cursor).toBe("other")
  })

  it("a view that is none becomes a chip, and the list is what its other conditions say", () => {
    const state = refuseView(parseList("?status=failed&view=view_gone"), "view_gone")
    expect(state).toMatchObject({ view: null, status: ["failed"], ignored: [{ name: "view", value: "view_gone" }] })
    expect(hrefOf(state)).toContain("view=view_gone")
    expect(refuseView(parseList("?view=view_mine"), "view_gone").view).toBe("view_mine")
  })
  it("a preset replaces exact times", () => {
    const state = parseList("?from=2026-11-28T10:00:00Z")
    expect(hrefOf(changed(state, { last: "7d", from: null, to: null }))).toBe("/runs?last=7d")
  })
})

describe("what the server is asked", () => {
  it("a moving range is fixed by the time of the question", () => {
    expect(inputOf(parseList("?last=24h&status=failed"), now)).toEqual({ status: ["failed"], from: now - 86_400_000 })
    expect(inputOf(everything, now)).toEqual({})
  })

  it("a row matches by the same bounds: the first millisecond inside, the last one outside", () => {
    const input = { from: 1000, to: 2000 }
    expect([999, 1000, 1999, 2000].map((startedAt) => matches(input, aRunSummary({ status: "failed", startedAt })))).toEqual([false, true, true, false])
    expect(matches({ status: ["queued"] }, aRunSummary({ status: "failed", startedAt: 0 }))).toBe(false)
  })
})
