import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { png } from "../../../../test/fixtures/earlier-mcp-server"
import { call, noteCommand as command, driver, opened, teamId } from "../../../../test/fixtures/mcp-source"
import { earlierUpstream, modernUpstream } from "../../../../test/fixtures/mcp-upstream"
import type { OutputItem } from "../../../domain/run"
import type { InCallQuestion } from "../../../engine/tool-invoker"

const streamable = (token?: string) => upstream(() => earlierUpstream("streamable", token))
const sse = upstream(() => earlierUpstream("sse"))
const modern = upstream(modernUpstream)
function upstream<A extends { readonly close: () => Promise<void> }>(open: () => Promise<A>) {
  return Effect.acquireRelease(Effect.promise(open), (one) => Effect.promise(() => one.close()))
}

describe.each(["Streamable HTTP", "the older SSE", "a command"] as const)("a server of the 1.x SDK over %s", (over) => {
  const given = over === "a command" ? Effect.succeed(command) : Effect.map(over === "the older SSE" ? sse : streamable(), ({ url }) => ({ url }))

  it.live("has its tools under stable, readable paths, and none of them is harmless by its own word", () =>
    Effect.gen(function* () {
      const of = yield* driver()
      const { kept, tools } = yield* opened(of, yield* given)
      expect(kept.source).toMatchObject({ title: "notes", description: "Keeps notes.", toolCount: 18 })
      const all = yield* tools.tools(teamId)
      expect(all.map(({ path }) => path).slice(0, 9)).toEqual([
        "notes.ask_link",
        "notes.ask_many",
        "notes.ask_name",
        "notes.ask_nonsense",
        "notes.die",
        "notes.echo_env",
        "notes.fail",
        "notes.grow",
        "notes.hang"
      ])
      const effects = Object.fromEntries(all.map(({ path, effect, repeatable }) => [path, [effect, repeatable]]))
      expect(effects).toMatchObject({ "notes.list_notes": ["write", false], "notes.notes.add": ["write", false], "notes.wipe": ["destructive", false] })
      const trusted = yield* (yield* of.open({ ...kept, source: { ...kept.source, trustsHints: true } }, Effect.void)).tools(teamId)
      expect(trusted.find(({ path }) => path === "notes.list_notes")).toMatchObject({ effect: "read", repeatable: true })
      expect(trusted.find(({ path }) => path === "notes.wipe")).toMatchObject({ effect: "destructive", repeatable: false })
    })
  )

  it.live("is called, asks a person in the middle, and gets the answer", () =>
    Effect.gen(function* () {
      const { tools } = yield* opened(yield* driver(), yield* given)
      expect(yield* call(tools, "notes.notes.add", { text: "milk" })).toEqual({ count: 1 })
      expect(yield* call(tools, "notes.list_notes")).toEqual({ notes: ["milk"] })
      const asked: Array<InCallQuestion> = []
      const answer = (question: InCallQuestion) =>
        Effect.sync(() => {
          asked.push(question)
          return { action: "accept", content: question.kind === "form" ? { name: "Ann", times: 2 } : null } as const
        })
      expect(yield* call(tools, "notes.ask_name", {}, { answer })).toBe("Hello, Ann!")
      expect(yield* call(tools, "notes.ask_link", {}, { answer })).toBe("accept")
      expect(asked).toMatchObject([
        { kind: "form", message: "What is your name?", requestedSchema: { required: ["name"] } },
        { kind: "url", message: "Sign in first", url: "https://accounts.example.com/start" }
      ])
      expect(yield* call(tools, "notes.ask_name", {}, { answer: () => Effect.succeed({ action: "decline" }) })).toBe("no name: decline")
      expect(yield* call(tools, "notes.ask_nonsense", {}, { answer })).toMatch(/Invalid elicitation|cannot be shown/)
      expect(asked).toHaveLength(2)
    })
  )

  it.live("that wants a link to be opened first has a person do that, and is called again", () =>
    Effect.gen(function* () {
      const { tools } = yield* opened(yield* driver(), yield* given)
      const declined = yield* Effect.flip(call(tools, "notes.sign_in_first", {}, { answer: () => Effect.succeed({ action: "decline" }) }))
      expect(declined).toMatchObject({
        code: "mcp_error",
        message: expect.stringMatching(/wants https:\/\/accounts\.example\.com\/sign-in to be opened first, and nobody did/)
      })
      const asked: Array<InCallQuestion> = []
      const answer = (question: InCallQuestion) => {
        asked.push(question)
        return Effect.succeed({ action: "accept", content: null } as const)
      }
      expect(yield* call((yield* opened(yield* driver(), yield* given)).tools, "notes.sign_in_first", {}, { answer })).toBe("signed in")
      expect(asked).toMatchObject([{ kind: "url", message: "Sign in to the notes", url: "https://accounts.example.com/sign-in" }])
    })
  )

  it.live("whose answer does not fit what its tool promises is told, and what it did is done", () =>
    Effect.gen(function* () {
      const { tools } = yield* opened(yield* driver(), yield* given)
      const failure = yield* Effect.flip(call(tools, "notes.lie"))
      expect(failure).toMatchObject({ code: "invalid_response", message: expect.stringMatching(/count must be of type integer.*the call itself was made/) })
    })
  )

  it.live("fails a call with its own words, and goes on", () =>
    Effect.gen(function* () {
      const { tools } = yield* opened(yield* driver(), yield* given)
      expect(yield* Effect.flip(call(tools, "notes.fail"))).toMatchObject({ code: "mcp_tool_error", message: "notes.fail: the desk is closed" })
      expect(yield* Effect.flip(call(tools, "notes.refuse"))).toMatchObject({ code: "mcp_error", details: { code: -32603 } })
      expect(yield* call(tools, "notes.progress")).toBe("done")
    })
  )

  it.live("that is quiet for too long, says too much or ends fails that call alone, and is connected to again", () =>
    Effect.gen(function* () {
      const source = yield* given
      const impatient = yield* opened(yield* driver({ quietMs: 1_500 }), source)
      expect(yield* Effect.flip(call(impatient.tools, "notes.hang"))).toMatchObject({ code: "tool_timeout" })
      // A busy machine may take longer for what is not quiet at all.
      const { tools } = yield* opened(yield* driver(), source)
      const failures = yield* Effect.forEach(["notes.huge", "notes.die"], (path) => Effect.flip(call(tools, path)))
      expect(failures.map(({ code }) => code)).toEqual(["result_too_large", "source_unavailable"])
      expect(failures[1]?.message).toMatch(/whether it did what was asked is not known/)
      expect(yield* call(tools, "notes.progress")).toBe("done")
    })
  )

  it.live("says that its tools changed", () =>
    Effect.gen(function* () {
      const of = yield* driver()
      const changed = yield* Deferred.make<void>()
      const { kept, tools } = yield* opened(of, yield* given, { changed: Effect.asVoid(Deferred.succeed(changed, undefined)) })
      expect(yield* call(tools, "notes.grow")).toBe("grown")
      yield* Deferred.await(changed)
      expect((yield* of.readAgain(kept)).toolCount).toBe(19)
    })
  )
})

