import { afterAll, describe, expect, test } from "vitest"
import { testPool } from "../../test/fixtures/run-program"

const { dispose, outcomeOf, record } = testPool()
afterAll(dispose)

describe("what a program finds", () => {
  test("every global does its work", async () => {
    const source = `
      const said = []
      said.push(structuredClone({ d: new Date(5), m: new Map([[1, new Set([2])]]) }).m.get(1).has(2))
      const url = new URL("/a b?x=1#h", "https://exämple.com:8080")
      url.searchParams.append("y", "ü z"); url.port = "99"; url.hash = ""
      said.push(url.href, url.host, url.origin, JSON.stringify(url), URL.canParse("nope"), [...new URLSearchParams("a=1&b=2&a=3").getAll("a")].join(), String(new URLSearchParams({ q: "a b" })))
      try { new URL("nope") } catch (e) { said.push(e.name, e.message) }
      said.push(new TextDecoder().decode(new TextEncoder().encode("é日")), atob(btoa("hi")))
      said.push(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()), crypto.randomUUID() !== crypto.randomUUID())
      said.push(new Date().getTimezoneOffset(), Date.now(), args.list[0].n, Object.isFrozen(args.list[0]))
      try { "use strict"; args.list.push(1) } catch (e) { said.push(e.name) }
      const kept = setTimeout(() => said.push("never"), 5); clearTimeout(kept)
      await new Promise((go) => setTimeout(go, 10, 1))
      said.push(Date.now(), await yieldControl())
      return said`
    expect(await outcomeOf(source, { args: '{"list":[{"n":1}]}' })).toEqual({
      _tag: "Returned",
      json: JSON.stringify([
        true,
        "https://xn--exmple-cua.com:99/a%20b?x=1&y=%C3%BC+z",
        "xn--exmple-cua.com:99",
        "https://xn--exmple-cua.com:99",
        '"https://xn--exmple-cua.com:99/a%20b?x=1&y=%C3%BC+z"',
        false,
        "1,3",
        "q=a+b",
        "TypeError",
        "Invalid URL: nope",
        "é日",
        "hi",
        true,
        true,
        0,
        1_000,
        1,
        true,
        "TypeError",
        3_000,
        null
      ])
    })
  })

  test("nothing of a platform is there that could reach out or tell the machine's time", async () => {
    const names = [
      "fetch",
      "require",
      "process",
      "WeakRef",
      "FinalizationRegistry",
      "performance",
      "Atomics",
      "XMLHttpRequest",
      "navigator",
      "Deno",
      "Bun",
      "module",
      "global",
      "__dirname",
      "setInterval"
    ]
    expect(await outcomeOf(`return ${JSON.stringify(names)}.filter((name) => name in globalThis)`)).toEqual({ _tag: "Returned", json: "[]" })
    expect(await outcomeOf("await fetch('http://localhost')")).toMatchObject({ name: "ReferenceError", message: "fetch is not defined" })
  })

  test("the same seed gives the same random numbers, another seed gives others", async () => {
    const source = "return [Math.random(), Math.random(), crypto.randomUUID()]"
    const [first, again, other] = [await outcomeOf(source, { seed: 1 }), await outcomeOf(source, { seed: 1 }), await outcomeOf(source, { seed: 2 })]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  test("output has its three shapes, and anything else is content", async () => {
    const { items } = await record(
      "emit(1); emit({ type: 'content', content: { a: 1 } }); emit({ type: 'file', name: 'a.txt', mimeType: 'text/plain', data: 'eA==', more: 1 }); emit({ type: 'file', name: 'a' }); emit({ type: 'notification', message: 'm' }); notify('n'); emit(undefined); emit(new Date())"
    )
    expect(items.map((json) => JSON.parse(json))).toEqual([
      { type: "content", content: 1 },
      { type: "content", content: { a: 1 } },
      { type: "file", name: "a.txt", mimeType: "text/plain", data: "eA==" },
      { type: "content", content: { type: "file", name: "a" } },
      { type: "notification", message: "m" },
      { type: "notification", message: "n" },
      { type: "content", content: null },
      { type: "content", content: "1970-01-01T00:00:01.000Z" }
    ])
  })

  test("output over its limit throws, and the log says once that it is full", async () => {
    const { outcome, items } = await record("let n = 0; try { for (;;) { emit('x'.repeat(20)); n++ } } catch (e) { return [n, e.name, e.message] }", {
      limits: { outputBytes: 1_800 }
    })
    expect(outcome).toMatchObject({ _tag: "Returned", json: expect.stringMatching(/^\[3,"RangeError","emit: this item of 51 bytes/) })
    expect(items).toHaveLength(3)
    const { logs } = await record("for (let i = 0; i < 100; i++) console.log('0123456789')", { limits: { logBytes: 400 } })
    expect(logs).toEqual([
      "info: 0123456789",
      "info: 0123456789",
      "info: 0123456789",
      "system: the log has reached its limit of 400 bytes; what follows is dropped"
    ])
  })

  test("the console shows what people mean", async () => {
    const { logs } = await record(
      "console.log('a', { b: [1] }, undefined, null, 10n, new Map([[1, 2]]), () => 1)\nconsole.error(new TypeError('bad'))\nconst a = {}; a.a = a; console.warn(a); console.debug('x'.repeat(9000).length)"
    )
    expect(logs).toEqual([
      'info: a {"b":[1]} undefined null 10n Map [[1,2]] [function ]',
      "error: TypeError: bad (line 2)",
      "warn: [object Object]",
      "debug: 9000"
    ])
  })

  test("a program that overwrites the built-ins lies to nobody but itself", async () => {
    const source =
      "JSON.stringify = () => 'lie'; Map.prototype.get = () => null; Promise.prototype.then = null; Array.prototype.push = null; Object.prototype.get = 1; Error.prepareStackTrace = () => 5; const r = await tools.a.b({ n: 1 }); return r"
    const { outcome, calls } = await record(source)
    expect(calls).toMatchObject([{ path: "a.b", args: '{"n":1}', line: null }])
    expect(outcome).toEqual({ _tag: "Returned", json: '{"n":1}' })
  })
})
