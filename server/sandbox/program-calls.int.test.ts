import { afterAll, describe, expect, test } from "vitest"
import { type Answered, testPool } from "../../test/fixtures/run-program"

const { dispose, outcomeOf, record } = testPool()
afterAll(dispose)

describe("what a program asks", () => {
  test("every call carries the line of the program that made it", async () => {
    const source =
      "const a = await tools.one({})\n\nconst later = () =>\n  tools.two({})\nawait later()\nawait Promise.all([1, 2].map((n) =>\n  tools.three({ n })\n))\nawait human.approve({ message: 'x' })\nawait new Promise((go) => setTimeout(go, 5))\nawait Promise.resolve({}).then(tools.four)"
    const { calls } = await record(source)
    expect(calls.map((call) => [call.kind, call.path, call.line])).toEqual([
      ["tool", "one", 1],
      ["tool", "two", 4],
      ["tool", "three", 7],
      ["tool", "three", 7],
      ["human", "human.approve", 9],
      ["timer", "setTimeout", 10],
      ["tool", "four", null]
    ])
  })

  test("any path is a function, and the ways to ask a person are the same under tools", async () => {
    const { calls, outcome } = await record(
      "await tools.a.call.b({}); await tools.human.ask({ message: 'x' }); await tools.human.other(); await tools; return [typeof tools.a, String(tools.then)]"
    )
    expect(calls.map((call) => `${call.kind} ${call.path} ${call.args}`)).toEqual([
      "tool a.call.b {}",
      'human human.ask {"message":"x"}',
      "tool human.other {}"
    ])
    expect(outcome).toMatchObject({ _tag: "Returned" })
  })

  test("a failed call is an error that can be caught, with all that is known of it", async () => {
    const answer = (): Answered => ({
      ok: false,
      json: JSON.stringify({ name: "ToolError", code: "http_404", message: "not there", status: 404, details: { id: 1 }, retryable: false, secret: "x" })
    })
    const source = "try {\n  await tools.a.b({})\n} catch (e) {\n  return [e instanceof ToolError, e instanceof Error, e.name, e.message, { ...e }]\n}"
    expect(await outcomeOf(source, { answer })).toEqual({
      _tag: "Returned",
      json: '[true,true,"ToolError","not there",{"code":"http_404","status":404,"details":{"id":1},"retryable":false}]'
    })
    expect(await outcomeOf("const a = 1\n\nawait tools.a.b({})", { answer })).toMatchObject({
      _tag: "Threw",
      name: "ToolError",
      message: "not there",
      at: { line: 3 }
    })
  })

  test("a decline can be caught with its reason, and ends the program as declined when it is not", async () => {
    const answer = (): Answered => ({
      ok: false,
      json: JSON.stringify({ name: "ToolDeclinedError", message: "Ada declined a.b", path: "a.b", action: "decline", reason: "not today", by: "Ada" })
    })
    expect(await outcomeOf("try { await tools.a.b({}) } catch (e) { return [e.name, e.path, e.action, e.reason, e.by] }", { answer })).toEqual({
      _tag: "Returned",
      json: '["ToolDeclinedError","a.b","decline","not today","Ada"]'
    })
    expect(await outcomeOf("\nawait tools.a.b({})", { answer })).toMatchObject({
      _tag: "Threw",
      name: "ToolDeclinedError",
      message: "Ada declined a.b",
      declined: true,
      at: { line: 2 }
    })
  })

  test("arguments that are not JSON never leave the program", async () => {
    const source =
      "const said = []; for (const bad of [10n, () => 1, Symbol('s')]) await tools.a.b(bad).catch((e) => said.push(e.code)); const a = {}; a.a = a; await tools.a.b(a).catch((e) => said.push(e.message)); return said"
    const { outcome, calls } = await record(source)
    expect(outcome).toEqual({
      _tag: "Returned",
      json: JSON.stringify([
        "invalid_tool_arguments",
        "invalid_tool_arguments",
        "invalid_tool_arguments",
        "a.b: the arguments are not JSON: circular reference"
      ])
    })
    expect(calls).toEqual([])
  })

  test("arguments, calls in flight and calls of a run have limits that can be caught", async () => {
    const limits = { argsBytes: 10, openCalls: 3, toolCalls: 5 }
    expect(await outcomeOf("try { await tools.a.b('ééééé') } catch (e) { return [e.code, e.message] }", { limits })).toEqual({
      _tag: "Returned",
      json: '["arguments_too_large","a.b: the arguments are 12 bytes, over the limit of 10"]'
    })
    const { outcome, calls } = await record(
      "const all = await Promise.allSettled([1, 2, 3, 4].map((n) => tools.a.b(n))); return all.map((one) => one.reason?.code ?? one.value)",
      { limits }
    )
    expect(outcome).toEqual({ _tag: "Returned", json: '[1,2,3,"too_many_calls"]' })
    expect(calls).toHaveLength(3)
    expect(await outcomeOf("for (let n = 0; ; n++) await tools.a.b(n)", { limits })).toMatchObject({
      _tag: "Threw",
      name: "ToolError",
      message: expect.stringContaining("has made 5 calls already")
    })
  })

  test("a forgotten await is named by its line before the end", async () => {
    const { logs, outcome } = await record("tools.one({})\nconst t = tools.two({})\nreturn 1")
    expect(outcome).toEqual({ _tag: "Returned", json: "1" })
    expect(logs).toEqual([
      "warn: the call to one of line 1 was still in flight when the program ended, and is cancelled: is an await missing?",
      "warn: the call to two of line 2 was still in flight when the program ended, and is cancelled: is an await missing?"
    ])
  })

  test("an unhandled rejection is a warning, a handled one is nothing", async () => {
    const { logs, outcome } = await record(
      "Promise.reject(new Error('lost'))\nconst late = Promise.reject(1)\nawait 0\nlate.catch(() => {})\nsetTimeout(() => { throw new TypeError('in a timer') }, 1)\nawait tools.a.b({})\nawait tools.a.b({})\nreturn 2"
    )
    expect(outcome).toEqual({ _tag: "Returned", json: "2" })
    expect(logs).toEqual(["warn: unhandled rejection: Error: lost (line 1)", "warn: unhandled rejection: TypeError: in a timer (line 5)"])
  })
})
