import { describe, expect, it } from "vitest"
import { parseFormSchema } from "../domain/form-schema"
import type { StoredInteraction } from "./run-store"
import { uncertainAnswer, uncertainContent, uncertainSchema } from "./uncertain-call"

const said = (exactContent: StoredInteraction["exactContent"], status: "accepted" | "declined" = "accepted") =>
  uncertainAnswer("demo.pay", { exactContent, interaction: { status, comment: null } })

describe("what a person says of a call that was in flight when the server stopped", () => {
  it("leads to another call only when they say so", () => {
    expect(said({ choice: "retry" })).toEqual({ _tag: "Retry" })
    expect(said({})).toMatchObject({ _tag: "End", ending: { ok: false, failure: { code: "uncertain" } } })
    expect(said(null)).toMatchObject({ _tag: "End", ending: { ok: false, failure: { code: "uncertain" } } })
    expect(said({ choice: "retry" }, "declined")).toMatchObject({ _tag: "End", ending: { ok: false, failure: { code: "uncertain" } } })
  })

  it("gives the program the result they name, as a value or as JSON text", () => {
    expect(said({ choice: "succeeded", result: { id: 1 } })).toEqual({ _tag: "End", ending: { ok: true, json: '{"id":1}' } })
    expect(said({ choice: "succeeded", resultJson: '{"id":2}' })).toEqual({ _tag: "End", ending: { ok: true, json: '{"id":2}' } })
    expect(said({ choice: "succeeded" })).toEqual({ _tag: "End", ending: { ok: true, json: undefined } })
  })

  it("gives the program the failure they describe", () => {
    expect(said({ choice: "failed", message: "the bank refused it" })).toMatchObject({
      ending: { ok: false, failure: { code: "uncertain", message: "the bank refused it" } }
    })
  })

  it("is refused before it is recorded when it says nothing clear", () => {
    expect(uncertainContent({ choice: "perhaps" })).toMatchObject({ issues: [{ path: "choice" }] })
    expect(uncertainContent({ choice: "succeeded", resultJson: "{" })).toMatchObject({ issues: [{ path: "resultJson" }] })
    expect(uncertainContent({ choice: "retry", resultJson: "" })).toMatchObject({ content: { choice: "retry" } })
  })

  it("can be asked as a form", () => {
    const form = parseFormSchema(uncertainSchema)
    expect("fields" in form ? form.fields.map(({ name }) => name) : form.issues).toEqual(["choice", "resultJson", "message"])
  })
})
