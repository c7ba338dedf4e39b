import { QueryClient } from "@tanstack/react-query"
import { describe, expect, it } from "vitest"
import { hasProtoKey, plainJson, received, sent } from "./plain-json"
import { withUnchanged } from "./with-unchanged"

const odd = '{"a":[{"__proto__":{"a":1},"constructor":2,"prototype":3}]}'

describe("a value with the names that every object has", () => {
  it("goes to the server and comes back as it is", () => {
    expect(JSON.stringify(plainJson.output.deserialize({ json: JSON.parse(odd) }))).toBe(odd)
    expect(JSON.stringify(plainJson.input.serialize(JSON.parse(odd)))).toBe(`{"json":${odd}}`)
    expect(plainJson.output.deserialize({})).toBeUndefined()
  })

  it("goes from a page to its parts as text, and only such a value does", () => {
    const given = sent(JSON.parse(odd))
    expect(given).toEqual({ text: odd })
    expect(JSON.stringify(received(given))).toBe(odd)
    const plain = { a: [{ b: 1 }] }
    expect(received(sent(plain))).toBe(plain)
    // React's way leaves out what is undefined.
    const nothing: ReturnType<typeof sent<undefined>> = JSON.parse(JSON.stringify(sent(undefined)))
    expect(received(nothing)).toBeUndefined()
  })

  it("is found where it is the value's own, not where a text says so", () => {
    expect(hasProtoKey(JSON.parse(odd))).toBe(true)
    expect(hasProtoKey({ a: "__proto__", b: null, c: [1] })).toBe(false)
  })

  it("stays whole when it is read again", () => {
    const client = new QueryClient({ defaultOptions: { queries: { structuralSharing: withUnchanged } } })
    client.setQueryData(["run"], JSON.parse(odd))
    client.setQueryData(["run"], JSON.parse(odd.replace("2", "4")))
    expect(JSON.stringify(client.getQueryData(["run"]))).toBe(odd.replace("2", "4"))
    const before = { same: { a: 1 }, other: 1 }
    expect(withUnchanged(before, { same: { a: 1 }, other: 2 })).toMatchObject({ other: 2 })
    expect(withUnchanged(before, { same: { a: 1 }, other: 1 })).toBe(before)
  })
})
