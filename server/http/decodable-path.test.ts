import { it as check } from "@effect/vitest"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { propertySeed } from "../../test/fixtures/property-seed"
import { decodablePath } from "./decodable-path"

it.each([
  ["/api/v1/runs/run_1?q=%E0%A4%A", "/api/v1/runs/run_1?q=%E0%A4%A"],
  ["/runs/a%20b", "/runs/a%20b"],
  ["/api/v1/runs/%E0%A4%A", "/api/v1/runs/%25E0%25A4%25A"],
  ["/runs/100%", "/runs/100%25"],
  ["/%ZZ/%41/%ff?x=%", "/%25ZZ/%41/%25ff?x=%"]
])("%s becomes %s", (address, expected) => {
  expect(decodablePath(address)).toBe(expected)
})

check.prop(
  "every path can be decoded afterwards, and what could be before stays as it was",
  [Schema.String],
  ([text]) => {
    const path = `/${text.replaceAll("?", "%")}`
    const made = decodablePath(path)
    expect(() => decodeURIComponent(made)).not.toThrow()
    expect(decodablePath(made)).toBe(made)
  },
  { arbitrary: { seed: propertySeed } }
)
