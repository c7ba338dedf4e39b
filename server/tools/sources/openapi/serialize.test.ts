import { describe, expect, test } from "vitest"
import { headerValue, pathPart, queryParts } from "./serialize"

const color = { empty: "", text: "blue", list: ["blue", "black", "brown"], object: { R: 100, G: 200, B: 150 } } as const

describe("paths are written as the OpenAPI specification's table says", () => {
  test.each([
    ["simple", false, color.text, "blue"],
    ["simple", false, color.list, "blue,black,brown"],
    ["simple", false, color.object, "R,100,G,200,B,150"],
    ["simple", true, color.object, "R=100,G=200,B=150"],
    ["label", false, color.text, ".blue"],
    ["label", false, color.list, ".blue,black,brown"],
    ["label", true, color.list, ".blue.black.brown"],
    ["label", true, color.object, ".R=100.G=200.B=150"],
    ["matrix", false, color.text, ";color=blue"],
    ["matrix", false, color.list, ";color=blue,black,brown"],
    ["matrix", true, color.list, ";color=blue;color=black;color=brown"],
    ["matrix", false, color.object, ";color=R,100,G,200,B,150"],
    ["matrix", true, color.object, ";R=100;G=200;B=150"],
    ["simple", false, "a/b?c#d e", "a%2Fb%3Fc%23d%20e"],
    ["simple", false, ["a,b", "c"], "a%2Cb,c"]
  ] as const)("%s, explode %s, %j", (style, explode, value, written) => {
    expect(pathPart({ name: "color", style, explode }, value)).toBe(written)
  })
})

describe("queries are written as the OpenAPI specification's table says", () => {
  test.each([
    ["form", true, color.text, "color=blue"],
    ["form", true, color.empty, "color="],
    ["form", false, color.list, "color=blue,black,brown"],
    ["form", true, color.list, "color=blue&color=black&color=brown"],
    ["form", false, color.object, "color=R,100,G,200,B,150"],
    ["form", true, color.object, "R=100&G=200&B=150"],
    ["spaceDelimited", false, color.list, "color=blue%20black%20brown"],
    ["pipeDelimited", false, color.list, "color=blue%7Cblack%7Cbrown"],
    ["deepObject", true, color.object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
    ["deepObject", true, { a: { b: [1, 2] } }, "color%5Ba%5D%5Bb%5D%5B%5D=1&color%5Ba%5D%5Bb%5D%5B%5D=2"],
    ["form", true, [], ""],
    ["form", true, "a&b=c+d#e", "color=a%26b%3Dc%2Bd%23e"]
  ] as const)("%s, explode %s, %j", (style, explode, value, written) => {
    expect(queryParts({ name: "color", style, explode }, value).join("&")).toBe(written)
  })

  test("reserved characters stay where the document says so, but none that would end the value", () => {
    expect(queryParts({ name: "q", style: "form", explode: true, allowReserved: true }, "a/b:c?d&e#f+g").join("&")).toBe("q=a/b:c?d%26e%23f%2Bg")
  })
})

test.each([
  ["text", false, "text"],
  [[1, 2], false, "1,2"],
  [{ R: 100, G: 200 }, false, "R,100,G,200"],
  [{ R: 100, G: 200 }, true, "R=100,G=200"]
] as const)("a header of %j, explode %s", (value, explode, written) => {
  expect(headerValue({ explode }, value)).toBe(written)
})

test("half a character goes out as what stands for it, wherever it is", () => {
  const [half, sent] = ["a\ud800", "a%EF%BF%BD"]
  expect(pathPart({ name: "n", style: "simple", explode: false }, half)).toBe(sent)
  expect(pathPart({ name: half, style: "matrix", explode: true }, { [half]: half })).toBe(`;${sent}=${sent}`)
  expect(queryParts({ name: half, style: "form", explode: true }, half)).toEqual([`${sent}=${sent}`])
  expect(queryParts({ name: "n", style: "form", explode: false, allowReserved: true }, [half])).toEqual([`n=${sent}`])
  expect(queryParts({ name: "n", style: "deepObject", explode: true }, { [half]: half })).toEqual([`n%5B${sent}%5D=${sent}`])
})
