import { assert, describe, it } from "vitest"
import { parseFormSchema } from "@/server/domain/form-schema"
import { controlId, faultsOf, faultsTitle } from "./form-values"

const form = parseFormSchema({ type: "object", properties: { overlap: { type: "integer", title: "Overlap, in minutes", maximum: 120 } } })
const fields = "fields" in form ? form.fields : []

describe("faultsOf", () => {
  it("names the field in the summary and not below the field", () => {
    const [fault] = faultsOf(fields, [{ path: "overlap", message: "must be at most 120" }])
    assert.deepStrictEqual(fault, { name: "overlap", message: "Must be at most 120", sentence: "Overlap, in minutes must be at most 120" })
  })
  it("keeps a fault whose field is not shown", () => {
    assert.deepStrictEqual(
      faultsOf(fields, [{ path: "", message: "must be an object" }]).map((fault) => [fault.name, fault.sentence]),
      [["", "Must be an object"]]
    )
  })
  it("counts", () => assert.deepStrictEqual([1, 2].map(faultsTitle), ["One answer does not fit", "2 answers do not fit"]))
})

describe("controlId", () => {
  it("makes a name that an address can point to", () => assert.strictEqual(controlId("int_1", "a b.ä"), "int_1-a_20b_2e_e4"))
})
