import { describe, expect, test } from "vitest"
import { rules, styleFaults } from "./style-rules.mjs"

const core = "server/engine/planted.ts"
const page = "app/(console)/runs/planted.tsx"
const named = (path, text) => styleFaults(path, text).map(({ rule }) => rule)

/** One violation for every rule: a rule that stops finding its own is noticed here. */
const planted = {
  clock: [
    [core, "const now = Date.now()"],
    [core, "const now = new Date()"]
  ],
  random: [
    [core, "const dice = Math.random()"],
    [core, "const id = crypto.randomUUID()"]
  ],
  timer: [[core, "setTimeout(() => {}, 10)"]],
  "effect-control": [
    ["server/tools/planted.ts", "Effect.gen(function* () { try { yield* one } catch {} })"],
    ["server/tools/planted.ts", 'Effect.fn("one")(function* () { list.map(async (item) => item) })'],
    [core, "const load = async () => 1"]
  ],
  instanceof: [["server/http/planted.ts", "if (error instanceof AlreadyDecided) answer()"]],
  cast: [
    [page, "const id = text as RunId"],
    ["server/http/planted.ts", "const id = <RunId>text"]
  ],
  transaction: [["server/store/planted.ts", "client.$transaction(async (tx) => tx.run.create({}))"]],
  "module-state": [
    ["server/live/planted.ts", "let feed = 0"],
    ["server/live/planted.ts", "const feeds = new Map<string, number>()"]
  ],
  patience: [
    ["test/contract/planted.ts", "await vi.waitUntil(() => isThere)"],
    ["server/live/planted.test.ts", "await vi.waitFor(() => expect(one).toBe(1))"]
  ],
  seed: [
    ["server/live/planted.test.ts", 'import fc from "fast-check"'],
    ["server/live/planted.test.ts", 'it.effect.prop("one", [Schema.String], () => true, { arbitrary: { runs: 4 } })']
  ],
  run: [["server/tools/planted.ts", "Effect.runPromise(program)"]],
  "process-env": [
    ["server/http/planted.ts", "const port = process.env.PORT"],
    ["instrumentation.ts", "if (process.env.NEXT_RUNTIME) start()"]
  ],
  "initial-data": [[page, "useQuery({ ...options, initialData: given })"]],
  "tab-storage": [["app/hooks/planted.ts", 'sessionStorage.setItem("a", "b")']],
  "route-name": [["app/ui/icon.tsx", "export const Icon = () => null"]],
  "file-name": [["server/engine/utils.ts", "export const one = 1"]]
}

describe("style rules", () => {
  test.each(Object.keys(rules))("%s finds a planted violation", (rule) => {
    expect(planted[rule]).toBeDefined()
    for (const [path, text] of planted[rule]) expect(named(path, text)).toContain(rule)
  })

  test("what is right passes", () => {
    expect(named(core, 'const at = new Date(epochMs)\nconst kinds = ["a"] as const\nconst names = new Set(["a"])')).toEqual([])
    expect(named("server/tools/one.ts", "Effect.gen(function* () { yield* Effect.tryPromise(async () => await fetch(url)) })")).toEqual([])
    expect(named("server/store/one.ts", "client.$transaction([one, two])")).toEqual([])
    expect(named("server/engine/one.test.ts", "const now = Date.now()")).toEqual([])
    expect(named("server/sandbox/worker/vm.ts", "setTimeout(stop, 10)")).toEqual([])
  })

  test("an exception needs a reason", () => {
    expect(named(core, "// allow clock: the journal's first entry is written before a runtime exists\nconst now = Date.now()")).toEqual([])
    expect(named(core, "const now = Date.now() // allow clock: written before a runtime exists")).toEqual([])
    expect(named(core, "const now = Date.now() // allow clock: so")).toEqual(["allow"])
  })

  test("an exception that nothing needs is a fault", () => {
    expect(named(core, "const one = 1 // allow clock: written before a runtime exists")).toEqual(["allow"])
    expect(named(core, "const one = 1 // allow colour: written before a runtime exists")).toEqual(["allow"])
  })

  test("the line of the fault is named", () => {
    expect(styleFaults(core, "const one = 1\n\nconst now = Date.now()")).toMatchObject([{ line: 3, rule: "clock" }])
  })
})
