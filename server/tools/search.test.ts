import { describe, expect, it } from "vitest"
import { makeRankTools } from "./search"
import type { Tool } from "./tool-source"

const tool = (path: string, description = "", args: ReadonlyArray<string> = []): Tool => ({
  path,
  description,
  inputSchema: { type: "object", properties: Object.fromEntries(args.map((name) => [name, {}])) },
  outputSchema: null,
  effect: "read",
  repeatable: true
})

const github = [
  tool("github.issues.create", "Opens an issue in a repository.", ["owner", "repo", "title"]),
  tool("github.issues.list", "Lists issues of a repository.", ["owner", "repo", "labels"]),
  tool("github.repos.delete", "Removes a repository for good.", ["owner", "repo"]),
  tool("github.actions.listWorkflows", "Lists what runs.", ["owner"])
]
const desk = [tool("desk.create_issue", "Files a complaint."), tool("desk.rabatt.größe", "Größe des Rabatts.")]

const found = (query: string, lists = [github, desk]) => makeRankTools()(query, lists).map(({ tool: { path }, score }) => `${path} ${score}`)

describe("a search", () => {
  it("ranks words of the name over the source's, those over the description's and the arguments'", () => {
    expect(found("issue")).toEqual(["desk.create_issue 1", "github.issues.create 1", "github.issues.list 1"])
    expect(found("github workflow")[0]).toBe("github.actions.listWorkflows 0.75")
    expect(found("repository")).toEqual(["github.repos.delete 0.7", "github.issues.create 0.4", "github.issues.list 0.4"])
    expect(found("label")).toEqual(["github.issues.list 0.3"])
  })

  it("knows verbs that say the same, and words by their beginning, either way round", () => {
    expect(found("add issue").slice(0, 2)).toEqual(["desk.create_issue 0.9", "github.issues.create 0.9"])
    expect(found("work")).toEqual(["github.actions.listWorkflows 0.7"])
    expect(found("complaints department")).toEqual(["desk.create_issue 0.15"])
    expect(found("größe")).toEqual(["desk.rabatt.größe 1"])
  })

  it("puts the tool first whose whole path is asked for, and finds nothing without a word", () => {
    expect(found("GitHub.repos.delete")[0]).toBe("github.repos.delete 2")
    expect(found("")).toEqual([])
    expect(found("  ,. ")).toEqual([])
    expect(found("zebra")).toEqual([])
  })

  it("sees what a source offers now: another list is another index", () => {
    const rank = makeRankTools()
    const paths = (lists: ReadonlyArray<ReadonlyArray<Tool>>) => rank("zebra", lists).map(({ tool: { path } }) => path)
    expect(paths([github])).toEqual([])
    expect(paths([[...github, tool("zoo.zebras.feed")], desk])).toEqual(["zoo.zebras.feed"])
    expect(paths([github])).toEqual([])
  })

  it("looks words up and reads no tool again", () => {
    const rank = makeRankTools()
    let reads = 0
    const watched = github.map((one) => ({
      ...one,
      get description() {
        reads++
        return one.description
      }
    }))
    rank("issue", [watched])
    expect(reads).toBe(github.length)
    rank("repository workflow", [watched])
    expect(reads).toBe(github.length)
  })
})