describe("a server of the 2.x SDK, on the newest revision", () => {
  it.live("asks in its answer, and is asked again with the person's", () =>
    Effect.gen(function* () {
      const { tools } = yield* opened(yield* driver(), { url: (yield* modern).url })
      expect(yield* call(tools, "notes.read")).toEqual({ said: "read" })
      expect(yield* call(tools, "notes.ask", {}, { answer: () => Effect.succeed({ action: "accept", content: { name: "Bo" } }) })).toBe("Hello, Bo!")
    })
  )
})

describe("what a tool returns besides text", () => {
  it.live("is put out by the run, and the program has all of it", () =>
    Effect.gen(function* () {
      const { tools } = yield* opened(yield* driver(), { url: (yield* streamable()).url })
      const put: Array<OutputItem> = []
      expect(yield* call(tools, "notes.picture", {}, { put })).toMatchObject([
        { text: "Here it is" },
        { type: "image" },
        { type: "resource" },
        { type: "resource_link" }
      ])
      expect(put).toEqual([
        { type: "file", name: "image-1.png", mimeType: "image/png", data: png },
        { type: "file", name: "all.txt", mimeType: "text/plain", data: Buffer.from("all notes").toString("base64") }
      ])
    })
  )
})

describe("a call that is given up", () => {
  it.live("is given up at the server too, and its connection is not used again", () =>
    Effect.gen(function* () {
      const open = yield* streamable()
      const { tools } = yield* opened(yield* driver(), { url: open.url })
      const started = yield* Deferred.make<void>()
      const asking = yield* Effect.forkChild(
        call(tools, "notes.ask_name", {}, { answer: () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never) })
      )
      yield* Deferred.await(started)
      yield* Fiber.interrupt(asking)
      expect(yield* call(tools, "notes.list_notes")).toEqual({ notes: [] })
    })
  )
})

describe("credentials", () => {
  const canary = "canary-0f8a6c2e-token"

  it.live("are sent, and never come back", () =>
    Effect.gen(function* () {
      const open = yield* streamable(canary)
      const { kept, tools } = yield* opened(yield* driver(), { url: open.url, auth: { type: "bearer", token: canary } })
      expect(yield* call(tools, "notes.notes.add", { text: `it was ${canary}` })).toEqual({ count: 1 })
      expect(yield* call(tools, "notes.list_notes")).toEqual({ notes: ["it was [redacted]"] })
      expect(new Set(open.authorizations)).toEqual(new Set([`Bearer ${canary}`]))
      expect(JSON.stringify({ ...kept, content: { ...kept.content, secret: "" } })).not.toContain(canary)
    })
  )

  it.live("that are wrong are a clear fault of the source", () =>
    Effect.gen(function* () {
      const open = yield* streamable(canary)
      const fault = yield* Effect.flip((yield* driver()).read("src_1", { url: open.url, auth: { type: "bearer", token: "another-token" } }))
      expect(fault).toMatchObject({ path: "auth", reason: expect.stringMatching(/answered 401: it wants other credentials/) })
    })
  )
})

describe("a place that cannot be reached", () => {
  it.live.each([
    ["http://127.0.0.1:9/mcp", ["127.0.0.1:9"], /refuses connections/],
    ["http://169.254.169.254/mcp", [], /link-local or metadata/],
    ["http://10.0.0.1/mcp", [], /private or reserved/],
    ["file:///etc/passwd", [], /only http and https/]
  ] as const)("%s is refused in words", ([url, allow, words]) =>
    Effect.gen(function* () {
      const fault = yield* Effect.flip((yield* driver({ allow })).read("src_1", { url }))
      expect(fault.reason).toMatch(words)
    })
  )

  it.live("is what a server that was there and is gone has become; it is found again when it is back", () =>
    Effect.gen(function* () {
      const open = yield* streamable()
      const { tools } = yield* opened(yield* driver(), { url: open.url })
      expect(yield* call(tools, "notes.list_notes")).toEqual({ notes: [] })
      open.forget()
      // It was started anew and does not know the session: nothing came of the call, so it is made again.
      expect(yield* call(tools, "notes.notes.add", { text: "x" })).toEqual({ count: 1 })
      yield* Effect.promise(() => open.close())
      expect(yield* Effect.flip(call(tools, "notes.list_notes"))).toMatchObject({ code: "source_unavailable", retryable: true })
    })
  )
})
