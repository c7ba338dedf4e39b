import { describe, expect, it } from "vitest"
import { appPages } from "@/e2e/app-pages"
import { sections } from "../../settings/sections"
import { entriesFor, fits, meantBy, questionIdIn, runIdIn } from "./palette-entries"

const entries = entriesFor(sections.map(({ action }) => action))
const run = "run_0197a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"

describe("the palette", () => {
  it("finds an entry by the beginnings of its words, in any order, and by other words for it", () => {
    const found = (typed: string) => entries.filter((entry) => fits(entry, typed)).map(({ name }) => name)
    expect(found("fail run")).toEqual(["Runs that failed"])
    expect(found("api ke")).toEqual(["Service tokens"])
    expect(found("zzz")).toEqual([])
    expect(found("  ")).toHaveLength(entries.length)
  })

  it("leads only to pages that exist", () => {
    const pages = new Set(appPages().map(({ pattern }) => pattern))
    expect(entries.map(({ href }) => href.split("?")[0]).filter((path) => path !== undefined && !pages.has(path))).toEqual([])
  })

  it("leads nobody to settings that are not theirs", () => {
    const offered = entriesFor(["members:read"]).map(({ href }) => href)
    expect(offered).toContain("/settings/members")
    expect(offered).not.toContain("/settings/audit")
  })

  it("recognises an id in whatever was pasted, and nothing that only looks like one", () => {
    expect(runIdIn(`https://signalbox.example/runs/${run}?tab=logs`)).toBe(run)
    expect(runIdIn(run.toUpperCase())).toBe(run)
    expect(runIdIn(`${run}0`)).toBeNull()
    expect(runIdIn("run_1")).toBeNull()
    expect(questionIdIn(`int_${run.slice(4)}`)).toBe(`int_${run.slice(4)}`)
    expect(questionIdIn(run)).toBeNull()
  })

  it("knows where Enter leads before anything was fetched: an id, a page, a filter, else the runs with these words", () => {
    expect(meantBy(entries, `see ${run}`)).toBe(`/runs/${run}`)
    expect(meantBy(entries, `int_${run.slice(4)}`)).toBe(`/approvals/int_${run.slice(4)}`)
    expect(meantBy(entries, "metr")).toBe("/metrics")
    expect(meantBy(entries, "failed")).toBe("/runs?status=failed")
    expect(meantBy(entries, " sorts quinces & pears ")).toBe("/runs?q=sorts%20quinces%20%26%20pears")
    expect(meantBy(entries, "z")).toBeNull()
    expect(meantBy(entries, "  ")).toBeNull()
  })
})
