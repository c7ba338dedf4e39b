import { assert, describe, it } from "vitest"
import { contentOf, defaultDraft, draftFrom } from "./form-draft"
import { checkFields, parseFormSchema } from "./form-schema"
import { isoToLocal, localToIso } from "./zoned-time"

const fieldsOf = (schema: unknown) => {
  const form = parseFormSchema(schema)
  return "fields" in form ? form.fields : assert.fail(JSON.stringify(form.issues))
}

const fields = fieldsOf({
  type: "object",
  required: ["database", "overlap"],
  properties: {
    database: { type: "string", title: "Database", enum: ["orders", "ledger"], default: "orders" },
    overlap: { type: "integer", title: "Overlap, in minutes", minimum: 5, maximum: 120, default: 15 },
    startAt: { type: "string", format: "date-time", default: "2026-11-29T21:00:00Z" },
    email: { type: "string", format: "email" },
    channels: { type: "array", items: { type: "string", enum: ["#infra", "#deploys"] }, default: ["#infra"] },
    urgent: { type: "boolean" },
    note: { type: "string" }
  }
})

const submitted = (values: Readonly<Record<string, ReadonlyArray<string>>>) => draftFrom(fields, (name) => values[name] ?? [])

describe("contentOf", () => {
  it("turns the defaults into an answer that fits", () => {
    const content = contentOf(fields, defaultDraft(fields, "Europe/Zurich"), "Europe/Zurich")
    assert.deepStrictEqual(content, { database: "orders", overlap: 15, startAt: "2026-11-29T22:00:00+01:00", channels: ["#infra"], urgent: false })
    assert.property(checkFields(fields, content), "content")
  })
  it("leaves empty controls out, so that the server says which are required", () => {
    const content = contentOf(fields, submitted({ "content.database": [""], "content.overlap": [" "], "content.note": [""] }), "UTC")
    assert.deepStrictEqual(content, { urgent: false })
    const checked = checkFields(fields, content)
    assert.deepStrictEqual("issues" in checked ? checked.issues.map((issue) => issue.path) : [], ["database", "overlap"])
  })
  it("reads every kind of control", () => {
    const content = contentOf(
      fields,
      submitted({
        "content.database": ["ledger"],
        "content.overlap": ["30"],
        "content.startAt": ["2026-07-01T08:00"],
        "content.email": ["a@b.example"],
        "content.channels": ["#infra", "#deploys"],
        "content.urgent": ["true"],
        "content.note": ["one\r\ntwo"]
      }),
      "Europe/Zurich"
    )
    assert.deepStrictEqual(content, {
      database: "ledger",
      overlap: 30,
      startAt: "2026-07-01T08:00:00+02:00",
      email: "a@b.example",
      channels: ["#infra", "#deploys"],
      urgent: true,
      note: "one\ntwo"
    })
  })
  it("sends what is no number as it is, so that the server can say so", () => {
    assert.strictEqual(contentOf(fields, submitted({ "content.overlap": ["a lot"] }), "UTC").overlap, "a lot")
  })
})

describe("zoned times", () => {
  it("are right on both sides of a change of the clock", () => {
    assert.strictEqual(localToIso("2026-03-29T01:59", "Europe/Zurich"), "2026-03-29T01:59:00+01:00")
    assert.strictEqual(localToIso("2026-03-29T03:00", "Europe/Zurich"), "2026-03-29T03:00:00+02:00")
    assert.strictEqual(localToIso("2026-10-25T04:00", "Europe/Zurich"), "2026-10-25T04:00:00+01:00")
    assert.strictEqual(localToIso("2026-01-01T00:00", "UTC"), "2026-01-01T00:00:00Z")
    assert.strictEqual(localToIso("2026-01-01T00:00:30", "Asia/Kolkata"), "2026-01-01T00:00:30+05:30")
    assert.isNull(localToIso("tomorrow", "UTC"))
  })
  it("come back as the same local time", () => {
    for (const zone of ["UTC", "America/St_Johns", "Europe/Zurich", "Pacific/Auckland"]) {
      assert.strictEqual(isoToLocal(localToIso("2026-11-29T22:00", zone) ?? "", zone), "2026-11-29T22:00")
    }
  })
})
