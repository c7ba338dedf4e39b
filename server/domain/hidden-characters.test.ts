import { expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { hasHidden, spelledOut, splitHidden } from "./hidden-characters"

const tags = (text: string): ReadonlyArray<string> => splitHidden(text).flatMap((run) => (run.kind === "hidden" ? [`${run.code} ${run.name}`] : []))

test.each([
  ["right-to-left override", "transfer\u202eexe", "U+202E right-to-left override"],
  ["left-to-right isolate", "a\u2066b", "U+2066 left-to-right isolate"],
  ["pop directional isolate", "a\u2069b", "U+2069 pop directional isolate"],
  ["Arabic letter mark", "a\u061cb", "U+061C Arabic letter mark"],
  ["zero-width space", "pay\u200bpal", "U+200B zero-width space"],
  ["zero-width joiner between letters", "a\u200db", "U+200D zero-width joiner"],
  ["byte order mark", "\ufeffa", "U+FEFF zero-width no-break space"],
  ["word joiner", "a\u2060b", "U+2060 word joiner"],
  ["soft hyphen", "a\u00adb", "U+00AD soft hyphen"],
  ["line separator", "a\u2028b", "U+2028 line separator"],
  ["escape", "\u001b[31m", "U+001B escape"],
  ["null", "a\u0000b", "U+0000 null"],
  ["delete", "a\u007fb", "U+007F delete"],
  ["C1 control", "a\u0085b", "U+0085 control character"],
  ["carriage return that overwrites a line", "safe\rrm -rf", "U+000D carriage return"],
  ["Hangul filler", "a\u3164b", "U+3164 Hangul filler"],
  ["blank braille pattern", "a\u2800b", "U+2800 blank braille pattern"],
  ["tag character that smuggles text", "a\u{e0041}b", "U+E0041 tag character"],
  ["variation selector after a letter", "a\ufe01b", "U+FE01 variation selector"],
  ["variation selector after a digit", "pay 1\ufe0f00", "U+FE0F variation selector"],
  ["second variation selector of an emoji", "❤\ufe0f\ufe0f", "U+FE0F variation selector"],
  ["zero-width joiner after a digit", "1\u200d👍", "U+200D zero-width joiner"],
  ["supplementary variation selector", "a\u{e0101}b", "U+E0101 variation selector"],
  ["unpaired surrogate", "a\ud800b", "U+D800 half of a character"]
])("%s becomes a tag", (_, text, tag) => {
  expect(tags(text)).toEqual([tag])
})

test.each([
  ["plain text", "Refund order 20881"],
  ["lines and tabs", "a\nb\tc\r\nd"],
  ["a family of emoji joined by joiners", "👨‍👩‍👧‍👦 and 👩🏽‍💻"],
  ["emoji with a presentation selector", "❤️ ✔️ 1️⃣ #️⃣ 👁️‍🗨️"],
  ["right-to-left letters as such", "مرحبا שלום"],
  ["an Arabic number sign that has ink", "\u0600 1"],
  ["accents and other scripts", "Zoë, Łódź, 東京, ไทย"]
])("%s is left alone", (_, text) => {
  expect(splitHidden(text)).toEqual([{ kind: "text", text }])
  expect(hasHidden(text)).toBe(false)
})

test.each([
  ["\u00a0", "U+00A0 no-break space"],
  ["\u1680", "U+1680 Ogham space mark"],
  ["\u2000", "U+2000 space"],
  ["\u200a", "U+200A hair space"],
  ["\u202f", "U+202F narrow no-break space"],
  ["\u205f", "U+205F mathematical space"],
  ["\u3000", "U+3000 ideographic space"]
])("where spaces count, %j is no space of the space bar", (space, tag) => {
  const text = `pay 1${space}00 to Ann`
  expect(hasHidden(text)).toBe(false)
  expect(splitHidden(text, { spaces: true }).flatMap((run) => (run.kind === "hidden" ? [`${run.code} ${run.name}`] : []))).toEqual([tag])
})

test("what cannot be marked is spelled out", () => {
  expect(spelledOut("transfer\u202eexe\u200b")).toBe("transfer<U+202E>exe<U+200B>")
  expect(spelledOut("Refund order 20881")).toBe("Refund order 20881")
})

test("runs keep their order, and empty ones are left out", () => {
  expect(splitHidden("\u202eab\u200b\u200bc")).toEqual([
    { kind: "hidden", character: "\u202e", code: "U+202E", name: "right-to-left override" },
    { kind: "text", text: "ab" },
    { kind: "hidden", character: "\u200b", code: "U+200B", name: "zero-width space" },
    { kind: "hidden", character: "\u200b", code: "U+200B", name: "zero-width space" },
    { kind: "text", text: "c" }
  ])
  expect(splitHidden("")).toEqual([])
})

test("the runs together are the text, and no plain run holds a bidirectional control", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const runs = splitHidden(text)
      expect(runs.map((run) => (run.kind === "text" ? run.text : run.character)).join("")).toBe(text)
      for (const run of runs) if (run.kind === "text") expect(run.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/)
    })
  )
})
