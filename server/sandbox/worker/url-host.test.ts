import { expect, test } from "vitest"
import { urlOperation } from "./url-host"

const parts = (...given: readonly [string, string, string, string]) => JSON.parse(urlOperation(...given) ?? "null")

test("a URL comes as its parts, with and without a base", () => {
  expect(parts("parse", "https://u:p@exämple.com:8080/a?b=c#d", "", "")).toMatchObject({
    host: "xn--exmple-cua.com:8080",
    search: "?b=c",
    username: "u",
    origin: "https://xn--exmple-cua.com:8080"
  })
  expect(parts("parse", "../x", "http://a/b/c", "")).toMatchObject({ href: "http://a/x" })
})

test("what is no URL is nothing, and never an exception", () => {
  expect(urlOperation("parse", "nope", "", "")).toBeUndefined()
  expect(urlOperation("parse", "/a", "also nope", "")).toBeUndefined()
  expect(urlOperation("set", "nope", "host", "a")).toBeUndefined()
  expect(urlOperation("set", "http://a/", "toString", "x")).toBeUndefined()
  expect(urlOperation("unknown", "", "", "")).toBeUndefined()
})

test("parts are set as a URL sets them, and a wrong value changes nothing", () => {
  expect(parts("set", "http://a/", "port", "81")).toMatchObject({ href: "http://a:81/" })
  expect(parts("set", "http://a/", "port", "nope")).toMatchObject({ href: "http://a/" })
})

test("parameters go both ways", () => {
  expect(urlOperation("params", "?a=1&b=%C3%BC+x", "", "")).toBe('[["a","1"],["b","ü x"]]')
  expect(urlOperation("text", '[["q","a b"],["ü","&"]]', "", "")).toBe("q=a+b&%C3%BC=%26")
})
